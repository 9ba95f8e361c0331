// Reads text that only a style sheet writes, such as the placeholder in an empty editor.
import { unshadowed } from "../../dom/unshadowed.ts";
import { contentValue } from "../styles/content-value.ts";
import { drawnWords } from "../styles/drawn-content.ts";

/** The most elements inside that are read: an editor draws it in itself or in one or two inside it. */
const MAX_ELEMENTS = 4;
const MAX_TEXT = 80;

/** Returns the `::before` and `::after` texts of an element and the first few in it; empty if they say nothing. */
export function generatedText(element: Element): string {
  const texts = [pseudoTexts(element)];
  const inside = unshadowed(element).querySelectorAll("*");
  for (let at = 0; at < inside.length && at < MAX_ELEMENTS; at++) {
    const child = inside[at];
    if (child !== undefined && child.checkVisibility()) texts.push(pseudoTexts(child));
  }
  return texts.join(" ").replace(/\s+/g, " ").trim().slice(0, MAX_TEXT).toWellFormed();
}

function pseudoTexts(element: Element): string {
  return `${pseudoText(element, "::before")} ${pseudoText(element, "::after")}`;
}

function pseudoText(element: Element, pseudo: string): string {
  const style = getComputedStyle(element, pseudo);
  if (style.display === "none" || style.visibility !== "visible" || style.opacity === "0")
    return "";
  const value = contentValue(style.content);
  if (value === undefined) return "";
  return drawnWords(value, { element, style, counters: () => [], ...NOTHING_COUNTED });
}

/** No editor counts in its placeholder. */
const NOTHING_COUNTED = { counterStyles: new Map<string, never>(), quotes: { depth: 0 } };
