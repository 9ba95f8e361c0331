// What an element showed when it was last read, by which it can be told whether a page has since put
// something else into it: lists without keys and lists that recycle their rows do.
import { recordOf } from "../scope/entry-record.ts";
import { entryWords } from "../scope/entry-words.ts";
import type { Row, ToldEntry } from "../scope/surroundings.ts";
import { isEditingHost } from "../../dom/element-kinds.ts";
import { labelledName } from "../naming/name.ts";
import type { Renaming } from "./renaming.ts";
import { renamingOf, saysOtherState } from "./renaming.ts";
import { isOtherPosition, slotOf } from "../scope/slot.ts";
import { withoutValue } from "../scope/value-words.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

export interface Evidence {
  /** Its own words, or its label's. */
  readonly words: string;
  readonly marks: readonly string[];
  readonly around: Around;
}

export interface Around {
  /** The entries of series that it stands in, innermost first. */
  readonly entries: readonly ToldEntry[];
  /** What names what it stands in, such as its card's heading, and its words. */
  readonly heading: { readonly element: WeakRef<Element>; readonly words: string } | undefined;
  /** Its likes in its series have other names, each its own. */
  readonly isOneOfMany: boolean;
}

/**
 * `same`: all that was read of it is as it was; `other`: it clearly shows another thing; `unclear`: only a
 * reading of what stands around it can tell.
 */
export type Likeness = "same" | "unclear" | "other";

/** Tells what elements say now. It looks at each once: a row or a heading stands around many. */
export class WordsNow {
  readonly #own = new Map<Element, string>();
  readonly #headings = new Map<Element, string>();
  readonly #rows = new Map<Row, RowNow>();

