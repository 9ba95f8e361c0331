// Finds what of a drawing can be acted on or has a name, beyond the shapes that listen themselves.
import type { HandlerMarks } from "../../bridge/handler-scan.ts";
import { CLICK_ROLES, firstRole } from "../../dom/element-kinds.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import { shapeDataName } from "../naming/data-name.ts";
import { wordsOnShape } from "../naming/shape-name.ts";
import type { HoverRules } from "./hover-rules.ts";
import type { Interaction, Part } from "../tree/parts.ts";
import { DRAWN, partText } from "../tree/parts.ts";
import { pictureName } from "../tree/picture-name.ts";
import { handlingOf } from "./handling.ts";

/** Says what holds for the shapes of a drawing that stand in an element. */
export interface WithinDrawing {
  /** True if something around listens for clicks on them. */
  readonly delegated: boolean;
  /** True if some shapes have the pointer cursor: clicks are for these, and not for what stands beside them. */
  readonly aimed: boolean;
}

/** Contents that make more of a drawing than lines, wherever it stands. */
export const DRAWN_WORDS = 'text, foreignObject, a, [tabindex="0"]';

/** Contents that are there to be acted on. */
const DRAWN_CONTROLS = [...CLICK_ROLES].map((role) => `[role="${role}"]`).join(", ");

/** Names of single shapes. */
const DRAWN_NAMES = ":scope * > title, :scope [aria-label], :scope [aria-labelledby]";

/** The most shapes of one drawing whose cursors are asked for: a style costs about 1 µs. */
const MOST_CURSORS = 3_000;

/**
 * Tells whether a drawing holds anything to act on, or with a name. Anything else is one picture.
 *
 * @param pointer the drawing has the pointer cursor, which its shapes inherit
 */
export function holdsTargets(
  drawing: Around,
  marks: HandlerMarks,
  pointer: boolean,
  hoverRules: HoverRules,
): boolean {
  const { element } = drawing;
  if (element.querySelector(DRAWN_CONTROLS) !== null) return true;
  if (!pointer && element.querySelector(DRAWN_NAMES) !== null) return true;
  let looks = 0;
  let holdsKnown = false;
  for (const shape of element.querySelectorAll("*")) {
    const attributes = shape.getAttributeNames();
    if (marks.marksOf(shape, attributes) !== 0) return true;
    if (pointer || !(shape instanceof SVGGraphicsElement)) continue;
    holdsKnown ||= attributes.some((name) => name.startsWith("data-")) || hoverRules.mark(shape);
    if (looks++ < MOST_CURSORS && getComputedStyle(shape).cursor === "pointer") return true;
  }
  return holdsKnown && isListenedFor(drawing, marks);
}

/** Tells whether some of the first shapes in a part of a drawing have the pointer cursor. */
export function holdsAimed(part: Element): boolean {
  const shapes = [...part.querySelectorAll("*")].slice(0, MOST_AIMED);
  return shapes.some(
    (shape) => shape instanceof SVGGraphicsElement && getComputedStyle(shape).cursor === "pointer",
  );
}

const MOST_AIMED = 200;

/** The most levels between a drawing and the element that listens for it. */
const MOST_LEVELS = 3;
/** The share of the listening element that the drawing takes at least. */
const LEAST_SHARE = 0.5;

interface Around {
  readonly element: Element;
  readonly attributes: readonly string[];
  readonly role: string | null;
  readonly native: boolean;
  readonly style: CSSStyleDeclaration;
  readonly outer: Around | undefined;
}

/** Tells whether clicks on a drawing's shapes go to a listener of the drawing, or of what it fills. */
export function isListenedFor(drawing: Around, marks: HandlerMarks): boolean {
  const { width, height } = drawing.element.getBoundingClientRect();
  let at: Around | undefined = drawing;
  for (let level = 0; level <= MOST_LEVELS && at !== undefined; level++, at = at.outer) {
    const { element } = at;
    if (at.native || (level > 0 && ROOTS.has(unshadowed(element).localName))) return false;
    const box = unshadowed(element).getBoundingClientRect();
    if (width * height < LEAST_SHARE * box.width * box.height) return false;
    if (listens(at, marks)) return true;
  }
  return false;
}

const ROOTS: ReadonlySet<string> = new Set(["html", "body"]);

/** The least number of names and words in a part that listens for others than itself. */
const SEVERAL = 3;

/** Tells whether a part of a drawing is there to be clicked itself, or listens for what it holds. */
export function isTargetItself(
  part: Around,
  marks: HandlerMarks,
): "target" | "for-others" | "neither" {
  const isControl = part.native || CLICK_ROLES.has(firstRole(part.role));
  if (isControl) return "target";
  const asks = part.style.cursor === "pointer" || listens(part, marks);
  if (!asks) return "neither";
  const names = part.element.querySelectorAll(`${DRAWN_NAMES}, text`);
  return names.length < SEVERAL ? "target" : "for-others";
}

function listens({ element, attributes }: Around, marks: HandlerMarks): boolean {
  const { click, press } = handlingOf(marks.marksOf(element, attributes));
  return click || press;
}

/** The longest text that is searched for letters, in UTF-16 units. */
const MAX_TEXT = 80;

/**
 * Decides about a shape of a drawing for which nothing else spoke; undefined if it is a mere line, or says nothing
 * beyond what stands in it.
 */
export function drawnInteraction(
  element: Element,
  children: readonly Part[],
  { delegated, aimed }: WithinDrawing,
  { cursor, pointerEvents }: CSSStyleDeclaration,
): Interaction | undefined {
  const words = children.some((part) => /\p{L}/u.test(partText(part, MAX_TEXT)));
  const named = isNamed(element);
  const isMeant = delegated && (!aimed || cursor === "pointer" || cursor === "not-allowed");
  const takes = isMeant && pointerEvents !== "none";
  if (element.localName === "text") {
    if (!takes || !words || isInNamedGroup(element)) return undefined;
  } else if (named ? words && !isMeant : !takes || !isKnown(element)) return undefined;
  if (children.some(holdsInteraction)) return undefined;
  const disabled = cursor === "not-allowed";
  const not = disabled ? "disabled" : whyNotListened(isMeant, pointerEvents);
  return {
    clickable: not === undefined,
    hoverable: false,
    draggable: false,
    aroundMany: false,
    field: undefined,
    disabled,
    evidence: [...(named ? ["named"] : []), ...(delegated ? [DRAWN] : [])],
    not,
  };
}

function whyNotListened(isMeant: boolean, pointerEvents: string): string | undefined {
  if (!isMeant) return "nothing says so";
  return pointerEvents === "none" ? "pointer-events: none" : undefined;
}

function isNamed(element: Element): boolean {
  return element.hasAttribute("aria-labelledby") || pictureName(element) !== "";
}

/** Tells whether a script knows a shape by its data, or a person by words on it that let the pointer through. */
function isKnown(element: Element): boolean {
  if (shapeDataName(element) !== undefined) return true;
  const words = wordsOnShape(element);
  return words !== undefined && !words.takesPointer;
}

/** Tells whether words stand in a group whose name says more than they do. */
function isInNamedGroup({ parentElement }: Element): boolean {
  return parentElement instanceof SVGGElement && isNamed(parentElement);
}

function holdsInteraction(part: Part): boolean {
  if (part.kind !== "element") return false;
  return part.interaction !== undefined || part.children.some(holdsInteraction);
}
