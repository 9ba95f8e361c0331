// Groups like siblings into series, such as the rows of a table or the cards of a shop.
import { entryKind, SERIES_ENTRIES } from "../../dom/element-kinds.ts";
import type { ElementPart, Part } from "./parts.ts";
import { isBlank } from "./parts.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

/** The fewest like siblings that make a series. */
const SERIES = 5;

/** Groups like siblings together and everything else alone. Blanks go with what they follow. */
export function seriesIn(parts: readonly Part[]): Part[][] {
  const groups: { readonly likeness: string | undefined; readonly parts: Part[] }[] = [];
  for (const part of parts) {
    const last = groups.at(-1);
    // Unread entries are like those before them.
    if ((isBlank(part) || part.kind === "unread") && last !== undefined) {
      last.parts.push(part);
      continue;
    }
    const likeness = part.kind === "element" ? likenessOf(part) : undefined;
    if (likeness !== undefined && last?.likeness === likeness) last.parts.push(part);
    else groups.push({ likeness, parts: [part] });
  }
  return groups.flatMap(({ parts }) =>
    parts.filter((part) => !isBlank(part)).length >= SERIES ? [parts] : parts.map((part) => [part]),
  );
}

/** Returns a key that like siblings share: the tag of entries in lists and tables, else the author's name for them. */
function likenessOf({ element, tag }: ElementPart): string {
  const { localName } = unshadowed(element);
  return SERIES_ENTRIES.has(localName) ? localName : `${tag} ${entryKind(element)}`;
}
