// Reads text that only a style sheet writes. It is used if nothing else names an element that can be acted on.
import { unshadowed } from "../../dom/unshadowed.ts";
import { visibleCharacters } from "@webserv/shared/model/text/visible-characters.ts";

/** The most elements inside that are read: a drawn icon stands in the element itself or in one or two inside it. */
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
  const { content, display, visibility, opacity } = getComputedStyle(element, pseudo);
  if (!content.startsWith('"') || display === "none") return "";
  if (visibility !== "visible" || opacity === "0") return "";
  // The text after a slash is spoken instead (CSS Generated Content 3, 2.2).
  const strings = content.split(/"\s*\/\s*"/)[0] ?? "";
  const texts = [...strings.matchAll(/"((?:[^"\\]|\\.)*)"?/g)].map(([, text = ""]) => text);
  return visibleCharacters(texts.join("").replace(/\\(.)/g, "$1"));
}
