// Decides which fields hold a secret: their contents are told by length alone, to anyone and in any form.
import { unshadowed } from "../../dom/unshadowed.ts";
import {
  replacesSecretField,
  isPositionKnown,
  notePosition,
  noteNotSecret,
} from "./former-fields.ts";
import { hasFocus } from "../../dom/has-focus.ts";
import { noteSecretValue, wasSecretValue } from "./secret-values.ts";
import { isEditingHost } from "../../dom/element-kinds.ts";

/**
 * The fields known as secret, which stay so: a page may show one in clear for a while, or ask in another way. The
 * value tells whether the field's text is a secret in other fields too; the name of a card's holder is not.
 */
const secretFields = new WeakMap<Element, boolean>();

/**
 * Tells whether a field holds a secret. A password stays one when a "show password" switch makes its field a text
 * field: a person looks at it for a moment, but an observation is kept. The same holds for cards, one-time codes,
 * and whatever the page dots out.
 */
export function isSecret(element: Element): boolean {
  const value = writtenValue(element);
  if (value === undefined) return isDottedEditor(element);
  const isFound =
    secretFields.has(element) || isMarkedSecret(element) || isSuccessor(element, value);
  if (isFound) noteSecret(element, value, !hasFocus(element));
  else noteNotSecret(element);
  if (secretFields.get(element) === true) notePosition(element);
  return isFound;
}

/** Tells whether a person sees dots instead of the texts in an element, or saw them once. */
export function hidesTexts(holder: Element): boolean {
  if (isDotted(holder)) return true;
  const editor = unshadowed(holder).closest("[contenteditable]");
  return (
    editor !== null && (secretFields.has(editor) || (isEditingHost(editor) && isDotted(editor)))
  );
}

/** Returns the field that a frame's answers carry if an element is secret. */
export function secrecyOf(element: Element): { secret?: true } {
  return isSecret(element) ? { secret: true } : {};
}

/** Notes a field as `isSecret` does, but by its attributes alone: it is called for each key, and styles are costly. */
export function noteField(element: Element, isLeft: boolean): void {
  const value = writtenValue(element);
  if (value === undefined) return;
  if (secretFields.has(element) || isMarkedByAttributes(element)) {
    noteSecret(element, value, isLeft);
    if (secretFields.get(element) === true && !isPositionKnown(element)) notePosition(element);
  }
}

/** Notes that a field is secret, and nothing of its value: no session reads this page yet. */
export function markField(element: Element): void {
  if (writtenValue(element) === undefined || !isMarkedByAttributes(element)) return;
  secretFields.set(element, secretFields.get(element) === true || isValueSecret(element));
}

/** Returns a field's value; undefined for an element that takes no writing, and for one that is edited in place. */
function writtenValue(element: Element): string | undefined {
  if (element instanceof HTMLInputElement) {
    return UNWRITTEN.has(element.type) ? undefined : element.value;
  }
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement) {
    return element.value;
  }
  return undefined;
}

/** Input types whose value no person writes or chooses as a text. */
const UNWRITTEN: ReadonlySet<string> = new Set(
  "button checkbox color file hidden image radio range reset submit".split(" "),
);

function noteSecret(element: Element, value: string, isLeft: boolean): void {
  const known = secretFields.get(element);
  const isHeld = known === true || isValueSecret(element) || isSecretOtherwise(element, known);
  secretFields.set(element, isHeld);
  if (isHeld && !(element instanceof HTMLSelectElement)) noteSecretValue(element, value, isLeft);
}

/** Tells whether a field is found secret for another reason than its attributes, now or before. */
function isSecretOtherwise(element: Element, known: boolean | undefined): boolean {
  return known === undefined && !isMarkedByAttributes(element);
}

/** Tells whether a field holds the value of a secret field that is gone, or stands where that one was. */
function isSuccessor(element: Element, value: string): boolean {
  if (element instanceof HTMLSelectElement) return false;
  return wasSecretValue(value) || replacesSecretField(element);
}

function isMarkedSecret(element: Element): boolean {
  return isMarkedByAttributes(element) || isBoxOfCode(element) || isDotted(element);
}

function isMarkedByAttributes(element: Element): boolean {
  return (
    isValueSecret(element) || autofillTokensOf(element).some((token) => token.startsWith("cc-"))
  );
}

/** Tells whether a field's value is a secret in any other field too. */
function isValueSecret(element: Element): boolean {
  if (element instanceof HTMLInputElement && element.type === "password") return true;
  return autofillTokensOf(element).some((token) => SECRET_VALUE_TOKENS.has(token));
}

function autofillTokensOf(element: Element): string[] {
  const tokens = unshadowed(element).getAttribute("autocomplete");
  return tokens === null ? [] : tokens.toLowerCase().split(/\s+/);
}

/** Autofill tokens (HTML standard) of values that are secret everywhere; those of payment cards begin with `cc-`. */
const SECRET_VALUE_TOKENS: ReadonlySet<string> = new Set(
  "current-password new-password one-time-code cc-number cc-csc".split(" "),
);

/** Tells whether a field is one of several boxes for a code; often only the first of them says what they are for. */
function isBoxOfCode(element: Element): boolean {
  if (!(element instanceof HTMLInputElement) || element.maxLength !== 1) return false;
  let around: Element | null = unshadowed(element).parentElement;
  for (let step = 0; step < MAX_AROUND && around !== null; step++) {
    const own = unshadowed(around);
    if (own.querySelector('input[autocomplete~="one-time-code" i]') !== null) return true;
    around = own.parentElement;
  }
  return false;
}

/** Levels around a box of a code at which the other boxes are looked for. */
const MAX_AROUND = 3;

function isDotted(element: Element): boolean {
  return !(element instanceof HTMLSelectElement) && isDottedStyle(getComputedStyle(element));
}

/** Tells whether a style shows texts as dots. The property is inherited, so each element that holds a text has it. */
export function isDottedStyle(style: CSSStyleDeclaration): boolean {
  const dots = style.getPropertyValue("-webkit-text-security");
  // An element that is no longer in the document has no style.
  return dots !== "none" && dots !== "";
}

function isDottedEditor(element: Element): boolean {
  if (secretFields.has(element)) return true;
  if (!isEditingHost(element) || !holdsDots(element)) return false;
  secretFields.set(element, false);
  return true;
}

/** Tells whether an editor shows any part of its contents as dots: nobody knows beforehand where a text will go. */
function holdsDots(editor: Element): boolean {
  return isDotted(editor) || [...unshadowed(editor).querySelectorAll("*")].some(isDotted);
}
