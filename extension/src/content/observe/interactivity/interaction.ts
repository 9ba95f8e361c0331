// Decides how a person can act on an element, from its tag, its role, its handlers and its cursor.
import { editContextOf } from "../../dom/edit-context.ts";
import { isEditingHost, LANDMARKS } from "../../dom/element-kinds.ts";
import { controlBehind } from "../../dom/labels.ts";
import type { EntryListener } from "./entry-listener.ts";
import { ENTRY_TAGS } from "./likes.ts";
import { fieldKindOf, isForOthers } from "./field-kind.ts";
import type { Handling } from "./handling.ts";
import { handlerWords, handlingOf, isActiveRole, isMadeFocusable } from "./handling.ts";
import {
  allListen,
  countInteractive,
  holdsInteractive,
  isMostlyFree,
  saysNothingElse,
  THROUGH,
} from "./controls-within.ts";
import { takesPointer } from "./pointer-target.ts";
import type { Box, FieldKind, Interaction, Part } from "../tree/parts.ts";
import { holdsDrawn } from "../tree/parts.ts";
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
  /** Holds what it listens for, as `handlerMark` has it. */
  readonly marks: number;
  /** True if a cursor that says that it can be dragged is its own, and not inherited. */
  readonly gripBegins: boolean;
  readonly box: Box;
  /** What listens for it, if it is an entry of a container that listens for many. */
  readonly entry: EntryListener | undefined;
  /** True if it is a group of such entries, or a place where things are dropped, such as a column of a board. */
  readonly holdsEntries: boolean;
  /** True if it listens for entries that are told. */
  readonly entriesTold: boolean;
  /** Tells whether something around it listens, and the page marks it while the pointer is over it. */
  readonly isMarkedUnderPointer: () => boolean;
  /** True if controls in it show only while the pointer is over it. */
  readonly revealsUnderPointer: boolean;
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
  const { element, tag, attributes, role, native, style, pointerBegins, marks, entry } = signals;
  const { gripBegins } = signals;
  const focusable = attributes.includes("tabindex") && isMadeFocusable(element, tag, role, style);
  const aimed = !native && (pointerBegins || gripBegins);
  const marked = !aimed && tag !== "label" && signals.isMarkedUnderPointer();
  const speaks =
    marks !== 0 ||
    role !== "" ||
    native ||
    aimed ||
    focusable ||
    marked ||
    signals.revealsUnderPointer ||
    entry !== undefined ||
    signals.holdsEntries;
  // This is by far the most frequent case: text and what is around it.
  if (!speaks && tag !== "label" && !attributes.includes("contenteditable")) {
    const isWritten = tag === "body" && isEditingHost(element);
    if (!isWritten && editContextOf(element) === undefined) return undefined;
  }
  const field = fieldKindOf(signals);
  const handling = handlingOf(marks);
  const behind = element instanceof HTMLLabelElement ? controlBehind(element) : null;
  const traits: Traits = {
    field,
    handling,
    native,
    role: isActiveRole(role, element) && !isForOthers(signals),
    standIn: behind !== null,
    pointerBegins,
    focusable,
    gripBegins,
    entry,
    marked,
    holdsEntries: signals.holdsEntries,
    reveals: signals.revealsUnderPointer,
  };
  const reason = whyNotClicked(signals, traits);
  const hoverable = isHoverable(signals, handling);
  const draggable = isDraggable(signals, handling);
  if (entry !== undefined && (reason === undefined || draggable)) entry.hasTold = true;
  if (reason !== undefined && !hoverable && !draggable && field === undefined) {
    if (signals.onRejected !== undefined) {
      const evidence = evidenceOf(traits, marks);
      if (evidence.length > 0) signals.onRejected({ element, evidence, not: reason });
    }
    return undefined;
  }
  // A label that listens itself hears a press, whatever its control does.
  const disabled = isDisabled(element) || (marks === 0 && behind !== null && isDisabled(behind));
  const not = reason ?? whyOutOfReach(signals, disabled);
  if (not === THROUGH && !native && role === "" && field === undefined) {
    // Its author took it from the pointer, and the keyboard never reached it.
    signals.onRejected?.({ element, evidence: evidenceOf(traits, marks), not });
    return undefined;
  }
  return {
    clickable: not === undefined,
    hoverable: hoverable && !signals.inert && takesPointer(element, style),
    draggable: draggable && !signals.inert && takesPointer(element, style),
    aroundMany: isAroundMany(signals, handling),
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
  readonly gripBegins: boolean;
  readonly entry: EntryListener | undefined;
  readonly marked: boolean;
  readonly holdsEntries: boolean;
  readonly reveals: boolean;
}

