// Finds editors that a page draws itself: beside the drawn text stands a field that nobody sees and that takes the keys.
import { composedChildren } from "../../dom/composed-tree.ts";
import { isReadOnlyArea } from "../../dom/drawn-editors.ts";
import { editContextOf } from "../../dom/edit-context.ts";
import { isEditingHost, LANDMARKS, roleOf } from "../../dom/element-kinds.ts";
import { elementAt, isComposedDescendant } from "../../dom/hit-test.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import { handlingOf } from "./handling.ts";
import type { ElementPart, Part } from "../tree/parts.ts";
import type { ElementVisibility } from "../visibility/element-visibility.ts";

/** A field of less area shows nothing of what it holds, in square px; nor does one that is so narrow, in px. */
const SPECK = 32;
const THIN = 3;
/** The least size of what can show a text, in px. */
const MIN_WIDTH = 16;
const MIN_HEIGHT = 8;
/** The most children of an element that are measured to find out whether it draws anything. */
const MAX_CHILDREN = 50;

interface Read {
  readonly element: Element;
  readonly tag: string;
  readonly attributes: readonly string[];
  readonly style: CSSStyleDeclaration;
  readonly visibility: ElementVisibility;
  /** Holds what it listens for, as `handlerMark` has it. */
  readonly marks: number;
}

/** A field that takes keys and shows nothing of them. */
export interface KeyTaker {
  readonly element: Element;
  /** The element that lies over it. */
  readonly cover: Element | undefined;
  /** The area of what would be seen of it, in square px. */
  readonly area: number;
}

/** Returns an element as a field that takes keys out of sight; undefined if it is none. */
export function keyTakerIn(
  { element, tag, attributes, style, visibility }: Read,
  shadowRootOf: (element: Element) => ShadowRoot | null,
): KeyTaker | undefined {
  if (!mayTakeKeys(element, tag, attributes)) return undefined;
  if (style.visibility !== "visible" || isForOthers(element)) return undefined;
  const { box } = visibility.clippedBox;
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  const isSpeck = width * height <= SPECK || (width <= THIN && style.position !== "static");
  if (visibility.empty || !visibility.clippedBox.shows || isSpeck) {
    return { element, cover: undefined, area: 0 };
  }
  // Only an area, and a field that is placed by itself, may lie beneath something without being its neighbour.
  const isClear = visibility.shown;
  if (isClear && tag === "input" && style.position === "static") return undefined;
  const cover = coverOf(element, box, shadowRootOf);
  return isClear && cover === undefined ? undefined : { element, cover, area: width * height };
}

function mayTakeKeys(element: Element, tag: string, attributes: readonly string[]): boolean {
  if (element instanceof HTMLTextAreaElement) return !element.disabled;
  if (element instanceof HTMLInputElement) {
    if (element.placeholder !== "" || !WRITTEN_TYPES.has(element.type)) return false;
    return !element.readOnly && !element.disabled;
  }
  if (attributes.includes("contenteditable") && isEditingHost(element)) return true;
  return tag === "div" && attributes.includes("tabindex") && editContextOf(element) !== undefined;
}

const WRITTEN_TYPES: ReadonlySet<string> = new Set("text tel url email password number".split(" "));

/** Tells whether a field is not for keys that draw a text: it searches a list, or holds a widget's value. */
function isForOthers(element: Element): boolean {
  const own = unshadowed(element);
  if (roleOf(element) === "combobox" || own.hasAttribute("list")) return true;
  if (own.ariaHidden === "true") return true;
  // An area says so while its editor makes suggestions.
  if (!(element instanceof HTMLInputElement)) return false;
  return own.ariaExpanded !== null || (own.ariaHasPopup !== null && own.ariaHasPopup !== "false");
}

