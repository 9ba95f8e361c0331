// Finds the elements of a page that a person can act on, and the evidence for each.
import { behindModal, covers } from "./modal.ts";
import type { DocumentFacts, ElementFacts, PageFacts } from "./page-facts.ts";
import type { Sight } from "./visibility.ts";

export interface Truth {
  /** The index in the page's elements. */
  readonly index: number;
  /** The evidence that it is interactive, the strongest first. */
  readonly evidence: readonly Evidence[];
}

export type Evidence = "native" | "editable" | "role" | "tabindex" | "listener" | "pointer";

/** Lists events of a press. Dragging begins with them, too, and keys are heard for whatever has the focus inside. */
const PRESSES: ReadonlySet<string> = new Set([
  "mousedown",
  "pointerdown",
  "keydown",
  "keypress",
  "dblclick",
]);
/** An element that listens for this many types is a framework's root, which listens for what stands in it. */
const ALL_THERE_IS = 25;

/** Lists ARIA's widget roles that a person acts on, and not on what they hold. */
const WIDGETS: ReadonlySet<string> = new Set(
  "button link checkbox radio switch tab menuitem menuitemcheckbox menuitemradio option treeitem combobox textbox searchbox slider spinbutton".split(
    " ",
  ),
);

/**
 * Lists roles that are focusable for what they hold, or to be scrolled by keys: a person does not act on them
 * themselves.
 */
const STRUCTURES: ReadonlySet<string> = new Set(
  "tabpanel region main document article dialog alertdialog alert status log heading group list listbox grid table row rowgroup tree treegrid menu menubar tablist radiogroup toolbar application complementary banner navigation form search figure img image paragraph scrollbar RootWebArea Section".split(
    " ",
  ),
);

/** Finds the elements that can be seen and acted on, without those that only listen for what stands in them. */
export function truthOf(facts: PageFacts, sights: readonly Sight[]): Truth[] {
  const { elements, documents } = facts;
  const behind = behindModal(facts, sights);
  const evidence = elements.map((element, index) =>
    isReachable(element, sights[index]) ? ownEvidence(element, elements) : [],
  );
  const inside = countInside(elements, (index) => (evidence[index]?.length ?? 0) > 0);
  return elements.flatMap((element, index) => {
    if (behind[index] === true || !isReachable(element, sights[index])) return [];
    if (isBackdrop(element, documents[element.document])) return [];
    const found = [...(evidence[index] ?? [])];
    const held = inside[index] ?? 0;
    if (listensForItself(element, held)) found.push("listener");
    if (held <= 1 && pointerBegins(element, elements)) found.push("pointer");
    return found.length === 0 ? [] : [{ index, evidence: found }];
  });
}

/**
 * Tells whether an element listens for itself: listeners around controls hear what is done to the controls, unless
 * the element shows that it is one itself.
 */
function listensForItself(element: ElementFacts, held: number): boolean {
  const { tag, listeners, focusable, style } = element;
  if (new Set(listeners).size >= ALL_THERE_IS) return false;
  // A label acts for its control.
  if (tag === "html" || tag === "body" || tag === "label" || held > 1) return false;
  const shown = focusable || style["cursor"] === "pointer";
  return (
    (listeners.includes("click") && (shown || held === 0)) ||
    (listeners.some((type) => PRESSES.has(type)) && shown)
  );
}

/** Tells whether a person could act on it, if it were something to act on. */
function isReachable(element: ElementFacts, sight: Sight | undefined): boolean {
  if (element.inert || isDisabled(element)) return false;
  if (element.style["pointer-events"] === "none" && element.tag !== "input") return false;
  if (sight?.box === undefined) return false;
  // Real controls of no opacity lie over drawn ones; other transparent elements show nothing to act on.
  return !sight.transparent || (isNative(element, []) && !isKeptFromAll(element));
}

/**
 * Tells whether a control can't be seen, is out of the keyboard's way, and is passed over by screen readers. No
 * person gets to it: it holds a value for the drawn control beside it. Browsers call it a field all the same, and an
 * agent that was shown it would write where nobody can.
 */
function isKeptFromAll({ attributes }: ElementFacts): boolean {
  return attributes["aria-hidden"] === "true" && Number(attributes["tabindex"] ?? 0) < 0;
}

/** Tells whether a dialog stands before the element: a click there closes the dialog, as its own button does. */
function isBackdrop(
  { style, box, tag }: ElementFacts,
  document: DocumentFacts | undefined,
): boolean {
  if (tag !== "div" || style["position"] !== "fixed" || box === undefined) return false;
  return document !== undefined && covers(box, document.view);
}

export function isDisabled(element: ElementFacts): boolean {
  const { attributes, disabled } = element;
  // A custom element passes `disabled` on to the control it is made of.
  const takesIt = isNative(element, []) || element.tag.includes("-");
  const byAttribute = "disabled" in attributes && takesIt;
  return disabled || byAttribute || attributes["aria-disabled"] === "true";
}

function ownEvidence(element: ElementFacts, elements: readonly ElementFacts[]): Evidence[] {
  const evidence: Evidence[] = [];
  const { role, attributes, focusable } = element;
  if (isNative(element, elements)) evidence.push("native");
  if (isEditingHost(element)) evidence.push("editable");
  if (evidence.length > 0) return evidence;
  // A select lists its options itself.
  if (element.tag === "option") return evidence;
  const told = attributes["role"]?.split(" ")[0] ?? role ?? "";
  if (WIDGETS.has(told) && role !== undefined) evidence.push("role");
  const tabIndex = Number.parseInt(attributes["tabindex"] ?? "", 10);
  if (focusable && tabIndex >= 0 && !STRUCTURES.has(role ?? told)) evidence.push("tabindex");
  return evidence;
}

/** Tells whether it is one of HTML's interactive elements; without `elements`, one of the form's controls. */
function isNative(
  { tag, attributes, parent }: ElementFacts,
  elements: readonly ElementFacts[],
): boolean {
  switch (tag) {
    case "input":
      return attributes["type"]?.toLowerCase() !== "hidden";
    case "button":
    case "select":
    case "textarea":
      return true;
    case "a":
      return elements.length > 0 && "href" in attributes;
    case "summary":
      return parent !== undefined && elements[parent]?.tag === "details";
    default:
      return false;
  }
}

function isEditingHost({ attributes }: ElementFacts): boolean {
  const editable = attributes["contenteditable"];
  return editable !== undefined && editable !== "false" && editable !== "inherit";
}

/**
 * Tells whether it shows the pointer and what it stands in does not; a part of a control or link has it from there.
 */
function pointerBegins(element: ElementFacts, elements: readonly ElementFacts[]): boolean {
  const { tag, style } = element;
  if (style["cursor"] !== "pointer" || tag === "html" || tag === "body") return false;
  const around = element.parent === undefined ? undefined : elements[element.parent];
  if (around?.style["cursor"] === "pointer") return false;
  for (let at = around; at !== undefined;) {
    if (isNative(at, elements) || WIDGETS.has(at.attributes["role"] ?? "")) return false;
    at = at.parent === undefined ? undefined : elements[at.parent];
  }
  return true;
}

/** Counts how many of the chosen elements stand in each. */
export function countInside(
  elements: readonly ElementFacts[],
  isChosen: (index: number) => boolean,
): number[] {
  const counts = elements.map(() => 0);
  for (let index = elements.length - 1; index >= 0; index--) {
    const parent = elements[index]?.parent;
    if (parent === undefined) continue;
    counts[parent] = (counts[parent] ?? 0) + (counts[index] ?? 0) + (isChosen(index) ? 1 : 0);
  }
  return counts;
}
