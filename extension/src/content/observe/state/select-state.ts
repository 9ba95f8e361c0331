// Tells the state of selects and their options as it is now, not as the page's source had it.
import type { SelectState } from "@webserv/shared/model/page/observation.ts";
import { dots } from "@webserv/shared/model/text/text-difference.ts";
import { visibleCharacters } from "@webserv/shared/model/text/visible-characters.ts";
import { BRIEF_OPTIONS } from "../tree/closed-select.ts";
import { isSecret } from "../secrecy/secrets.ts";
import { boundedWords } from "./bounded-words.ts";

/** The most options that are told of one select. If there are more, the reading says so. */
const MAX_OPTIONS = 200;

export interface OptionEntry {
  readonly option: HTMLOptionElement;
  readonly id: string;
}

export function selectState(
  element: HTMLSelectElement,
  id: string,
  options: readonly OptionEntry[],
): SelectState {
  return {
    id,
    value: isSecret(element) ? dots(element.value) : boundedWords(element.value),
    selectedIndex: isSecret(element) ? -1 : element.selectedIndex,
    multiple: element.multiple,
    options: options.map(({ option, id }) => ({
      id,
      value: boundedWords(option.value),
      text: boundedWords(optionText(option)),
      selected: isShownSelected(option, element),
      ...(isOptionDisabled(option) ? { disabled: true } : {}),
      ...groupOf(option),
    })),
  };
}

/**
 * Returns the options that are told: the first ones that a menu shows, and whichever are selected.
 */
export function listedOptions(select: HTMLSelectElement): HTMLOptionElement[] {
  const told: HTMLOptionElement[] = [];
  for (const option of select.options) {
    // A selected option shows while the menu is closed.
    if (option.selected || (told.length < MAX_OPTIONS && isOptionShown(option))) told.push(option);
  }
  return told;
}

/**
 * Tells whether an option shows that it is selected. A choice of a card's data is as secret as what
 * is typed.
 */
export function isShownSelected(option: HTMLOptionElement, select: Element): boolean {
  return option.selected && !isSecret(select);
}

/** Returns the first of the options, and the selected ones. */
export function briefOptions(options: readonly OptionEntry[]): readonly OptionEntry[] {
  return options.filter(({ option }, index) => index < BRIEF_OPTIONS || option.selected);
}

/**
 * Counts the options that are shown and not among the `told` ones. Of long lists, only the source
 * is asked what is hidden.
 */
export function countUnlisted(select: HTMLSelectElement, told: number): number {
  const isHidden = (element: HTMLElement | null): boolean =>
    element?.hasAttribute("hidden") === true;
  if (told < MAX_OPTIONS) return 0;
  const shown = [...select.options].filter(
    (option) => option.selected || !(isHidden(option) || isHidden(option.closest("optgroup"))),
  );
  return shown.length - told;
}

/**
 * Tells whether a menu shows an option. It passes over those that are not displayed, such as a
 * hidden first one that asks to choose.
 */
export function isOptionShown(option: HTMLOptionElement): boolean {
  const group = option.closest("optgroup");
  return [option, group].every(
    (element) => element === null || getComputedStyle(element).display !== "none",
  );
}

/**
 * Returns the whole text of an option as a person reads it. An observation holds its
 * `boundedWords`.
 */
export function optionText(option: HTMLOptionElement): string {
  return visibleCharacters(option.label || option.text)
    .replace(/\s+/g, " ")
    .trim();
}

export function isOptionDisabled(option: HTMLOptionElement): boolean {
  return option.matches(":disabled") || option.closest("optgroup:disabled") !== null;
}

function groupOf(option: HTMLOptionElement): { group?: string } {
  const label = groupLabel(option);
  return label === "" ? {} : { group: label };
}

/** Returns the label of the group that an option stands in; empty if it stands in none. */
export function groupLabel(option: HTMLOptionElement): string {
  return boundedWords(option.closest("optgroup")?.label ?? "");
}
