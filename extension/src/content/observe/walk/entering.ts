// Reads the first half of an element: what it is before anything is known of its contents.
import type { Inherited, OpenElement, WalkContext } from "./open-element.ts";
import { drawingWithin, isOnePicture } from "./entering-drawings.ts";
import { composedChildren } from "../../dom/composed-tree.ts";
import { firstRole, isFrame, isHeading, NAMING, SKIPPED, tagOf } from "../../dom/element-kinds.ts";
import { formulaText } from "../naming/formula-text.ts";
import type { EntryListener } from "../interactivity/entry-listener.ts";
import { entryListenerOf, isOfPage, listensForClicks } from "../interactivity/entry-listener.ts";
import { isGrip } from "../interactivity/series-in.ts";
import { handlingOf } from "../interactivity/handling.ts";
import { isClosedWithoutSummary, isNativeControl } from "../interactivity/interaction.ts";
import { visibilityOf } from "../visibility/element-visibility.ts";
import { isModal } from "../interactivity/modal-layer.ts";
import type { Part } from "../tree/parts.ts";
import { ownText } from "../tree/parts.ts";
import { isRoot } from "../geometry/clipped-box.ts";
import { isSecret } from "../secrecy/secrets.ts";
import type { RevealRules } from "../styles/reveal-rules.ts";
import { SeriesWindows } from "../budget/series-windows.ts";
import type { TextLegibility } from "../visibility/text-legibility.ts";
import { reasonOf } from "../secrecy/unseen-texts.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

export interface Entering {
  readonly context: WalkContext;
  readonly textLegibility: TextLegibility;
  readonly revealRules: RevealRules;
  /** Notes an element that is nested too deeply. */
  readonly tooDeep: Element[];
  /** The numbers of headings and texts that have been read. */
  readonly headings: number;
  readonly texts: number;
}

/** The HTML parser stops nesting at 512; scripts can go on. */
const MAX_DEPTH = 800;

/**
 * Returns the element as one whose contents are to be read; a part if that is all that shows of it;
 * undefined if nothing of it shows.
 */
export function enter(
  element: Element,
  around: Inherited,
  outer: OpenElement | undefined,
  entering: Entering,
): OpenElement | Part | undefined {
  const own = unshadowed(element);
  const tag = tagOf(element);
  if (SKIPPED.has(tag)) return undefined;
  // Neither has a box of its own; what they belong to shows.
  if (tag === "br") return ownText("\n");
  if (tag === "option" || tag === "optgroup") return undefined;
  const style = getComputedStyle(element);
  const { display } = style;
  if (display === "none" && tag !== "area") {
    entering.context.unseen?.addAllIn(element, "not-drawn");
    entering.revealRules.addHidden(element);
    return undefined;
  }
  if (around.depth > MAX_DEPTH) {
    entering.tooDeep.push(element);
    return undefined;
  }
  const boxless = isRoot(element, tag) || tag === "area";
  const visibility = visibilityOf(element, style, display, boxless, around);
  if (!visibility.clear && outer?.visibility.clear === true)
    entering.revealRules.addHidden(element);
  if (tag === "math") {
    if (visibility.shown) return ownText(formulaText(element));
    const formula = {
      element,
      tag,
      style,
      display,
      visibility,
      outer,
      nodes: [],
      backdrop: undefined,
    };
    entering.context.unseen?.addAllIn(element, reasonOf(formula));
    return undefined;
  }
  // Names alone cost far less than to ask for each, and most elements have few.
  const attributes = own.hasAttributes() ? own.getAttributeNames() : NO_ATTRIBUTES;
  const role = attributes.includes("role") ? own.getAttribute("role") : null;
  const heading = visibility.clear && isHeading(tag, role);
  const native = isNativeControl(element, tag);
  const inControl = around.inControl || native;
  const { context, headings, texts } = entering;
  const { cursor } = style;
  const entered = { element, tag, attributes, role, native, style, outer, around };
  const nodes =
    hidesContents(element, tag, style, display, entering) || isOnePicture(entered, context)
      ? []
      : shownNodes(element, tag, context);
  if (context.unseen !== undefined) noteUndrawn(element, tag, nodes, context);
  const marks = context.handlerMarks.marksOf(element, attributes);
  const listening =
    marks === 0
      ? NOTHING
      : listeningIn({ element, tag, role, style, nodes }, marks, around, context);
  // Each field is named: engines make objects that are written out far faster than copies with more.
  return {
    element,
    tag,
    attributes,
    role,
    native,
    style,
    outer,
    around,
    marks,
    display,
    visibility,
    heading,
    inside: {
      clippedBox: visibility.clippedBox,
      opacity: visibility.opacity,
      // Within a control no part of its own asks for the pointer.
      pointer: inControl ? around.pointer : cursor === "pointer",
      grip: inControl ? around.grip : isGrip(cursor),
      entryListener: listening.entryListener ?? withinEntry(element, around),
      listened: around.listened || listening.listened,
      inControl,
      inNamed: around.inNamed || native || heading || role !== null || NAMING.has(tag),
      secret: around.secret || (attributes.includes("contenteditable") && isSecret(element)),
      inert: (around.inert && !isModal(element, tag)) || attributes.includes("inert"),
      depth: around.depth + 1,
      drawing:
        tag === "svg" || around.drawing !== undefined ? drawingWithin(entered, context) : undefined,
    },
    nodes,
    at: 0,
    parts: tag === "details" && isClosedWithoutSummary(element) ? [ownText(BROWSERS_SUMMARY)] : [],
    readContents: [],
    occluder: undefined,
    headings,
    texts,
    legibility: "unasked",
    backdrop: undefined,
    keyTaker: undefined,
    windows: SeriesWindows.in(nodes, context.windows, () => visibility.clippedBox.contents.reach),
    hints: 0,
    draws: undefined,
  };
}

