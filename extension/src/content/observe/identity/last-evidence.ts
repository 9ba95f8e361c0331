// Keeps what an element showed when it was last read. By this it can be told whether a page has
// since put something else into it, as lists without keys and lists that recycle their rows do.
import { recordOf } from "../scope/entry-record.ts";
import { entryWords } from "../scope/entry-words.ts";
import type { Row, EntrySnapshot } from "../scope/element-locations.ts";
import { isEditingHost } from "../../dom/element-kinds.ts";
import { labelledName } from "../naming/labelled-name.ts";
import type { Renaming } from "./renaming.ts";
import { renamingOf, saysOtherState } from "./renaming.ts";
import { isOtherPosition, rowPositionOf } from "../scope/row-position.ts";
import { withoutValue } from "../scope/value-words.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

export interface Evidence {
  /** The element's own words, or its label's. */
  readonly words: string;
  readonly marks: readonly string[];
  readonly context: EvidenceContext;
}

export interface EvidenceContext {
  /** The entries of series that it stands in, innermost first. */
  readonly entries: readonly EntrySnapshot[];
  /** The heading that names what it stands in, such as its card's, with its words. */
  readonly heading: { readonly element: WeakRef<Element>; readonly words: string } | undefined;
  /** Its likes in its series have other names, each its own. */
  readonly isOneOfMany: boolean;
}

/**
 * Says how an element compares with its last reading. `same`: all that was read of it is as it was;
 * `other`: it clearly shows another thing; `unclear`: only a reading of what stands around it can
 * tell.
 */
export type Likeness = "same" | "unclear" | "other";

/** Reads what elements say now. It looks at each once, as a row or a heading stands around many. */
export class CurrentWords {
  readonly #own = new Map<Element, string>();
  readonly #headings = new Map<Element, string>();
  readonly #rows = new Map<Row, RowComparison>();

  /** Returns the element's own words, or its label's. */
  of(element: Element): string {
    return lookedAt(this.#own, element, ownWords);
  }

  ofHeading(heading: Element): string {
    return lookedAt(this.#headings, heading, textContentOf);
  }

  /** Compares an entry with what was read of it. */
  rowOf({ element, row }: EntrySnapshot): RowComparison {
    return lookedAt(this.#rows, row, () => {
      const entry = element.deref();
      return entry === undefined ? GONE : compareRow(row, entry);
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

/**
 * Keeps the evidence of an element.
 *
 * @param marks the element's, as `marksOf` has them
 */
export function evidenceOf(
  element: Element,
  marks: readonly string[],
  context: EvidenceContext,
  now: CurrentWords,
): Evidence {
  return { words: now.of(element), marks, context };
}

/**
 * Compares what `element` shows now with what was read of it before.
 *
 * @param marks the element's, as `marksOf` has them now
 */
export function likenessTo(
  before: Evidence,
  element: Element,
  marks: readonly string[],
  now: CurrentWords,
): Likeness {
  const { entries, heading, isOneOfMany } = before.context;
  const words = renamingOf(before.words, now.of(element));
  const row = compareRows(entries, now);
  const headed = compareHeading(heading, now);
  if (words === "none" && headed === "none" && row.isEqual && isSame(before.marks, marks)) {
    return "same";
  }
  // If its row shows the same thing, the element does, whatever it says itself.
  if (row.verdict === "told") return "unclear";
  if (words === "object" || (words === "number" && isOneOfMany)) return "other";
  if (before.marks.some((mark) => NAMING.test(mark) && marks.includes(mark))) return "unclear";
  // An element that said nothing may say something now, as a tile does that is turned over.
  const isSaid = before.words !== "" && now.of(element) !== "";
  if (words === "all" && isOneOfMany && isSaid && !isToggle(element)) return "other";
  // If all rows say the same, only the number tells which one it is.
  const isOtherRow = row.verdict === "other" || (row.isMoved && !isOneOfMany);
  const isElsewhere = isOtherRow || headed === "object" || headed === "all";
  return isElsewhere ? "other" : "unclear";
}

/** Marks without a number, which could be a position. */
const NAMING = /^(?:id|name)=\D*$/;

interface RowComparison {
  readonly isEqual: boolean;
  /** Its position is another, and it says nothing of its own. */
  readonly isMoved: boolean;
  /** `told`: words or a record that were the row's own tell that it is the same row. */
  readonly verdict: "told" | "other" | "unclear" | "gone";
}

const GONE: RowComparison = { isEqual: false, isMoved: false, verdict: "gone" };

/** Compares all the rows together that an element stands in. */
function compareRows(entries: readonly EntrySnapshot[], now: CurrentWords): RowComparison {
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

function compareRow(row: Row, entry: Element): RowComparison {
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
    isMoved: row.key + row.name === "" && isOtherPosition(row.position, rowPositionOf(entry)),
    verdict: isOther ? "other" : isTold ? "told" : "unclear",
  };
}

/**
 * Tells whether none of a row's texts is left, and those in their place tell more than another
 * state.
 */
function saysOther(before: readonly string[], now: readonly string[]): boolean {
  if (before.length === 0 || now.length === 0) return false;
  if (now.some((text) => before.includes(text))) return false;
  return !saysOtherState(before.join(" "), now.join(" "));
}

function compareHeading(heading: EvidenceContext["heading"], now: CurrentWords): Renaming {
  if (heading === undefined) return "none";
  const element = heading.element.deref();
  // Another heading in its place is found by a reading.
  if (element === undefined || !unshadowed(element).isConnected) return "state";
  return renamingOf(heading.words, now.ofHeading(element));
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((each, at) => each === b[at]);
}

/**
 * Tells whether an element changes its words with its state, and so says nothing of another thing.
 */
function isToggle(element: Element): boolean {
  const own = unshadowed(element);
  return ["aria-pressed", "aria-checked", "aria-expanded"].some((name) => own.hasAttribute(name));
}

/** The most of an element's words that are compared, in UTF-16 units. */
const MAX_WORDS = 600;

function ownWords(element: Element): string {
  const own = unshadowed(element);
  const label = labelledName(element);
  if (label !== undefined) return withoutValue(element, label.slice(0, MAX_WORDS));
  const text = showsItsValue(element) ? "" : textContentOf(element);
  if (text !== "") return text;
  const inside = own.querySelector("[alt], [title], [aria-label]");
  const named = [own, ...(inside === null ? [] : [inside])];
  const words = named.flatMap((each) =>
    ["aria-label", "title", "alt", "placeholder"].map((name) => each.getAttribute(name) ?? ""),
  );
  return (words.find((each) => each !== "") ?? "").slice(0, MAX_WORDS);
}

/** Tells whether the text of an element is what was chosen or written, and no name. */
function showsItsValue(element: Element): boolean {
  const own = unshadowed(element);
  if (/^(?:input|select|textarea)$/.test(own.localName) || isEditingHost(element)) return true;
  const role = own.getAttribute("role") ?? "";
  return VALUES.has(role) || own.hasAttribute("aria-haspopup");
}

const VALUES: ReadonlySet<string> = new Set(
  "combobox listbox textbox searchbox spinbutton slider".split(" "),
);

function textContentOf(element: Element): string {
  const text = unshadowed(element).textContent.slice(0, MAX_WORDS).replace(/\s+/g, " ").trim();
  return /[\p{L}\p{N}]/u.test(text) ? text : "";
}
