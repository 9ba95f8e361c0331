// Finds what entries of long series can be called by although they do not say it: headings outside
// of these series, and names of what they stand in. All of that is read, whatever is read of the
// series.
import { ancestors } from "../../dom/composed-tree.ts";
import type { EntryIndex } from "./entry-index.ts";
import type { Part } from "../tree/parts.ts";
import { partText } from "../tree/parts.ts";
import { ownName } from "./scopes.ts";
import { slug } from "../naming/slug.ts";
import { withoutVolatile } from "../naming/volatile.ts";
import type { Walk } from "../tree/walk-result.ts";

/** Returns the scopes as slugs. */
export function outsideScopes(
  { parts, headings, runs }: Walk,
  entryIndex: EntryIndex,
): ReadonlySet<string> {
  const names = new Set<string>();
  const add = (name: string): void => void names.add(slug(withoutVolatile(name)));
  for (const heading of headings) {
    if (entryIndex.entryOf(heading.element) === undefined) add(partText(heading, 80));
  }
  const around = new Set<Element>();
  for (const { holder } of runs) {
    if (around.has(holder) || entryIndex.entryOf(holder) !== undefined) continue;
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
