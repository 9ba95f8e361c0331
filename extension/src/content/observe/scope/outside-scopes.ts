// What the entries of long series can be called by although they do not say it: the headings outside of these
// series, and the names of what they stand in. All of that is read, whatever is read of the series.
import { ancestors } from "../../dom/composed-tree.ts";
import type { EntryCensus } from "./entry-census.ts";
import type { Part } from "../tree/parts.ts";
import { textOf } from "../tree/parts.ts";
import { ownName } from "./scopes.ts";
import { slug } from "../naming/slug.ts";
import { withoutVolatile } from "../naming/volatile.ts";
import type { Walk } from "../tree/walk-result.ts";

/** As slugs. */
export function outsideScopes(
  { parts, headings, runs }: Walk,
  census: EntryCensus,
): ReadonlySet<string> {
  const names = new Set<string>();
  const add = (name: string): void => void names.add(slug(withoutVolatile(name)));
  for (const heading of headings) {
    if (census.entryOf(heading.element) === undefined) add(textOf(heading, 80));
  }
  const around = new Set<Element>();
  for (const { holder } of runs) {
    if (around.has(holder) || census.entryOf(holder) !== undefined) continue;
    for (const element of ancestors(holder)) around.add(element);
  }
  const visit = (part: Part): void => {
    if (part.kind !== "element" || !around.has(part.element)) return;
    add(ownName(part) ?? "");
    for (const child of part.children) visit(child);
  };
  for (const part of parts) visit(part);
  return names;
}
