// Finds the field for the next character of a text: pages with many small fields move the focus on as each is full.
import { isEditable, isReadOnly } from "./editing.ts";
import { boxesAround, MIN_BOXES, rowAround } from "./field-boxes.ts";
import { nextFrame } from "../../dom/next-frame.ts";
import { focusedElement } from "../../dom/composed-tree.ts";
import { getsKeysAtPress, keyTakerOf } from "../../dom/drawn-editors.ts";
import { isComposedDescendant } from "../../dom/hit-test.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

/**
 * The longest wait for a page to move the focus on, in ms. It ends by a timer, as the page's timers run in the same
 * thread: one that is due before always runs sooner, however slow the machine is. The clock would not tell that.
 */
const MOVE_MS = 600;
/** The most fields whose values are kept when a text begins. */
const MAX_FIELDS = 500;

type ShadowRootOf = (element: Element) => ShadowRoot | null;
export type TextField = HTMLInputElement | HTMLTextAreaElement;

export interface TextStart {
  readonly field: Element;
  /** The text replaces the field's value. */
  readonly replaces: boolean;
  /** The number of characters of the text. */
  readonly characters: number;
  readonly shadowRootOf: ShadowRootOf;
}

export class TextPlaces {
  readonly #start: TextStart;
  /** The field that takes the keys of an editor, if that is drawn elsewhere. */
  readonly #taker: Element | undefined;
  readonly #root: Node;
  /** The field itself takes no text by `takesText`, but the caller wants the text in it. */
  readonly #isOwnKind: boolean;
  readonly #before: ReadonlyMap<TextField, string>;
  readonly #into: Element[] = [];
  /** The element that the last character went into, and the number of them since the focus came there. */
  #at: Element | undefined;
  #count = 0;
  /** The number of characters after which the page has moved the focus on. */
  #movesAfter: number | undefined;
  /** The page was waited for in vain: it does not make room by itself. */
  #stays = false;
  /** The page does not move the focus from one box to the next: whoever types has to, as with the Tab key. */
  #isLeftToUs = false;
  /** The focus was on no field, and the wait for it to come to one was in vain. */
  #isGivenAway = false;
  readonly #boxes = new Map<Element, readonly Element[]>();

  constructor(start: TextStart) {
    this.#start = start;
    this.#isOwnKind = !takesText(start.field);
    this.#taker = keyTakerOf(start.field);
    this.#root = unshadowed(start.field).getRootNode();
    this.#before = valuesIn(this.#root);
  }

  /** Returns the focused element that a character would go into now; undefined if that takes no text. */
  now(): Element | undefined {
    const at = focusedElement(this.#start.shadowRootOf);
    if (at === null) return undefined;
    if (at === this.#taker || this.#isAtPressed(at)) return this.#start.field;
    return takesText(at) || (this.#isOwnKind && at === this.#start.field) ? at : undefined;
  }

  /** Tells whether the keys go to the field as they did when it was pressed. */
  #isAtPressed(at: Element): boolean {
    const { field } = this.#start;
    if (!getsKeysAtPress(field) || (at !== field && takesText(at))) return false;
    return isComposedDescendant(at, field) || isComposedDescendant(field, at);
  }

  /** Returns the same as `now`, or undefined if a character has to wait for the page to move the focus. */
  open(): Element | undefined {
    const at = this.now();
    if (at === undefined) return undefined;
    return !this.#stays && this.#isFull(at) ? undefined : at;
  }

  /**
   * The number of characters that can be entered where the focus is before the page has to move it on; undefined if
   * there is no limit, or the page was waited for in vain.
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

  /** Notes that so many characters go into `at`. If the text replaces what the fields held, it selects that first. */
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

  /** Notes that text came into `at`: a key can have moved the focus before its character was entered. */
  cameInto(at: Element): void {
    if (!this.#into.includes(at)) this.#into.push(at);
  }

  /**
   * Waits until there is room for a character, up to `MOVE_MS`. A page that was waited for in vain gets no more time.
   */
  async opened(signal: AbortSignal): Promise<void> {
    const isInVain = this.now() === undefined ? this.#isGivenAway : this.#isLeftToUs;
    const wait = { isOver: isInVain };
    const end = setTimeout(() => (wait.isOver = true), MOVE_MS);
    while (this.open() === undefined && !wait.isOver) await nextFrame(signal);
    clearTimeout(end);
    const at = this.now();
    if (at === undefined) this.#isGivenAway = true;
    if (at === undefined || this.open() !== undefined) return;
    this.#isLeftToUs = this.#moveOn(at);
    this.#stays = !this.#isLeftToUs;
  }

  /** Moves the focus from a box of one character to the next one in its row. Returns whether that has room. */
  #moveOn(at: Element): boolean {
    if (!(at instanceof HTMLInputElement) || at.maxLength !== 1) return false;
    const boxes = this.#boxesAround(at);
    const next = boxes[boxes.indexOf(at) + 1];
    if (!(next instanceof HTMLElement)) return false;
    next.focus();
    return this.now() === next && this.open() === next;
  }

  /**
   * The elements that text went into, in the order in which it came there. If the page has replaced some of them,
   * these are all the fields that are new or hold something new.
   */
  get into(): readonly Element[] {
    if (this.#into.every((field) => unshadowed(field).isConnected)) return this.#into;
    const now = [...valuesIn(this.#root)];
    return now.flatMap(([field, value]) => (this.#before.get(field) === value ? [] : [field]));
  }

  /** Tells whether any field has another value than at the start, or the focus has moved. */
  haveChanged(): boolean {
    const [first] = this.#into;
    if (first !== undefined && this.now() !== first) return true;
    return [...this.#before].some(([field, value]) => field.value !== value);
  }

  /**
   * Tells whether the text replaces the value of `at`, as it does in the field itself. A field that does not belong to
   * the same row keeps its value: it may be the page's search, for example.
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
   * Tells whether `at` is one of small boxes in a row that take one character each, whatever their `maxlength` is.
   * They do so only if the text can be spread over them: other rows of boxes are hours, or the parts of an address.
   */
  #isBoxOfText(at: Element): boolean {
    const { characters } = this.#start;
    return characters >= MIN_BOXES && characters <= this.#boxesAround(at).length;
  }

  /** Returns the boxes around `at`. They are kept: each key asks for them, and to measure forces a layout. */
  #boxesAround(at: Element): readonly Element[] {
    const known = this.#boxes.get(at);
    if (known !== undefined) return known;
    const boxes = boxesAround(at, this.#start.shadowRootOf);
    this.#boxes.set(at, boxes);
    return boxes;
  }
}

/** Tells whether an element takes text: it is editable, and neither read-only nor disabled. */
export function takesText(element: Element): boolean {
  return isEditable(element) && !isReadOnly(element) && !unshadowed(element).matches(":disabled");
}

export function isTextField(element: Element): element is TextField {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
}

export function hasSelection(field: Element): boolean {
  // Number and e-mail fields do not tell their own selection.
  if (!isTextField(field) || field.selectionStart === null)
    return getSelection()?.toString() !== "";
  return field.selectionStart !== field.selectionEnd;
}

function valuesIn(root: Node): Map<TextField, string> {
  if (!(root instanceof Document || root instanceof ShadowRoot)) return new Map();
  const found = root.querySelectorAll<TextField>("input, textarea");
  return new Map([...found].slice(0, MAX_FIELDS).map((each) => [each, each.value]));
}
