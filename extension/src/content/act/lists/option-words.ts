// Reads the words of options that a page has drawn itself, and whether they are chosen.
import { unshadowed } from "../../dom/unshadowed.ts";

const MAX_TEXT = 200;

export function textOf(option: Element): string {
  const own = unshadowed(option);
  const shown = option instanceof HTMLElement ? option.innerText : own.textContent;
  return spaced(own.ariaLabel ?? shown);
}

/** Returns tests of whether an option is the wanted one, the strictest first. */
export function wordTests(wanted: string): readonly ((option: Element) => boolean)[] {
  return [
    (option) => textOf(option) === wanted,
    (option) => valueOf(option) === wanted,
    (option) => loose(textOf(option)) === loose(wanted),
  ];
}

function valueOf(option: Element): string | null {
  const own = unshadowed(option);
  return own.getAttribute("data-value") ?? own.getAttribute("value");
}

export function isChosen(option: Element): boolean {
  const { ariaSelected, ariaChecked } = unshadowed(option);
  // If both are there, the one that is selected may be no more than the one that the keys are at.
  return (ariaChecked ?? ariaSelected) === "true";
}

export function spaced(text: string): string {
  return text.toWellFormed().replace(/\s+/g, " ").trim().slice(0, MAX_TEXT).toWellFormed();
}

export function loose(text: string): string {
  return text.normalize("NFKC").replace(/\s+/g, " ").trim().toLowerCase();
}
