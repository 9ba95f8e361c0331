// Reads the second half of an element: what is made of it once its contents are known.
import { otherMarks } from "@webserv/shared/protocol/handler-marks.ts";
import {
  firstRole,
  isFrame,
  isShape,
  levelOf,
  MEANINGFUL,
  MEDIA,
  NAMING,
} from "../../dom/element-kinds.ts";
import type { DropPlaces } from "../interactivity/drop-places.ts";
import { drawnInteraction } from "../interactivity/drawn-targets.ts";
import { flatten } from "../tree/flatten.ts";
import { noteEditor } from "../../dom/drawn-editors.ts";
import { judgeEditor, keyTakerIn } from "../interactivity/drawn-editor.ts";
import { editorContents, editorInteraction } from "../interactivity/editor-contents.ts";
import type { EntryListener } from "../interactivity/entry-listener.ts";
import type { HoverRules } from "../interactivity/hover-rules.ts";
import { asInert, interactionOf } from "../interactivity/interaction.ts";
import { joinListener, passHoverToControl } from "../interactivity/controls-within.ts";
import { layoutOf } from "../visibility/box-layout.ts";
import { isInertByStyle, mayBeModal } from "../interactivity/modal-layer.ts";
import { orderRows, tellLevels } from "../tree/rows.ts";
import type { OpenElement, WalkContext } from "./open-element.ts";
import type { ElementPart, Interaction, Part } from "../tree/parts.ts";
import { isBlank, isSpoken } from "../tree/parts.ts";
import { pictureName } from "../tree/picture-name.ts";
import { isRoot } from "../geometry/clipped-box.ts";
import { isSecret } from "../secrecy/secrets.ts";
import { dottedText } from "../secrecy/shown-text.ts";
import { isKeptUnseen } from "../interactivity/unseen-controls.ts";
import type { RevealRules } from "../styles/reveal-rules.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

export interface Leaving {
  readonly context: WalkContext;
  readonly dropPlaces: DropPlaces;
  readonly revealRules: RevealRules;
  /** The reading's headings so far; gets one that this element is. */
  readonly headings: ElementPart[];
  /** The number of texts that have been read. */
  readonly texts: number;
  /** Gets a dialog that says it is modal. */
  readonly modals: Element[];
}

/** Returns what shows of an element: itself with its contents, its contents alone, or nothing. */
export function leave(open: OpenElement, leaving: Leaving): Part[] {
  const { element, tag, attributes, role, native, style, display, visibility, heading } = open;
  const { around, inside } = open;
  const { parts: children } = open;
  const { context } = leaving;
  const editor = editorOf(open, leaving);
  if (editor !== undefined) return [editor];
  const visible = visibility.shown && (!visibility.empty || !children.every(isBlank));
  if (!visible) {
    const names = visibility.clear && (heading || NAMING.has(tag)) && children.some(isSpoken);
    if (names) return [partOf(open, leaving, tag, { spoken: true })];
    if (!isKeptUnseen(element, tag, style, visibility)) return children;
  }
  if (native && PRESSED.has(tag)) joinListener(visibility.clippedBox.box, children);
  const entry = ownEntryListener(open, context.hoverRules);
  const free = interactionOf({
    element,
    tag,
    attributes,
    role: firstRole(role),
    native,
    style,
    children,
    pointerBegins: !around.pointer && !around.inControl && hasPointer(open),
    inert: inside.inert,
    marks: open.marks,
    gripBegins: !around.grip && !around.inControl && inside.grip,
    box: visibility.clippedBox.box,
    entry,
    holdsEntries:
      around.entryListener?.isGroup(element, around.depth) === true ||
      (!native && !around.inControl && leaving.dropPlaces.has(element)),
    entriesTold: inside.entryListener?.container === element && inside.entryListener.hasTold,
    isMarkedUnderPointer: () =>
      around.listened && !around.pointer && !around.inControl && context.hoverRules.mark(element),
    revealsUnderPointer: leaving.revealRules.reveals(element),
    onRejected: context.onRejected,
  });
  const stopped = free !== undefined && !inside.inert && isInertByStyle(style);
  const own = (stopped ? asInert(free, "inert") : free) ?? drawnPart(open);
  const interaction = own !== undefined && passHoverToControl(own, children) ? undefined : own;
  if (MEDIA.has(tag) && interaction === undefined && pictureName(element) === "") return [];
  const layout =
    context.layout && visibility.clippedBox.shows
      ? layoutOf(element, style, display, isRoot(element, tag), (each) => hearsWheel(each, context))
      : undefined;
  const showsDocument = isFrame(element);
  // Frames of one pixel only count visits.
  if (showsDocument && (element.clientWidth < 2 || element.clientHeight < 2)) return [];
  if (mayBeModal(element, tag, role)) leaving.modals.push(element);
  orderRows(children);
  if (context.layout) tellLevels(children);
  const isDrawnTarget = interaction !== undefined && role === null && isShape(element);
  const asPicture = isDrawnTarget && children.every(isBlank) && !MEANINGFUL.has(tag);
  const written = showsDocument ? "iframe" : writtenTag(tag, display, children);
  const part = partOf(open, leaving, asPicture ? "img" : written, {
    // A frame is named as soon as it is seen: what stands in it is named after it.
    interaction: interaction ?? (showsDocument ? FRAME : undefined),
    layout,
    mark: (inside.inert && !around.inert) || stopped ? "inert" : undefined,
  });
  return flatten(part, display);
}

/** Returns how a shape is acted on that nothing but its drawing speaks for. */
function drawnPart({
  element,
  parts,
  style,
  around,
  inside,
}: OpenElement): Interaction | undefined {
  if (around.drawing === undefined || inside.inert || !isShape(element)) return undefined;
  return drawnInteraction(element, parts, around.drawing, style);
}

