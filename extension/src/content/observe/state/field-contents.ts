// What stands within a field where it is written: the text of an area, the options of a select in their groups.
import { pageLines } from "@webserv/shared/model/page-words.ts";
import type { OptionEntry } from "./states.ts";
import { groupLabel, shownValue } from "./states.ts";

/** The longest content of a text area written. */
const MAX_AREA_TEXT = 2000;

/** Options next to each other in one group, by its label; empty for those in none. */
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

/** The text of an area as it is written; its whole value stands in the list of inputs. */
export function areaText(element: HTMLTextAreaElement): string {
  const text = shownValue(element);
  const lines = pageLines(text, MAX_AREA_TEXT - 1);
  return text.length >= MAX_AREA_TEXT ? `${lines}…` : lines;
}
