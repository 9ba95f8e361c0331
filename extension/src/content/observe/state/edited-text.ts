// Reads the text of an editing host as its writer knows it: a line for each paragraph and line
// break.
import { unshadowed } from "../../dom/unshadowed.ts";

/**
 * Returns the text of an editing host. `innerText` puts an empty line between paragraphs, as a
 * document has it; whoever has typed two lines finds two here. What editors put in for the caret's
 * sake is left out: zero-width spaces, byte order marks, word joiners, the last line's break.
 */
export function editedText(element: HTMLElement): string {
  return linesIn(element)
    .join("\n")
    .replace(/[\u200B\u2060\uFEFF]/g, "")
    .toWellFormed();
}

function linesIn(block: HTMLElement): string[] {
  const lines: string[] = [];
  let inline: Node[] = [];
  const flush = (): void => {
    const text = inlineText(inline, block);
    if (text !== undefined) lines.push(text);
    inline = [];
  };
  for (const child of unshadowed(block).childNodes) {
    if (!isBlockElement(child)) {
      inline.push(child);
      continue;
    }
    flush();
    lines.push(...(holdsBlocks(child) ? linesIn(child) : [withoutLastBreak(child.innerText)]));
  }
  flush();
  return lines;
}

/** Returns the text of inline nodes; undefined if they are nothing but space between blocks. */
function inlineText(nodes: readonly Node[], block: HTMLElement): string | undefined {
  if (nodes.length === 0) return undefined;
  const keepsSpace = /pre|break-spaces/.test(getComputedStyle(block).whiteSpace);
  const text = nodes.map((node) => inlineNodeText(node, keepsSpace)).join("");
  const laidOut = keepsSpace ? text : text.replace(/ +/g, " ").replace(/^ | $/g, "");
  const isSpace = nodes.every((node) => node instanceof Text || node instanceof Comment);
  if (laidOut.trim() === "" && isSpace && nodes.length !== block.childNodes.length) {
    return undefined;
  }
  return withoutLastBreak(laidOut);
}

function inlineNodeText(node: Node, keepsSpace: boolean): string {
  if (node instanceof Text) return keepsSpace ? node.data : node.data.replace(/[ \t\n\r]+/g, " ");
  if (node instanceof HTMLBRElement) return "\n";
  return node instanceof HTMLElement ? node.innerText : "";
}

/** Removes a line's own break, which shows nothing but that the line is there. */
function withoutLastBreak(text: string): string {
  return text.replace(/\n$/, "");
}

function isBlockElement(node: Node): node is HTMLElement {
  if (!(node instanceof HTMLElement) || node instanceof HTMLBRElement) return false;
  const { display, float, position } = getComputedStyle(node);
  if (display === "none" || display === "contents") return false;
  return !display.startsWith("inline") || float !== "none" || position === "absolute";
}

/**
 * Tells whether the lines of an element are those of its blocks. A table's row is one line, its
 * cells parted by tabs.
 */
function holdsBlocks(element: HTMLElement): boolean {
  return (
    getComputedStyle(element).display !== "table-row" &&
    [...unshadowed(element).childNodes].some(isBlockElement)
  );
}
