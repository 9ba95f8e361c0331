// Recognizes pairs of controls in which a library hides the real one beside the one that it draws.
import { unshadowed } from "../../dom/unshadowed.ts";
import { selectBehind } from "./drawn-selects.ts";

/**
 * Tells whether a field is kept from the keyboard and from screen readers, and a drawn control stands beside
 * it. If such a field can't be seen, nobody uses it: it only holds the value for a form.
 */
export function isTwin(field: Element): boolean {
  const hidden = hiddenAround(field);
  if (hidden === undefined) return false;
  const parent = hidden.parentElement;
  const siblings = parent === null ? [] : [...unshadowed(parent).children].slice(0, MAX_SIBLINGS);
  return siblings.some((sibling) => sibling !== hidden && unshadowed(sibling).matches(DRAWN));
}

/** Returns the real field beside a drawn one; its labels name both. */
export function twinOf(drawn: Element): Element | undefined {
  const select = selectBehind(drawn);
  if (select !== undefined) return select;
  const own = unshadowed(drawn);
  // This test rules out most elements, and costs far less than the selector.
  if (!DRAWN_BY.some((name) => own.hasAttribute(name)) || !own.matches(DRAWN)) return undefined;
  const { nextElementSibling: after, previousElementSibling: before } = own;
  return [after, before].find((each) => each !== null && hiddenAround(each) === each) ?? undefined;
}

/** A parent with more children holds more than one control. */
const MAX_SIBLINGS = 20;

const DRAWN_BY = ["role", "aria-haspopup", "aria-pressed"];
const DRAWN = [
  "button[aria-haspopup]",
  "button[aria-pressed]",
  ..."checkbox radio switch combobox listbox slider spinbutton textbox"
    .split(" ")
    .map((role) => `[role~="${role}"]`),
].join(", ");

/** Returns the element that hides a field from screen readers; undefined if the keyboard or they can reach it. */
function hiddenAround(field: Element): Element | undefined {
  const own = unshadowed(field);
  if (!own.matches('input:not([type="file" i]), select, textarea')) return undefined;
  if (!(Number.parseInt(own.getAttribute("tabindex") ?? "", 10) < 0)) return undefined;
  return own.closest('[aria-hidden="true"]') ?? undefined;
}