/** Says what an element's listeners mean for what stands in it. */
interface ListeningIn {
  readonly entryListener: EntryListener | undefined;
  readonly listened: boolean;
}

const NOTHING: ListeningIn = { entryListener: undefined, listened: false };

function listeningIn(
  {
    element,
    tag,
    role,
    style,
    nodes,
  }: Pick<OpenElement, "element" | "tag" | "role" | "style" | "nodes">,
  marks: number,
  around: Inherited,
  { shadowRootOf, hoverRules }: WalkContext,
): ListeningIn {
  const handling = handlingOf(marks);
  if (!listensForClicks(handling) || isOfPage(element, tag)) return NOTHING;
  const entryListener = entryListenerOf({
    element,
    tag,
    role: firstRole(role),
    handling,
    style,
    nodes,
    depth: around.depth + 1,
    shadowRootOf,
    hoverRules,
  });
  return { entryListener, listened: handling.click && tag !== "main" };
}

/** Returns the listener for entries in an element that has none of its own; only lists stand in entries of a list. */
function withinEntry(
  element: Element,
  { entryListener, depth }: Inherited,
): EntryListener | undefined {
  if (entryListener?.isEntry(element, depth) !== true) return entryListener;
  return unshadowed(element).localName === "li" ? entryListener : entryListener.forSigns;
}

function hidesContents(
  element: Element,
  tag: string,
  style: CSSStyleDeclaration,
  display: string,
  { textLegibility }: Entering,
): boolean {
  const own = unshadowed(element);
  // The state of such an element says what it holds.
  if (CLOSED.has(tag)) return true;
  if (tag === "object" && (isFrame(element) || !textLegibility.isLaidOut(element))) return true;
  return own.firstChild !== null && display !== "inline" && style.contentVisibility === "hidden";
}

function shownNodes(element: Element, tag: string, context: WalkContext): readonly Node[] {
  const own = unshadowed(element);
  if (tag !== "details" || own.hasAttribute("open")) {
    return composedChildren(element, context.shadowRootOf);
  }
  const summary = own.querySelector(":scope > summary");
  return summary === null ? [] : [summary];
}

/**
 * Notes the contents of an element that are not drawn with it, such as the text that a picture
 * stands for.
 */
function noteUndrawn(
  element: Element,
  tag: string,
  nodes: readonly Node[],
  { shadowRootOf, unseen }: WalkContext,
): void {
  if (tag === "textarea" || tag === "select") return;
  const shown = new Set(nodes);
  for (const node of composedChildren(element, shadowRootOf)) {
    if (!shown.has(node)) unseen?.addAllIn(node, "not-drawn");
  }
}

const NO_ATTRIBUTES: readonly string[] = [];

/** Tags of elements whose contents are not read as such. */
export const CLOSED: ReadonlySet<string> = new Set(
  "img input textarea select iframe frame video audio canvas meter progress".split(" "),
);

/** Written in the browser's language, which no page is told. */
const BROWSERS_SUMMARY = "Details";
