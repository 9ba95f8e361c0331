// Decides how a person can act on an element, from its tag, its role, its handlers and its cursor.
import type { HandlerMarks } from "../../bridge/handler-scan.ts";
import { FIELD_ROLES, isEditingHost, LANDMARKS } from "../../dom/element-kinds.ts";
import type { Handling } from "./handling.ts";
import { handlerWords, handlingOf, isActiveRole, isMadeFocusable } from "./handling.ts";
import type { ElementPart, FieldKind, Interaction, Part } from "../tree/parts.ts";
import { holdsDrawn, isBlank } from "../tree/parts.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

/** All that the decision about one element is made from. */
export interface Signals {
  readonly element: Element;
  readonly tag: string;
  /** The names of its attributes. */
  readonly attributes: readonly string[];
  /** The role that `firstRole` returns. */
  readonly role: string;
  readonly native: boolean;
  readonly style: CSSStyleDeclaration;
  /** Its contents, which have been read already. */
  readonly children: readonly Part[];
  /** True if the pointer cursor is its own, and not inherited. */
  readonly pointerBegins: boolean;
  /** True if it stands in an inert part. */
  readonly inert: boolean;
  readonly handlerMarks: HandlerMarks;
  /** Called for elements for which something speaks but which can't be acted on. */
  readonly onRejected?: ((rejection: Rejection) => void) | undefined;
}

/** An element for which something speaks, and the reason why it can't be acted on. */
export interface Rejection {
  readonly element: Element;
  readonly evidence: readonly string[];
  readonly not: string;
}

/** If an element that listens for hovering or dragging holds more controls, it listens for them. */
const MOST_CONTROLS = 40;

/** Decides how a person can act on an element; undefined if not at all. */
export function interactionOf(signals: Signals): Interaction | undefined {
  const { element, tag, attributes, role, native, style, pointerBegins } = signals;
  const marks = signals.handlerMarks.marksOf(element, attributes);
  const focusable = attributes.includes("tabindex") && isMadeFocusable(element, tag, role, style);
  const speaks = marks !== 0 || role !== "" || native || pointerBegins || focusable;
  // This is by far the most frequent case: text and what is around it.
  if (!speaks && tag !== "label" && !attributes.includes("contenteditable")) return undefined;
  const field = fieldKind(signals, role);
  const handling = handlingOf(marks);
  const traits: Traits = {
    field,
    handling,
    native,
    role: isActiveRole(role, element) && !isWrapper(signals, role),
    standIn: element instanceof HTMLLabelElement && isStandIn(element),
    pointerBegins,
    focusable,
  };
  const reason = whyNotClicked(signals, traits);
  const hoverable = isHoverable(signals, handling);
  const draggable = isDraggable(signals, handling);
  if (reason !== undefined && !hoverable && !draggable && field === undefined) {
    if (signals.onRejected !== undefined) {
      const evidence = evidenceOf(traits, marks);
      if (evidence.length > 0) signals.onRejected({ element, evidence, not: reason });
    }
    return undefined;
  }
  const disabled = isDisabled(element);
  const not = reason ?? whyOutOfReach(signals, disabled);
  return {
    clickable: not === undefined,
    hoverable: hoverable && takesPointer(signals),
    draggable: draggable && takesPointer(signals),
    field,
    disabled,
    evidence: evidenceOf(traits, marks),
    not,
  };
}

/** Returns an interaction without any way to act, with the reason. */
export function asInert(interaction: Interaction, not = interaction.not): Interaction {
  return { ...interaction, clickable: false, hoverable: false, draggable: false, not };
}

interface Traits {
  readonly field: FieldKind | undefined;
  readonly handling: Handling;
  readonly native: boolean;
  readonly role: boolean;
  readonly standIn: boolean;
  readonly pointerBegins: boolean;
  readonly focusable: boolean;
}

