// Gives the contents of a field as they are written: the text of an area, the options of a select
// in their groups.
import { pageLines } from "@webserv/shared/model/text/page-words.ts";
import type { OptionEntry } from "./select-state.ts";
import { groupLabel } from "./select-state.ts";
import { shownValue } from "./input-state.ts";

/** The longest content of a text area that is written, in UTF-16 units. */
const MAX_AREA_TEXT = 2000;

/** Groups neighbouring options by the label of their group, which is empty for options in none. */
export function inGroups(
  entries: readonly OptionEntry[],
): [group: string, entries: OptionEntry[]][] {
  const groups: [string, OptionEntry[]][] = [];
  let last: Element | null | undefined;
  for (const entry of entries) {
    const group = entry.option.closest("optgroup");
    if (group !== last) groups.push([groupLabel(entry.option), []]);
    groups.at(-1)?.[1].push(entry);
    last = group;
  }
  return groups;
}

/** Returns the text of an area as it is written. The list of inputs holds its whole value. */
export function areaText(element: HTMLTextAreaElement): string {
  const text = shownValue(element);
  const lines = pageLines(text, MAX_AREA_TEXT - 1);
  return text.length >= MAX_AREA_TEXT ? `${lines}…` : lines;
}