function evidenceOf(traits: Traits, marks: number): string[] {
  const words: string[] = [];
  if (traits.native) words.push("tag");
  if (traits.field === "contenteditable" || traits.field === "editor") words.push("editable");
  if (traits.role) words.push("role");
  if (traits.standIn) words.push("label");
  words.push(...handlerWords(marks));
  if (traits.pointerBegins) words.push("pointer");
  if (traits.focusable) words.push("focusable");
  if (traits.gripBegins) words.push("grip");
  if (traits.entry !== undefined) words.push("entry");
  if (traits.marked || traits.reveals) words.push("hover-rule");
  if (traits.holdsEntries) words.push("entries");
  return words;
}

/** Returns the reason why an element takes no clicks; undefined if it does. */
function whyNotClicked(signals: Signals, traits: Traits): string | undefined {
  const { element, tag, children } = signals;
  const { handling, pointerBegins, focusable, entry, marked } = traits;
  if (traits.field === "contenteditable" || traits.field === "editor") return undefined;
  if (traits.native) return undefined;
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
  // A listener around many is for this one too.
  const served = entry?.takesClicks === true && (entry.mostArePlain || marked);
  const shown = pointerBegins || focusable;
  if (traits.field === "widget") return "its options take them";
  if (signals.entriesTold && !focusable) return "its entries take them";
  if (handling.drag && !handling.click && SORTED.has(tag)) return "what lies in it is dragged";
  if (!handles && !shown && !served && !marked)
    return handling.key ? "it takes no focus" : "nothing says so";
  const inside = countInteractive(children, 2);
  if (inside === 0) {
    // Landmarks listen for presses on behalf of others: to close menus, to track, to be swiped.
    return shown || handling.click || !LANDMARKS.has(tag) ? undefined : "it is a part of the page";
  }
  // What listens for more than clicks goes by the place in its drawing, which may hold shapes without a name.
  if (handling.click && (handling.press || handling.hover) && holdsDrawn(children))
    return undefined;
  const hasRoom = !saysNothingElse(children) || isMostlyFree(signals.box, children);
  // A day with an event in it is still a day.
  if (served && entry.mostArePlain && hasRoom) return undefined;
  if (inside === 1 && saysNothingElse(children)) return "its only control takes them";
  // If the controls in an entry listen themselves, the entry's own listener is not for them.
  if (handling.click && ENTRY_TAGS.has(tag) && allListen(children)) return undefined;
  // A handler around several controls, without a pointer cursor, is most likely for them.
  return pointerBegins || (handles && focusable) || (served && marked)
    ? undefined
    : "the controls in it take them";
}

/** A list that takes what is dragged to it, and hears presses, sorts its entries: it is no button. */
const SORTED: ReadonlySet<string> = new Set(["ul", "ol", "tbody", "table", "dl", "menu"]);

function whyOutOfReach(signals: Signals, disabled: boolean): string | undefined {
  if (disabled) return "disabled";
  if (signals.inert) return "inert";
  return takesPointer(signals.element, signals.style) ? undefined : THROUGH;
}

function isHoverable(signals: Signals, handling: Handling): boolean {
  const hovers = handling.hover || signals.revealsUnderPointer;
  return hovers && isForItself(signals, handling);
}

function isDraggable(signals: Signals, handling: Handling): boolean {
  const { gripBegins, entry, holdsEntries } = signals;
  const speaks = handling.drag || gripBegins || holdsEntries || entry?.sorts === true;
  return speaks && signals.tag !== "html" && isForItself(signals, handling);
}

/** Tells whether an element is a list or a place for other things, and no thing to be dragged itself. */
function isAroundMany(signals: Signals, { drag }: Handling): boolean {
  const { element, children, entry, entriesTold, holdsEntries, gripBegins } = signals;
  if (entriesTold || holdsEntries) return true;
  const isDragged = unshadowed(element).getAttribute("draggable") === "true";
  const isThing = entry !== undefined || gripBegins || isDragged;
  return drag && !isThing && children.some(holdsInteractive);
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