function evidenceOf(traits: Traits, marks: number): string[] {
  const words: string[] = [];
  if (traits.native) words.push("tag");
  if (traits.field === "contenteditable") words.push("editable");
  if (traits.role) words.push("role");
  if (traits.standIn) words.push("label");
  words.push(...handlerWords(marks));
  if (traits.pointerBegins) words.push("pointer");
  if (traits.focusable) words.push("focusable");
  return words;
}

/** Returns the reason why an element takes no clicks; undefined if it does. */
function whyNotClicked(signals: Signals, traits: Traits): string | undefined {
  const { element, tag, children } = signals;
  const { handling, pointerBegins, focusable } = traits;
  if (traits.field === "contenteditable" || traits.native) return undefined;
  if (element === document.body || tag === "html") return "the whole page";
  if (traits.role) return undefined;
  const handles = handling.click || handling.press;
  if (element instanceof HTMLLabelElement && element.control !== null) {
    if (traits.standIn) return undefined;
    // A control within its label has the label hear its own clicks; one beside it does not.
    const isBeside = !unshadowed(element).contains(element.control);
    return handles && isBeside && !handling.delegate ? undefined : "its control shows";
  }
  if (handling.delegate) return "it listens for others";
  const shown = pointerBegins || focusable;
  if (traits.field === "widget") return "its options take them";
  if (!handles && !shown) return handling.key ? "it takes no focus" : "nothing says so";
  const inside = countInteractive(children, 2);
  if (inside === 0) {
    // Landmarks listen for presses on behalf of others: to close menus, to track, to be swiped.
    return shown || handling.click || !LANDMARKS.has(tag) ? undefined : "it is a part of the page";
  }
  // What listens for more than clicks goes by the place in its drawing, which may hold shapes without a name.
  if (handling.click && (handling.press || handling.hover) && holdsDrawn(children))
    return undefined;
  if (inside === 1 && saysNothingElse(children)) return "its only control takes them";
  // A handler around several controls, without a pointer cursor, is most likely for them.
  return pointerBegins || (handles && focusable) ? undefined : "the controls in it take them";
}

function whyOutOfReach(signals: Signals, disabled: boolean): string | undefined {
  if (disabled) return "disabled";
  if (signals.inert) return "inert";
  if (signals.style.pointerEvents !== "none" || holdsPointerTarget(signals.element))
    return undefined;
  return NO_POINTER;
}

function takesPointer({ inert, style, element }: Signals): boolean {
  return !inert && (style.pointerEvents !== "none" || holdsPointerTarget(element));
}

/** Shapes of a group that are asked. */
const MAX_SHAPES = 10;

/** Tells whether a group of a drawing takes the pointer by a shape of it, although it takes none itself. */
function holdsPointerTarget(element: Element): boolean {
  if (!(element instanceof SVGGElement)) return false;
  const shapes = [...element.querySelectorAll("*")].slice(0, MAX_SHAPES);
  return shapes.some((shape) => getComputedStyle(shape).pointerEvents !== "none");
}

function isHoverable(signals: Signals, handling: Handling): boolean {
  return handling.hover && isForItself(signals, handling);
}

function isDraggable(signals: Signals, handling: Handling): boolean {
  return handling.drag && signals.tag !== "html" && isForItself(signals, handling);
}

function isForItself({ element, children }: Signals, { delegate }: Handling): boolean {
  return (
    !delegate &&
    element !== document.body &&
    countInteractive(children, MOST_CONTROLS) < MOST_CONTROLS
  );
}

/** Tells whether an element is disabled by its attribute, its fieldset, or an ARIA state, which descendants share. */
export function isDisabled(element: Element): boolean {
  const own = unshadowed(element);
  return own.matches(":disabled") || own.closest('[aria-disabled="true" i]') !== null;
}

function fieldKind(signals: Signals, role: string): FieldKind | undefined {
  const { element, tag } = signals;
  if (element instanceof HTMLInputElement) {
    return NOT_FIELDS.has(element.type) ? undefined : "input";
  }
  if (tag === "textarea" || tag === "select") return tag;
  if (isEditingHost(element)) return "contenteditable";
  return FIELD_ROLES.has(role) && !isWrapper(signals, role) ? "widget" : undefined;
}