  /** Its own words, or its label's. */
  of(element: Element): string {
    return lookedAt(this.#own, element, ownWords);
  }

  ofHeading(heading: Element): string {
    return lookedAt(this.#headings, heading, textOf);
  }

  /** How an entry is now, beside what was read of it. */
  rowOf({ element, row }: ToldEntry): RowNow {
    return lookedAt(this.#rows, row, () => {
      const entry = element.deref();
      return entry === undefined ? GONE : rowNow(row, entry);
    });
  }
}

function lookedAt<K, V>(known: Map<K, V>, key: K, look: (key: K) => V): V {
  let found = known.get(key);
  if (found === undefined) {
    found = look(key);
    known.set(key, found);
  }
  return found;
}

/** @param marks the element's, as `marksOf` has them */
export function evidenceOf(
  element: Element,
  marks: readonly string[],
  around: Around,
  now: WordsNow,
): Evidence {
  return { words: now.of(element), marks, around };
}

/**
 * What `element` shows now beside what was read of it before.
 * @param marks the element's, as `marksOf` has them now
 */
export function likenessTo(
  before: Evidence,
  element: Element,
  marks: readonly string[],
  now: WordsNow,
): Likeness {
  const { entries, heading, isOneOfMany } = before.around;
  const words = renamingOf(before.words, now.of(element));
  const row = rowsNow(entries, now);
  const headed = headingNow(heading, now);
  if (words === "none" && headed === "none" && row.isEqual && isSame(before.marks, marks)) {
    return "same";
  }
  // What its row shows tells it, whatever it says itself.
  if (row.verdict === "told") return "unclear";
  if (words === "object" || (words === "number" && isOneOfMany)) return "other";
  if (before.marks.some((mark) => NAMING.test(mark) && marks.includes(mark))) return "unclear";
  if (words === "all" && isOneOfMany && !isToggle(element)) return "other";
  // Of rows that all say the same nothing but the number tells which one it is.
  const isOtherRow = row.verdict === "other" || (row.isMoved && !isOneOfMany);
  const isElsewhere = isOtherRow || headed === "object" || headed === "all";
  return isElsewhere ? "other" : "unclear";
}

/** Without a number, which could be its position. */
const NAMING = /^(?:id|name)=\D*$/;

interface RowNow {
  readonly isEqual: boolean;
  /** Its position is another, and it says nothing of its own. */
  readonly isMoved: boolean;
  /** `told`: words or a record that were its own tell that it is the same row. */
  readonly verdict: "told" | "other" | "unclear" | "gone";
}

const GONE: RowNow = { isEqual: false, isMoved: false, verdict: "gone" };

/** Judges all the rows together that an element stands in. */
function rowsNow(entries: readonly ToldEntry[], now: WordsNow): RowNow {
  let isEqual = true;
  let isMoved = false;
  let isTold = false;
  for (const entry of entries) {
    const row = now.rowOf(entry);
    if (row.verdict === "gone") return { isEqual: false, isMoved, verdict: "unclear" };
    if (row.verdict === "other") return { isEqual: false, isMoved, verdict: "other" };
    isTold ||= row.verdict === "told";
    isMoved ||= row.isMoved;
    isEqual &&= row.isEqual && !isMoved;
  }
  return { isEqual, isMoved, verdict: isTold ? "told" : "unclear" };
}

function rowNow(row: Row, entry: Element): RowNow {
  const { addresses, texts } = entryWords(entry);
  const record = recordOf(entry);
  const keys = record === "" ? addresses : [record];
  const isKept = row.key !== "" && keys.includes(row.key);
  const isOtherRecord = row.key !== "" && record !== "" && !isKept;
  const isRewritten = saysOther(row.texts, texts);
  const isTold = isKept || (row.name !== "" && texts.includes(row.name));
  const isOther = isOtherRecord || (isRewritten && !isKept);
  return {
    isEqual: isSame(row.keys, keys) && isSame(row.texts, texts),
    isMoved: row.key + row.name === "" && isOtherPosition(row.slot, slotOf(entry)),
    verdict: isOther ? "other" : isTold ? "told" : "unclear",
  };
}

/** Whether none of a row's texts is left, and what stands there instead tells more than another state. */
function saysOther(before: readonly string[], now: readonly string[]): boolean {
  if (before.length === 0 || now.length === 0) return false;
  if (now.some((text) => before.includes(text))) return false;
  return !saysOtherState(before.join(" "), now.join(" "));
}

function headingNow(heading: Around["heading"], now: WordsNow): Renaming {
  if (heading === undefined) return "none";
  const element = heading.element.deref();
  // Another in its place is found by a reading.
  if (element === undefined || !unshadowed(element).isConnected) return "state";
  return renamingOf(heading.words, now.ofHeading(element));
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((each, at) => each === b[at]);
}

/** Its words say the one or the other, and so does its state. */
function isToggle(element: Element): boolean {
  const own = unshadowed(element);
  return ["aria-pressed", "aria-checked", "aria-expanded"].some((name) => own.hasAttribute(name));
}

/** The most of its words that are compared, in UTF-16 units. */
const MAX_WORDS = 600;

function ownWords(element: Element): string {
  const own = unshadowed(element);
  const label = labelledName(element);
  if (label !== undefined) return withoutValue(element, label.slice(0, MAX_WORDS));
  const text = showsItsValue(element) ? "" : textOf(element);
  if (text !== "") return text;
  const inside = own.querySelector("[alt], [title], [aria-label]");
  const named = [own, ...(inside === null ? [] : [inside])];
  const words = named.flatMap((each) =>
    ["aria-label", "title", "alt", "placeholder"].map((name) => each.getAttribute(name) ?? ""),
  );
  return (words.find((each) => each !== "") ?? "").slice(0, MAX_WORDS);
}

/** What it says is what was chosen or written, and no name. */
function showsItsValue(element: Element): boolean {
  const own = unshadowed(element);
  if (/^(?:input|select|textarea)$/.test(own.localName) || isEditingHost(element)) return true;
  const role = own.getAttribute("role") ?? "";
  return VALUES.has(role) || own.hasAttribute("aria-haspopup");
}

const VALUES: ReadonlySet<string> = new Set(
  "combobox listbox textbox searchbox spinbutton slider".split(" "),
);

function textOf(element: Element): string {
  const text = unshadowed(element).textContent.slice(0, MAX_WORDS).replace(/\s+/g, " ").trim();
  return /[\p{L}\p{N}]/u.test(text) ? text : "";
}
