// Knows where the next character of a text can go: pages of many small fields move the focus on as each is full.
import { isEditable, isReadOnly } from "./editing.ts";
import { boxesAround, MIN_BOXES, rowAround } from "./field-boxes.ts";
import { nextFrame } from "../../dom/next-frame.ts";
import { focusedElement } from "../../dom/composed-tree.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

/**
 * The longest a page is given to move the focus on, in ms. Its own timers run in the thread that waits
 * here: one that is set for less is always sooner, however slow the machine.
 */
const MOVE_MS = 600;
/** Fields looked at when a text begins. */
const MAX_FIELDS = 500;

type ShadowRootOf = (element: Element) => ShadowRoot | null;
export type TextField = HTMLInputElement | HTMLTextAreaElement;

export interface TextStart {
  readonly field: Element;
  /** The text takes the place of what stands there. */
  readonly replaces: boolean;
  /** How many the text has. */
  readonly characters: number;
  readonly shadowRootOf: ShadowRootOf;
}

export class TextPlaces {
  readonly #start: TextStart;
  readonly #root: Node;
  /** The field itself is none that would be taken for one. */
  readonly #isOwnKind: boolean;
  readonly #before: ReadonlyMap<TextField, string>;
  readonly #into: Element[] = [];
  /** What the last character went into, and how many went there since the focus came. */
  #at: Element | undefined;
  #count = 0;
  /** After so many characters the page has moved the focus on. */
  #movesAfter: number | undefined;
  /** It was waited for in vain: the page does not make room by itself. */
  #stays = false;
  /** It moves nothing on: from one box to the next is for whoever types, as with the Tab key. */
  #isLeftToUs = false;
  /** The focus was on no field, and was waited for in vain. */
  #isGivenAway = false;
  readonly #boxes = new Map<Element, readonly Element[]>();

  constructor(start: TextStart) {
    this.#start = start;
    this.#isOwnKind = !takesText(start.field);
    this.#root = unshadowed(start.field).getRootNode();
    this.#before = valuesIn(this.#root);
  }