/** Tells whether an element has a field's role, but stands around the real field (ARIA 1.1's combobox). */
function isWrapper({ children }: Signals, role: string): boolean {
  return FIELD_ROLES.has(role) && role !== "listbox" && holdsField(children);
}

function holdsField(parts: readonly Part[]): boolean {
  return parts.some(
    (part) =>
      part.kind === "element" &&
      (part.interaction?.field !== undefined || holdsField(part.children)),
  );
}

const NOT_FIELDS: ReadonlySet<string> = new Set(["hidden", "submit", "button", "reset", "image"]);

/** Tells whether the browser itself gives an element an activation behaviour (HTML standard). */
export function isNativeControl(element: Element, tag: string): boolean {
  switch (tag) {
    case "button":
    case "select":
    case "textarea":
    case "input":
      return true;
    case "a":
    case "area":
      return element.hasAttribute("href") || element.hasAttribute("xlink:href");
    case "summary":
      return element.parentElement?.localName === "details";
    case "details":
      return isClosedWithoutSummary(element);
    case "video":
    case "audio":
      return element.hasAttribute("controls");
    default:
      return false;
  }
}

/** Tells whether `details` shows only the browser's own summary (HTML standard, 4.11.1). */
export function isClosedWithoutSummary(details: Element): boolean {
  return !details.hasAttribute("open") && details.querySelector(":scope > summary") === null;
}

/** Tells whether a label stands in for a control that can't be seen: a person clicks the label then. */
function isStandIn(label: HTMLLabelElement): boolean {
  const control = label.control;
  return control !== null && !control.checkVisibility({ visibilityProperty: true });
}

/** Counts the controls in `parts`, up to about `enough`. */
function countInteractive(parts: readonly Part[], enough: number): number {
  let count = 0;
  for (const part of parts) {
    if (count >= enough) break;
    if (part.kind === "text") continue;
    if (part.kind === "unread") {
      count += Math.round(part.count * part.controls);
      continue;
    }
    const { interaction } = part;
    if (interaction !== undefined && !isPassive(interaction) && !isPassedThrough(interaction)) {
      count++;
    }
    count += countInteractive(part.children, enough - count);
  }
  return count;
}

/** Tells whether the pointer goes through a control to what it stands in. */
function isPassedThrough({ not }: Interaction): boolean {
  return not === "inert" || not === NO_POINTER;
}

const NO_POINTER = "pointer-events: none";

/**
 * Moves hovering from an element that only listens for the pointer to the one control that it holds and nothing
 * else: that is where a person points. Returns whether it did.
 */
export function passHoverToControl(around: Interaction, children: readonly Part[]): boolean {
  // An element that can be dragged, or dragged to, is more than the control in it.
  if (!isPassive(around) || around.draggable || countInteractive(children, 2) !== 1) return false;
  const control = onlyControl(children);
  if (control?.interaction?.clickable !== true || !saysNothingElse(children)) return false;
  const { evidence } = control.interaction;
  control.interaction = {
    ...control.interaction,
    hoverable: true,
    evidence: [...new Set([...evidence, ...around.evidence])],
  };
  return true;
}

function onlyControl(parts: readonly Part[]): ElementPart | undefined {
  for (const part of parts) {
    if (part.kind !== "element") continue;
    const found = part.interaction === undefined ? onlyControl(part.children) : part;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Tells whether an element only listens for hovering or dragging, and so takes no click from what it stands in. */
export function isPassive(interaction: Interaction): boolean {
  const { clickable, hoverable, draggable, field, disabled } = interaction;
  return (hoverable || draggable) && !clickable && field === undefined && !disabled;
}

/** Tells whether parts hold controls and nothing else: the pointer cursor around is the control's then. */
function saysNothingElse(parts: readonly Part[]): boolean {
  return parts.every(
    (part) =>
      isBlank(part) ||
      (part.kind === "element" &&
        (part.interaction !== undefined || saysNothingElse(part.children))),
  );
}
