// Groups like siblings into series, such as the rows of a table or the cards of a shop.
import { entryKind, SERIES_ENTRIES } from "../../dom/element-kinds.ts";
import type { ElementPart, Part } from "./parts.ts";
import { isBlank } from "./parts.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

/** Like siblings from this many on are a series. */
const SERIES = 5;

/** Like siblings together, everything else alone; blanks go with what they follow. */
export function seriesIn(parts: readonly Part[]): Part[][] {
  const groups: { readonly likeness: string | undefined; readonly parts: Part[] }[] = [];
  for (const part of parts) {
    const last = groups.at(-1);
    // Unread ones are likes of those before them.
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

/** Entries of lists and tables are like each other; other elements by what their authors call them. */
function likenessOf({ element, tag }: ElementPart): string {
  const { localName } = unshadowed(element);
  return SERIES_ENTRIES.has(localName) ? localName : `${tag} ${entryKind(element)}`;
}
