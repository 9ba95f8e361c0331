// Describes an option of a select, for the id that it is given.
import type { DescribedOption } from "./option-ids.ts";
import { slug } from "../naming/slug.ts";
import { groupLabel, optionText } from "../state/select-state.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

/** The most characters of its text and of its value that tell an option from others. */
const MAX_OPTION_WORDS = 1000;

/**
 * Returns the description of an option.
 *
 * @param at its index in its select: a value that says no more than that is no key
 */
export function describeOption(
  option: HTMLOptionElement,
  at: number,
): Omit<DescribedOption, "key"> {
  const text = optionText(option).slice(0, MAX_OPTION_WORDS);
  const written = unshadowed(option).getAttribute("value") ?? "";
  const number = /^\d{1,6}(?=$|: )/.exec(written)?.[0];
  const isPlace = number !== undefined && Math.abs(Number(number) - at) <= 1;
  const value = written.slice(0, MAX_OPTION_WORDS);
  return {
    value,
    hasKey: value !== "" && !isPlace,
    text,
    group: groupLabel(option),
    name: slug(text) || slug(written) || "option",
  };
}
