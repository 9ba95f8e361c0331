// Finds the texts and addresses of an entry of a series by which it is told from the others.
import { addressMark } from "../naming/author-marks.ts";
import { cachedPerReading } from "../../dom/reading-cache.ts";
import { memoized } from "../../dom/memoized.ts";
import { isAge, withoutVolatile } from "../naming/volatile.ts";
import { hidesTexts } from "../secrecy/secrets.ts";
import { partsOfRow } from "./split-rows.ts";
import { collapsed, holdsValue, isBareNumber, valuesShownIn } from "./shown-values.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

/** Limits how deep, and at how many nodes, is looked. */
const MAX_DEPTH = 12;
const MAX_VISITS = 40;
const MAX_TEXTS = 4;
const MAX_LENGTH = 80;

export interface EntryWords {
  /** The addresses that its links and pictures lead to, as marks. */
  readonly addresses: readonly string[];
  /**
   * The first of its texts, in lower case, with those that name it before the others; no values of
   * controls.
   */
  readonly texts: readonly string[];
}

export const entryWords = cachedPerReading((entry: Element): EntryWords => {
  const first: Said[] = [];
  const others: Said[] = [];
  const addresses: string[] = [];
  let visits = 0;
  const isValue = (text: string): boolean =>
    isBareNumber(text) && valuesShownIn(entry).has(collapsed(text));
  const visit = (element: Element, depth: number, around: boolean): void => {
    const { localName } = element;
    const naming = around || isNaming(element);
    if (localName === "a") {
      const address = addressMark(element.getAttribute("href") ?? "");
      if (address !== undefined) addresses.push(`href=${address.slice(0, MAX_LENGTH * 2)}`);
    } else if (localName === "img") {
      addImage(element, others, addresses);
    }
    let node = unshadowed(element).firstChild;
    for (; node !== null && visits < MAX_VISITS; node = node.nextSibling, visits++) {
      if (node instanceof Element) {
        const isTold =
          depth > 0 && !NOT_TOLD.has(node.localName) && !holdsValue(node) && !isLabelledCell(node);
        if (isTold) visit(node, depth - 1, naming);
      } else if (node.nodeType === Node.TEXT_NODE) {
        const said = node.nodeValue ?? "";
        const text = told(said);
        // A row is called by its heading or its link before its badges.
        if (text !== "" && (naming || !isMark(text)) && !isValue(said))
          (naming ? first : others).push({ text, holder: element });
      }
    }
  };
  for (const part of partsOfRow(entry)) visit(part, MAX_DEPTH, false);
  return { addresses, texts: shownOf([...first, ...others]) };
});

/** Tells whether a text is one letter, such as what a player has put in a cell: that names no row. */
function isMark(text: string): boolean {
  return MARK.test(text);
}

const MARK = /^\p{sc=Latin}$/u;

/** Tells whether a cell has a label of its own, as a day of a calendar has: its words are about itself alone. */
function isLabelledCell(element: Element): boolean {
  const own = unshadowed(element);
  if (own.getAttribute("role") !== "gridcell") return false;
  return own.hasAttribute("aria-label") || own.hasAttribute("aria-labelledby");
}

interface Said {
  readonly text: string;
  readonly holder: Element;
}

/**
 * Leaves out texts that the page dots out, which name nothing. Only the first are asked about: to
 * ask for styles takes long.
 */
function shownOf(said: readonly Said[]): string[] {
  const texts: string[] = [];
  for (const { text, holder } of said) {
    if (texts.length === MAX_TEXTS) break;
    if (!hidesTexts(holder)) texts.push(text);
  }
  return texts;
}

/** A row's controls say the same in each row; the contents of a list within it are not its own. */
const NOT_TOLD: ReadonlySet<string> = new Set(
  "button select textarea script style template ul ol table svg".split(" "),
);
const NAMING = /^(?:h[1-6]|a|th)$/;

/**
 * Tells whether an element names the entry. What is only stressed within a sentence names nothing.
 */
function isNaming(element: Element): boolean {
  const { localName } = element;
  if (NAMING.test(localName)) return true;
  if (localName !== "strong" && localName !== "b") return false;
  for (let before = element.previousSibling; before !== null; before = before.previousSibling) {
    if (/\S/.test(before.textContent ?? "")) return false;
  }
  return true;
}

function addImage(image: Element, texts: Said[], addresses: string[]): void {
  const alt = told(image.getAttribute("alt") ?? "");
  if (alt !== "") texts.push({ text: alt, holder: image });
  const source = image.getAttribute("src") ?? "";
  if (alt === "" && source !== "" && !source.startsWith("data:")) {
    addresses.push(`src=${source.slice(0, MAX_LENGTH * 2)}`);
  }
}

const told = memoized((text: string): string => {
  const kept = text
    .slice(0, MAX_LENGTH * 2)
    .replace(/\s+/g, " ")
    .trim();
  return isAge(kept) ? "" : withoutVolatile(kept).slice(0, MAX_LENGTH).toLowerCase();
});
