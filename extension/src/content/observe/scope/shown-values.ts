// Finds the numbers in a row that only show the value of a control there. The value moves, and the
// row stays the same.
import { cachedPerReading } from "../../dom/reading-cache.ts";
import { isToldByWords } from "./value-words.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

/** Limits how deep, and at how many nodes, is looked. */
const MAX_DEPTH = 12;
const MAX_VISITS = 80;

const NONE: ReadonlySet<string> = new Set();

/** One thing in a row, as far as it tells which of the row's numbers are values. */
type Token =
  | { readonly kind: "number"; readonly text: string }
  | { readonly kind: "stepper" }
  | { readonly kind: "other" }
  | { readonly kind: "control"; readonly control: Control };

interface Control {
  /** The value, in each form in which it may be written. */
  readonly values: readonly number[];
  /** The control does not show its value itself, so a number after it is there for that. */
  readonly isMute: boolean;
}

/**
 * Tells whether a text could be a value: it has a number, and no words that would tell what it is
 * about.
 */
export function isBareNumber(text: string): boolean {
  return /\d/.test(text) && !/\p{L}/u.test(text);
}

/** Tells whether the contents of an element are a value, and nothing else. */
export function holdsValue(element: Element): boolean {
  return element.localName === "output" || isToldByWords(element);
}

/**
 * Returns the bare numbers in `entry` that show a value. Such a number stands after a control that
 * does not show its value itself, or equals that value, or is stepped by two buttons beside it.
 * Order numbers and years stand before the controls of their rows, or in what names these.
 */
export const valuesShownIn = cachedPerReading((entry: Element): ReadonlySet<string> => {
  if (!mayShowValues(entry)) return NONE;
  const tokens = tokensOf(entry);
  const controls = tokens.flatMap((token) => (token.kind === "control" ? [token.control] : []));
  const values = new Set<string>();
  const passed: Control[] = [];
  for (const [at, token] of tokens.entries()) {
    if (token.kind === "control") passed.push(token.control);
    if (token.kind !== "number") continue;
    const says = ({ values }: Control): boolean => values.includes(numberIn(token.text));
    const isValue =
      passed.some((control) => control.isMute || says(control)) ||
      controls.some((control) => control.isMute && says(control)) ||
      isStepped(tokens, at);
    if (isValue) values.add(token.text);
  }
  return values.size === 0 ? NONE : values;
});

/**
 * Tells whether an entry has anything that has a value or steps one. Most have not, and the browser
 * finds that out far sooner.
 */
function mayShowValues(entry: Element): boolean {
  let steppers = 0;
  for (const each of unshadowed(entry).querySelectorAll(CONTROLS)) {
    if (controlOf(each) !== undefined) return true;
    if (isButton(each) && isStepper(each) && ++steppers === 2) return true;
  }
  return false;
}

/** This matches all that `controlOf` and `isButton` may find. */
const CONTROLS = 'input[type="number" i], input[type="range" i], progress, meter, button, [role]';

/** Returns a text with its white space collapsed, as `valuesShownIn` has it. */
export function collapsed(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function tokensOf(entry: Element): Token[] {
  const tokens: Token[] = [];
  let visits = 0;
  const visit = (element: Element, depth: number): void => {
    let node = unshadowed(element).firstChild;
    for (; node !== null && visits < MAX_VISITS; node = node.nextSibling, visits++) {
      if (node instanceof Element) {
        const control = controlOf(node);
        if (control !== undefined) tokens.push({ kind: "control", control });
        else if (isButton(node)) tokens.push({ kind: isStepper(node) ? "stepper" : "other" });
        // The name of a row is no value, and the contents of a list within it are not the row's
        // own.
        else if (NAMING.test(node.localName)) tokens.push({ kind: "other" });
        else if (depth > 0 && !NOT_ITS_OWN.has(node.localName)) visit(node, depth - 1);
      } else if (node.nodeType === Node.TEXT_NODE) {
        const text = collapsed(node.nodeValue ?? "");
        if (isBareNumber(text)) tokens.push({ kind: "number", text });
        else if (text !== "") tokens.push({ kind: "other" });
      }
    }
  };
  visit(entry, MAX_DEPTH);
  return tokens;
}

const NAMING = /^(?:h[1-6]|a|th)$/;
const NOT_ITS_OWN: ReadonlySet<string> = new Set(
  "select textarea script style template ul ol table svg output".split(" "),
);

function controlOf(element: Element): Control | undefined {
  if (element.localName === "input" && element instanceof HTMLInputElement) {
    if (element.type === "number") return { values: [numberIn(element.value)], isMute: false };
  }
  if (!isToldByWords(element)) return undefined;
  const own = unshadowed(element);
  const said = own.getAttribute("aria-valuenow") ?? own.getAttribute("value") ?? "";
  const value =
    element instanceof HTMLInputElement ||
    element instanceof HTMLProgressElement ||
    element instanceof HTMLMeterElement
      ? Number(element.value)
      : numberIn(said);
  const most = Number(own.getAttribute("max") ?? own.getAttribute("aria-valuemax") ?? 1);
  return { values: [value, Math.round((value / most) * 100)], isMute: true };
}

/** Returns the number in a text. If there is none it is NaN, which equals nothing. */
function numberIn(text: string): number {
  const digits = text.replace(/[^\d.-]/g, "");
  return digits === "" ? Number.NaN : Number(digits);
}

/** Tells whether a number stands between two buttons that step it, or has both on one side. */
function isStepped(tokens: readonly Token[], at: number): boolean {
  return [at - 2, at - 1, at + 1].some((from) => {
    const [one, other] = from === at - 1 ? [at - 1, at + 1] : [from, from + 1];
    return tokens[one]?.kind === "stepper" && tokens[other]?.kind === "stepper";
  });
}

function isButton(element: Element): boolean {
  return element.localName === "button" || unshadowed(element).getAttribute("role") === "button";
}

function isStepper(button: Element): boolean {
  const own = unshadowed(button);
  const text = collapsed(own.textContent);
  if (SIGN.test(text)) return true;
  const name = own.getAttribute("aria-label") ?? own.getAttribute("title") ?? text;
  return STEPS.has(/\p{L}+/u.exec(name)?.[0].toLowerCase() ?? "");
}

/** Plus, minus and arrows. */
const SIGN = /^[-+±‐-―−⁺⁻➕➖←-↓⇦-⇩⌃⌄˄˅∧∨‹›<>«»▲-◃⊕⊖]+\uFE0F?$/u;
const STEPS: ReadonlySet<string> = new Set(
  `less more fewer plus minus add remove increase decrease increment decrement raise lower up down
  mehr weniger erhöhen verringern moins plus más menos`.split(/\s+/),
);
