// The words of texts as a person sees them: a dot for each character of what the page dots out.
import { dots } from "@webserv/shared/model/text-difference.ts";
import { hidesTexts } from "./secrets.ts";

/** Of a text that stands in `holder`. */
export function shownText(text: string, holder: Element | null): string {
  return holder !== null && hidesTexts(holder) ? dottedText(text) : text;
}

/** White space around it stays: it parts the text from what stands beside it. */
export function dottedText(text: string): string {
  return text.replace(/\S(?:.*\S)?/s, dots);
}

/** About as much of all that is written in an element, seen or not. */
export function writtenText(element: Element, max: number): string {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let written = "";
  while (written.length < max && texts.nextNode() !== null) {
    const { nodeValue, parentElement } = texts.currentNode;
    written += shownText((nodeValue ?? "").slice(0, max - written.length), parentElement);
  }
  return written;
}