  /** What a character can be entered into now; undefined where the focus is on nothing that takes text. */
  now(): Element | undefined {
    const at = focusedElement(this.#start.shadowRootOf);
    if (at === null) return undefined;
    return takesText(at) || (this.#isOwnKind && at === this.#start.field) ? at : undefined;
  }

  /** As `now`, where it has room: undefined where a character is to wait for the page to move on. */
  open(): Element | undefined {
    const at = this.now();
    if (at === undefined) return undefined;
    return !this.#stays && this.#isFull(at) ? undefined : at;
  }

  /**
   * How many characters go where the focus is before the page is to move it on; undefined where that is as many as
   * one likes, or the page was waited for in vain.
   */
  get room(): number | undefined {
    const at = this.now();
    if (at === undefined || this.#stays) return undefined;
    if (this.#isBoxOfText(at)) return 1;
    if (!isTextField(at) || at.maxLength < 0) return undefined;
    const { value, maxLength, selectionStart, selectionEnd } = at;
    const isReplaced = this.#isFormer(at) || (selectionStart === null && hasSelection(at));
    const goes = isReplaced ? value.length : (selectionEnd ?? 0) - (selectionStart ?? 0);
    return Math.max(1, maxLength - value.length + goes);
  }

  /** So many characters go into `at`; where text is replaced, they take the place of what stood there. */
  goesTo(at: Element, characters = 1): void {
    if (this.#isFormer(at)) at.select();
    if (this.#at !== undefined && at !== this.#at) this.#movesAfter ??= this.#count;
    if (at !== this.#at) {
      this.#at = at;
      this.#count = 0;
    }
    this.#count += characters;
    this.cameInto(at);
  }

  /** Text came into `at`: a key can have moved the focus before its character was entered. */
  cameInto(at: Element): void {
    if (!this.#into.includes(at)) this.#into.push(at);
  }

  /** Waits until there is room for a character; a page that does not make any has had its time then. */
  async opened(signal: AbortSignal): Promise<void> {
    const isInVain = this.now() === undefined ? this.#isGivenAway : this.#isLeftToUs;
    const endsAt = performance.now() + (isInVain ? 0 : MOVE_MS);
    while (this.open() === undefined && performance.now() < endsAt) await nextFrame(signal);
    const at = this.now();
    if (at === undefined) this.#isGivenAway = true;
    if (at === undefined || this.open() !== undefined) return;
    this.#isLeftToUs = this.#moveOn(at);
    this.#stays = !this.#isLeftToUs;
  }

  /** From a box of one character to the next one in its row. */
  #moveOn(at: Element): boolean {
    if (!(at instanceof HTMLInputElement) || at.maxLength !== 1) return false;
    const boxes = this.#boxesAround(at);
    const next = boxes[boxes.indexOf(at) + 1];
    if (!(next instanceof HTMLElement)) return false;
    next.focus();
    return this.now() === next && this.open() === next;
  }

  /**
   * All that text went into, in the order in which it came there. If the page has put others in the
   * place of some, those are all the fields that are new or hold something new.
   */
  get into(): readonly Element[] {
    if (this.#into.every((field) => unshadowed(field).isConnected)) return this.#into;
    const now = [...valuesIn(this.#root)];
    return now.flatMap(([field, value]) => (this.#before.get(field) === value ? [] : [field]));
  }

  /** Whether any field has another value than at the start, or the focus has moved. */
  haveChanged(): boolean {
    const [first] = this.#into;
    if (first !== undefined && this.now() !== first) return true;
    return [...this.#before].some(([field, value]) => field.value !== value);
  }

  /**
   * Whether the text is to take the place of what stands in `at`, as it does in the field itself. What is no
   * part of the same thing keeps what it holds: a search of the page's own, for example.
   */
  #isFormer(at: Element): at is TextField {
    const { replaces, field } = this.#start;
    if (!replaces || at === field || at === this.#at || this.#into.includes(at)) return false;
    if (!isTextField(field) || !isTextField(at) || at.value === "") return false;
    if (at.type !== field.type || at.maxLength !== field.maxLength) return false;
    if (this.#before.get(at) !== at.value || hasSelection(at)) return false;
    const parts =
      at.maxLength > 0 ? rowAround(at, 2, this.#start.shadowRootOf) : this.#boxesAround(at);
    return parts.includes(field);
  }

  #isFull(at: Element): boolean {
    if (hasSelection(at) || this.#isFormer(at)) return false;
    if (at === this.#at && this.#count === this.#movesAfter) return true;
    if (isTextField(at) && at.maxLength >= 0 && at.value.length >= at.maxLength) return true;
    const isEmpty = isTextField(at) ? at.value === "" : at.textContent === "";
    return !isEmpty && this.#isBoxOfText(at);
  }

  /**
   * Small boxes in a row, whatever length they have room for: of one character each only if the text can be spread
   * over them. Others in a row are hours, or the parts of an address.
   */
  #isBoxOfText(at: Element): boolean {
    const { characters } = this.#start;
    return characters >= MIN_BOXES && characters <= this.#boxesAround(at).length;
  }

  /** Asked with each key: to measure it makes the browser lay out the page. */
  #boxesAround(at: Element): readonly Element[] {
    const known = this.#boxes.get(at);
    if (known !== undefined) return known;
    const boxes = boxesAround(at, this.#start.shadowRootOf);
    this.#boxes.set(at, boxes);
    return boxes;
  }
}

/** What is read-only or disabled takes none. */
export function takesText(element: Element): boolean {
  return isEditable(element) && !isReadOnly(element) && !unshadowed(element).matches(":disabled");
}

export function isTextField(element: Element): element is TextField {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
}

export function hasSelection(field: Element): boolean {
  // Number and e-mail fields do not tell of theirs.
  if (!isTextField(field) || field.selectionStart === null)
    return getSelection()?.toString() !== "";
  return field.selectionStart !== field.selectionEnd;
}

function valuesIn(root: Node): Map<TextField, string> {
  if (!(root instanceof Document || root instanceof ShadowRoot)) return new Map();
  const found = root.querySelectorAll<TextField>("input, textarea");
  return new Map([...found].slice(0, MAX_FIELDS).map((each) => [each, each.value]));
}