function coverOf(
  element: Element,
  { left, right, top, bottom }: { left: number; right: number; top: number; bottom: number },
  shadowRootOf: (element: Element) => ShadowRoot | null,
): Element | undefined {
  const hit = elementAt({ x: (left + right) / 2, y: (top + bottom) / 2 }, shadowRootOf);
  if (hit === null || isComposedDescendant(hit, element)) return undefined;
  return isComposedDescendant(element, hit) || hit instanceof HTMLLabelElement ? undefined : hit;
}

/** `no`: the field draws in none of the elements around this one. `outside`: it may do so in one further out. */
type Verdict = "editor" | "outside" | "no";

/**
 * Judges whether an element around a field that takes keys out of sight draws their text.
 * @param children what has been read of it
 */
export function judgeEditor(
  { element, tag, marks, style, visibility }: Read,
  taker: KeyTaker,
  children: readonly Part[],
): Verdict {
  if (NEVER.has(tag) || LANDMARKS.has(tag)) return "no";
  const { box, shows } = visibility.clippedBox;
  const isSizeable = box.right - box.left >= MIN_WIDTH && box.bottom - box.top >= MIN_HEIGHT;
  const isHidden = !visibility.clear || !shows;
  if (isHidden && isClosedPanel(element, taker.element)) return "no";
  if (isHidden || !isSizeable) return "outside";
  if (taker.cover !== undefined && !isComposedDescendant(taker.cover, element)) return "outside";
  // A transparent field over all of a drawing is pressed and written in by itself.
  const area = (box.right - box.left) * (box.bottom - box.top);
  if (taker.cover === undefined && taker.area > area / 2) return "no";
  if (opensSomething(element) || !isPlain(children, taker.element)) return "no";
  if (areChoices(children)) return "no";
  const { click, press } = handlingOf(marks);
  const isPressed = click || press || isPressedInside(children);
  const isForText = style.cursor === "text" || hasTextCursor(element, taker.element);
  // A read-only area out of sight may as well hold what a button copies.
  if (isReadOnlyArea(taker.element)) {
    const isWritten = click || press || isForText || isPressedInside(children, isNoControl);
    return isWritten ? "editor" : "outside";
  }
  // Fields of one line stand out of sight for many reasons; an area does so to be written in.
  if (taker.element instanceof HTMLInputElement && !isPressed && !isForText) return "outside";
  const isAround = style.position !== "static" && isPlaced(taker.element);
  return isPressed || isForText || isAround || draws(element, taker.element) ? "editor" : "outside";
}

/**
 * Tells whether an element out of sight is a panel that is closed, and not only the wrapper of a field: a field of one
 * line in it is there to search what the panel lists.
 */
function isClosedPanel(element: Element, taker: Element): boolean {
  if (!(taker instanceof HTMLInputElement)) return false;
  return layersOf(element).some(
    (layer) => !(layer instanceof HTMLLabelElement) && !isComposedDescendant(taker, layer),
  );
}

const NEVER: ReadonlySet<string> = new Set("html body fieldset table tbody tr ul ol dl".split(" "));

function opensSomething(element: Element): boolean {
  const own = unshadowed(element);
  if (own.ariaExpanded !== null) return true;
  return (
    OPENERS.has(roleOf(element)) || (own.ariaHasPopup !== null && own.ariaHasPopup !== "false")
  );
}

const OPENERS: ReadonlySet<string> = new Set(
  "combobox listbox grid treegrid table tree menu tablist radiogroup".split(" "),
);

/** Tells whether parts are a text with a few controls at most, and no form, table or article. */
function isPlain(parts: readonly Part[], taker: Element): boolean {
  return parts.every((part) => {
    if (part.kind === "text") return true;
    if (part.kind === "unread") return false;
    if (part.element === taker || WINDOWS.has(roleOf(part.element))) return true;
    // Suggestions for what is typed in an area; a field of one line may be there to search them.
    if (isList(part) && !(taker instanceof HTMLInputElement)) return true;
    if (part.interaction?.field !== undefined && isOwnField(part)) return false;
    if (STRUCTURES.has(part.tag) || OPENERS.has(roleOf(part.element))) return false;
    return isPlain(part.children, taker);
  });
}