/** Native controls that are pressed as a whole. */
const PRESSED: ReadonlySet<string> = new Set(["button", "a", "summary"]);

function hearsWheel(element: Element, { handlerMarks }: WalkContext): boolean {
  const marks = handlerMarks.marksOf(element, unshadowed(element).getAttributeNames());
  return (marks & otherMarks.wheel) !== 0;
}

/** Returns the listener of which an element is an entry. What only pretends to be one is as large as a page. */
function ownEntryListener(
  { element, native, around, inside, visibility, parts }: OpenElement,
  hoverRules: HoverRules,
): EntryListener | undefined {
  const { entryListener, pointer, inControl, depth } = around;
  if (entryListener === undefined || native || inControl) return undefined;
  if (entryListener.isSign(element)) return entryListener;
  if (!entryListener.isEntry(element, depth)) return undefined;
  if (entryListener.onlyAimed && !inside.pointer && !inside.grip) return undefined;
  if (entryListener.fillsGaps && parts.every(isBlank) && !hoverRules.mark(element))
    return undefined;
  // What has the pointer between the container and the entry is aimed at itself.
  if (pointer && !entryListener.hasPointer) return undefined;
  const { top, bottom } = visibility.clippedBox.box;
  if (bottom - top > innerHeight * MOST_OF_VIEW) return undefined;
  return unshadowed(element).textContent.length > MAX_ENTRY_TEXT ? undefined : entryListener;
}

/** An entry has no more characters, and takes no larger part of the viewport. */
const MAX_ENTRY_TEXT = 600;
const MOST_OF_VIEW = 0.75;

/**
 * Returns the element as an editor that the page draws itself, if the field that takes its keys stands in it. That
 * field is no part then. Without an editor, the field is handed on to the element around.
 */
function editorOf(open: OpenElement, leaving: Leaving): ElementPart | undefined {
  const { element, inside, outer, parts: children, display, tag } = open;
  const { context } = leaving;
  const taker = open.keyTaker ?? keyTakerIn(open, context.shadowRootOf);
  if (taker === undefined) return undefined;
  const verdict = taker.element === element ? "outside" : judgeEditor(open, taker, children);
  if (verdict === "outside" && outer !== undefined) outer.keyTaker ??= taker;
  if (verdict !== "editor") return undefined;
  noteEditor(element, taker.element);
  const isHidden = inside.secret || isSecret(taker.element);
  const tell = (text: string): string => (isHidden ? dottedText(text) : text);
  open.parts.splice(0, children.length, ...editorContents(element, children, tell));
  const interaction = editorInteraction(taker.element);
  return partOf(open, leaving, writtenTag(tag, display, open.parts), {
    interaction: inside.inert ? asInert(interaction, "inert") : interaction,
    mark: inside.inert && !open.around.inert ? "inert" : undefined,
  });
}

/**
 * Tells whether an element asks for the pointer. A control itself asks by its own style, not on
 * behalf of its contents.
 */
function hasPointer({ native, style, inside }: OpenElement): boolean {
  return native ? style.cursor === "pointer" : inside.pointer;
}

type PartDetails = Partial<Pick<ElementPart, "spoken" | "mark" | "layout" | "interaction">>;

function partOf(
  { element, style, visibility, parts, headings, texts, heading }: OpenElement,
  leaving: Leaving,
  tag: string,
  { spoken, mark, layout, interaction }: PartDetails,
): ElementPart {
  const { localName } = unshadowed(element);
  const part: ElementPart = {
    kind: "element",
    element,
    box: visibility.clippedBox.shows ? visibility.clippedBox.box : undefined,
    clippedBox: visibility.clippedBox,
    tag,
    generic: !MEANINGFUL.has(localName) && !STANDING.has(tag) && !heading && layout === undefined,
    children: parts,
    interaction,
    headings: { from: headings, to: leaving.headings.length + (heading ? 1 : 0) },
    texts: { from: texts, to: leaving.texts },
    layout,
    // Fields that are set later are there from the beginning: engines tell objects of one shape
    // apart far faster.
    spoken,
    mark,
    indent: interaction?.clickable === true ? indentOf(element, style, visibility) : undefined,
    id: undefined,
    look: undefined,
    view: undefined,
  };
  if (heading) leaving.headings.push(part);
  return part;
}

const FRAME: Interaction = {
  clickable: false,
  hoverable: false,
  draggable: false,
  aroundMany: false,
  field: undefined,
  disabled: false,
  evidence: ["frame"],
  not: undefined,
};

/** Tags that are written also if nothing stands in them. */
const STANDING: ReadonlySet<string> = new Set([...MEDIA, "img", "iframe"]);

/**
 * Returns the tag to write: a container's by its box, and a drawing's as the picture that it is to
 * a person.
 */
function writtenTag(tag: string, display: string, children: readonly Part[]): string {
  if (PICTURES.has(tag) && children.every(isBlank)) return "img";
  if (MEANINGFUL.has(tag) || MEDIA.has(tag)) return tag;
  return display.startsWith("inline") ? "span" : "div";
}

/** Tags of what is a picture to a person, unless it holds something. */
const PICTURES: ReadonlySet<string> = new Set(["svg", "object", "embed"]);

/** Returns where the words of a block begin; undefined for what tells its level itself. */
function indentOf(
  element: Element,
  style: CSSStyleDeclaration,
  { clippedBox: { box } }: OpenElement["visibility"],
): number | undefined {
  if (style.display.startsWith("inline") || levelOf(element) !== undefined) return undefined;
  return box.left + Number.parseFloat(style.paddingLeft);
}
