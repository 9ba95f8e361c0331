// Knows the editors that pages draw themselves: the element that shows the text, and the one that takes its keys.
import { shadowRootIn } from "./composed-tree.ts";
import { editContextOf } from "./edit-context.ts";
import { isEditingHost, roleOf } from "./element-kinds.ts";
import { hasFocus } from "./has-focus.ts";
import { unshadowed } from "./unshadowed.ts";

/** The elements out of sight that take the keys, by the element that draws the text. */
const keyTakers = new WeakMap<Element, WeakRef<Element>>();
const editors = new WeakMap<Element, WeakRef<Element>>();

/** Notes that `editor` draws the text for which the keys go to `keyTaker`, a field that nobody sees. */
export function noteEditor(editor: Element, keyTaker: Element): void {
  keyTakers.set(editor, new WeakRef(keyTaker));
  editors.set(keyTaker, new WeakRef(editor));
}

/** Returns the element that takes the keys of an editor that is drawn elsewhere; undefined if `editor` is none. */
export function keyTakerOf(editor: Element): Element | undefined {
  const taker = keyTakers.get(editor)?.deref();
  return taker !== undefined && unshadowed(taker).isConnected ? taker : undefined;
}

/** Returns the editor whose keys go to `keyTaker`. */
export function editorOf(keyTaker: Element): Element | undefined {
  const editor = editors.get(keyTaker)?.deref();
  return editor !== undefined && keyTakerOf(editor) === keyTaker ? editor : undefined;
}

/** Tells whether the page draws the text of an element that is no field of the browser's, and takes its keys. */
export function isDrawnEditor(element: Element): boolean {
  return keyTakerOf(element) !== undefined || takesKeysItself(element);
}

/** Tells whether an editor only shows its text: it says so itself, or the field that takes its keys does. */
export function isReadOnlyEditor(editor: Element): boolean {
  return unshadowed(editor).ariaReadOnly === "true" || isReadOnlyArea(keyTakerOf(editor));
}

export function isReadOnlyArea(taker: Element | undefined): boolean {
  return taker instanceof HTMLTextAreaElement && taker.readOnly;
}

/** The elements that nothing marks as fields, and that got the keys once they were pressed. */
const pressedEditors = new WeakSet<Element>();

/** Notes that the keys go to an element once it has been pressed. */
export function noteKeysAtPress(element: Element): void {
  pressedEditors.add(element);
}

/** Tells whether an element got the keys at a press: it, what is in it, or what is around it. */
export function getsKeysAtPress(element: Element): boolean {
  return pressedEditors.has(element);
}

/** Tells whether the keys go to the element itself, and the page has to draw what is typed. */
export function takesKeysItself(element: Element): boolean {
  if (isFieldOfBrowser(element)) return false;
  if (pressedEditors.has(element)) return true;
  if (editContextOf(element) !== undefined) return true;
  return WRITTEN_ROLES.has(roleOf(element)) && unshadowed(element).hasAttribute("tabindex");
}

/** Tells whether an element is, or may be, the place of text in the browser's own sense. */
function isFieldOfBrowser(element: Element): boolean {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement ||
    isEditingHost(element)
  );
}

/** Roles of what is written in by keys. A combo box may as well only choose by them. */
const WRITTEN_ROLES: ReadonlySet<string> = new Set(["textbox", "searchbox", "spinbutton"]);

/**
 * Tells whether an editor is a terminal: what it shows is a record, and no text to be replaced. Terminals say so in
 * their names. Their shortcut for "select all" is a sign for the program behind them.
 */
export function isTerminal(editor: Element): boolean {
  const taker = keyTakerOf(editor);
  return isNamedTerminal(editor) || (taker !== undefined && isNamedTerminal(taker));
}

function isNamedTerminal(element: Element): boolean {
  const own = unshadowed(element);
  const names = ["class", "id", "aria-label", "aria-roledescription"];
  return names.some((name) => TERMINAL.test(own.getAttribute(name) ?? ""));
}

const TERMINAL = /(?<![a-z])(?:terminal|xterm|tty|console)(?![a-z])/i;

/** Tells whether an element has the focus, or the one that takes its keys. */
export function hasKeys(element: Element): boolean {
  const taker = keyTakerOf(element);
  return hasFocus(element) || (taker !== undefined && hasFocus(taker));
}

/** Tells whether the editor's text is drawn as a picture, so that nobody can read it from the document. */
export function drawsPicture(editor: Element): boolean {
  const own = unshadowed(editor);
  if (own.localName === "canvas") return true;
  const root = shadowRootIn(editor, () => null) ?? own;
  // A map of the text beside it, or a ruler, takes only a small part of the editor.
  const area = areaOf(editor) / 2;
  return [...root.querySelectorAll("canvas")].some((canvas) => areaOf(canvas) > area);
}

function areaOf(element: Element): number {
  const { width, height } = unshadowed(element).getBoundingClientRect();
  return width * height;
}