/** Tells whether a person would write into a part itself, and it is no further helper of the editor. */
function isOwnField({ element, box }: ElementPart): boolean {
  const own = unshadowed(element);
  const isRead = "readOnly" in element && element.readOnly === true;
  if (box === undefined || isRead || own.ariaHidden === "true") return false;
  return (box.right - box.left) * (box.bottom - box.top) > SPECK;
}

const STRUCTURES: ReadonlySet<string> = new Set(
  "table form ul ol dl h1 h2 h3 h4 h5 h6 article main nav fieldset iframe".split(" "),
);

/** Tells whether a part is a window of the editor, such as that of its search, or a list of suggestions. */
export function isWindow(part: ElementPart): boolean {
  return WINDOWS.has(roleOf(part.element)) || isList(part);
}

function isList({ element }: ElementPart): boolean {
  return LISTS.has(roleOf(element));
}

const LISTS: ReadonlySet<string> = new Set(["listbox", "menu"]);

const WINDOWS: ReadonlySet<string> = new Set(["dialog", "toolbar", "search", "tooltip"]);

/** Tells whether parts are things to press rather than a text: two or more hold at least half of the words. */
function areChoices(parts: readonly Part[]): boolean {
  const pressed = pressedIn(parts);
  if (pressed.length < 2) return false;
  return 2 * lengthOf(pressed) >= lengthOf(parts);
}

function pressedIn(parts: readonly Part[]): ElementPart[] {
  return parts.flatMap((part) => {
    if (part.kind !== "element") return [];
    const evidence = part.interaction?.evidence ?? [];
    return evidence.some((word) => CHOICE.has(word)) ? [part] : pressedIn(part.children);
  });
}

/** Words of evidence that say that a person takes an element for something to press. */
const CHOICE: ReadonlySet<string> = new Set(["pointer", "tag"]);

function lengthOf(parts: readonly Part[]): number {
  let length = 0;
  for (const part of parts) {
    if (part.kind === "text") length += part.text.trim().length;
    else if (part.kind === "element") length += lengthOf(part.children);
  }
  return length;
}

function isPressedInside(
  parts: readonly Part[],
  counts: (part: ElementPart) => boolean = () => true,
): boolean {
  return parts.some((part) => {
    if (part.kind !== "element" || !counts(part)) return false;
    const evidence = part.interaction?.evidence ?? [];
    return evidence.some((word) => PRESSED.test(word)) || isPressedInside(part.children, counts);
  });
}

function isNoControl({ tag, element }: ElementPart): boolean {
  return tag !== "button" && tag !== "a" && roleOf(element) === "";
}

/** Words of evidence that say that an element listens for presses or clicks. */
const PRESSED = /press|click|^(?:listener|react|solid|svelte|jquery|attribute)$/;

/** Tells whether a field is placed by the element around it, out of the flow of its text. */
function isPlaced(taker: Element): boolean {
  const { position } = getComputedStyle(taker);
  return position === "absolute" || position === "fixed";
}

/** Tells whether one of the layers in an element has the pointer of a text. */
function hasTextCursor(element: Element, taker: Element): boolean {
  return layersOf(element).some(
    (layer) => layer !== taker && getComputedStyle(layer).cursor === "text",
  );
}

/** Tells whether something beside the field has room to show a text. */
function draws(element: Element, taker: Element): boolean {
  return layersOf(element).some((layer) => {
    if (isComposedDescendant(taker, layer)) return false;
    const { width, height } = unshadowed(layer).getBoundingClientRect();
    const isSeen = unshadowed(layer).checkVisibility({
      opacityProperty: true,
      visibilityProperty: true,
    });
    return isSeen && width >= MIN_WIDTH && height >= MIN_HEIGHT;
  });
}

function layersOf(element: Element): Element[] {
  const layers: Element[] = [];
  for (const child of composedChildren(element, () => null).slice(0, MAX_CHILDREN)) {
    if (child instanceof Element) layers.push(child);
  }
  return layers;
}
