// Returns texts as a person sees them, with a dot for each character that the page shows as one.
import { dots } from "@webserv/shared/model/text/text-difference.ts";
import { hidesTexts } from "./secrets.ts";

/** Returns a text that stands in `holder` as a person sees it. */
export function shownText(text: string, holder: Element | null): string {
  return holder !== null && hidesTexts(holder) ? dottedText(text) : text;
}

/** Replaces a text by dots. White space around it stays, since it separates the text from its neighbours. */
export function dottedText(text: string): string {
  return text.replace(/\S(?:.*\S)?/s, dots);
}

/** Returns about `max` characters of all texts in an element, seen or not. */
export function writtenText(element: Element, max: number): string {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let written = "";
  while (written.length < max && texts.nextNode() !== null) {
    const { nodeValue, parentElement } = texts.currentNode;
    written += shownText((nodeValue ?? "").slice(0, max - written.length), parentElement);
  }
  return written;
}
