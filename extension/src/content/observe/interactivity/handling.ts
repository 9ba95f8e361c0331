// Reads the signals that an element can be acted on, before they are weighed.
import type { HandlerKind, HandlerSource } from "@webserv/shared/protocol/handler-marks.ts";
import {
  handlerKinds,
  handlerSources,
  otherMarks,
} from "@webserv/shared/protocol/handler-marks.ts";
import { CLICK_ROLES, GRID_ROLES, isHeading, LANDMARKS } from "../../dom/element-kinds.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import { isScrollable } from "../geometry/area.ts";
import { isRoving } from "./roving.ts";

/** Tells which kinds of handlers an element has, in whatever library. */
export interface Handling {
  readonly click: boolean;
  readonly press: boolean;
  readonly hover: boolean;
  readonly key: boolean;
  /** True if it takes what is dragged over it, or is dragged itself. */
  readonly drag: boolean;
  /** True if it listens on behalf of others. */
  readonly delegate: boolean;
}

const SOURCES = Object.entries(handlerSources);
const KINDS = Object.entries(handlerKinds);

/** Decodes an element's handler marks. */
export function handlingOf(marks: number): Handling {
  if (marks === 0) return NO_HANDLING;
  let kinds = 0;
  for (const [, shift] of SOURCES) kinds |= (marks >> shift) & 15;
  return {
    click: (kinds & handlerKinds.click) !== 0,
    press: (kinds & handlerKinds.press) !== 0,
    hover: (kinds & handlerKinds.hover) !== 0,
    key: (kinds & handlerKinds.key) !== 0,
    drag: (marks & otherMarks.drag) !== 0,
    delegate: (marks & otherMarks.delegate) !== 0,
  };
}

const NO_HANDLING: Handling = {
  click: false,
  press: false,
  hover: false,
  key: false,
  drag: false,
  delegate: false,
};

/** Returns one word for each handler, as evidence: `listener`, `react-hover`, `onclick`. */
export function handlerWords(marks: number): string[] {
  const words: string[] = [];
  if (marks === 0) return words;
  for (const [source, shift] of SOURCES) {
    for (const [kind, bit] of KINDS) {
      if (((marks >> shift) & bit) !== 0) words.push(handlerWord(source, kind));
    }
  }
  if ((marks & otherMarks.drag) !== 0) words.push("drag");
  if ((marks & otherMarks.delegate) !== 0) words.push("delegate");
  return words;
}

function handlerWord(source: string, kind: string): string {
  const isClick = kind === ("click" satisfies HandlerKind);
  if (source === ("property" satisfies HandlerSource)) return isClick ? "onclick" : `on-${kind}`;
  return isClick ? source : `${source}-${kind}`;
}

/** Tells whether a role is one to act on, by itself or because the element takes the focus too. */
export function isActiveRole(role: string, element: Element): boolean {
  if (CLICK_ROLES.has(role)) return true;
  if (!GRID_ROLES.has(role)) return false;
  return unshadowed(element).hasAttribute("tabindex") || isRoving(element);
}

/**
 * Tells whether an author has made an otherwise plain element focusable by the keyboard, so that it is there to be
 * used. Scrollers and landmarks are focusable in order to be read.
 */
export function isMadeFocusable(
  element: Element,
  tag: string,
  role: string,
  style: CSSStyleDeclaration,
): boolean {
  const written = unshadowed(element).getAttribute("tabindex");
  if (written === null) return false;
  const isForReading = !CLICK_ROLES.has(role) && !GRID_ROLES.has(role) && role !== "separator";
  if (role !== "" && isForReading) return false;
  if (LANDMARKS.has(tag) || isHeading(tag, role) || tag === "iframe" || isScroller(style)) {
    return false;
  }
  return Number.parseInt(written, 10) >= 0 || isRoving(element);
}

function isScroller({ overflowX, overflowY }: CSSStyleDeclaration): boolean {
  return isScrollable(overflowX) || isScrollable(overflowY);
}
