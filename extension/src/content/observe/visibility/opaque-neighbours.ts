// Takes out texts over which a neighbour lies that lets nothing through: nobody sees them.
import type { Area } from "../geometry/area.ts";
import { isInsideArea } from "../geometry/area.ts";
import { composedChildren, shadowRootIn } from "../../dom/composed-tree.ts";
import { parseColour } from "../../dom/computed-colour.ts";
import type { ElementVisibility } from "./element-visibility.ts";
import { isPaintedOver } from "../paint/paint-order.ts";
import type { Part } from "../tree/parts.ts";
import { ownText } from "../tree/parts.ts";
import type { PortArea } from "../geometry/scrollport.ts";
import { alwaysCoveredIn, Scrollport, reachableIn } from "../geometry/scrollport.ts";
import { stickyReach } from "../geometry/sticky-reach.ts";

/** An element that has been read, and which of the parts of what it stands in were made of it. */
export interface ReadElement {
  readonly element: Element;
  readonly style: CSSStyleDeclaration;
  readonly visibility: ElementVisibility;
  readonly from: number;
  readonly to: number;
  /** Range of the reading's texts that stand in it. */
  readonly texts: { readonly from: number; readonly to: number };
  /** As `mayCover` has it. */
  readonly mayOcclude: boolean;
}

export interface ReadParent {
  readonly element: Element;
  readonly style: CSSStyleDeclaration;
  readonly visibility: ElementVisibility;
  readonly texts: number;
  /** Its contents as they are shown. */
  readonly nodes: readonly Node[];
  /** What was made of all that was read of its contents. */
  readonly parts: Part[];
  /** What of it has been read. */
  readonly readContents: ReadElement[];
  /** What lies over all that comes after it, as far as that lies within it. */
  occluder: ReadElement | undefined;
}

/** Takes note of the texts that are left out since nobody sees them. */
interface LeftOutTexts {
  add(node: Node, reason: "covered"): void;
  addAllIn(element: Element, reason: "covered"): void;
}

/** What is known of the whole reading. */
export interface OcclusionContext {
  readonly shadowRootOf: (element: Element) => ShadowRoot | null;
  /** Takes note of what is covered. */
  readonly unseen?: LeftOutTexts | undefined;
}

/** Neighbours, and texts between them, that one lid may cover. */
const MAX_EARLIER = 100;
/** Elements in a text that are looked at for one that may rise above what lies over it. */
const MAX_INSIDE = 50;

/**
 * Called for each element once it has been read. Its position and boxes alone tell of nearly all that they
 * lie over nothing; other styles are read of the few others.
 * @param texts of the whole reading; those taken out become empty
 */
export function occludeNeighbours(
  read: ReadElement,
  holder: ReadParent,
  texts: string[],
  context: OcclusionContext,
): void {
  const previous = holder.readContents.at(-1);
  holder.readContents.push(read);
  if (read.from > 0 && read.mayOcclude && liesOver(read, previous, holder) && isOpaque(read)) {
    occludeEarlier(read, holder, texts, context);
    return;
  }
  const occluder = holder.occluder ?? previous;
  if (occluder?.mayOcclude !== true || !isOver(occluder, read)) return;
  if (occluder !== holder.occluder && !isOpaque(occluder)) return;
  holder.occluder = occluder;
  if (isWhollyUnder(occluder, read, context)) removeCovered(read, occluder, holder, texts, context);
}

function liesOver(
  upper: ReadElement,
  previous: ReadElement | undefined,
  { visibility }: ReadParent,
): boolean {
  return (previous !== undefined && isOver(upper, previous)) || liesUnder(boxOf(visibility), upper);
}

function isOver(upper: ReadElement, lower: ReadElement): boolean {
  return !isFlat(lower.visibility.clippedBox.box) && liesUnder(boxOf(lower.visibility), upper);
}

function boxOf({ clippedBox }: ElementVisibility): PortArea {
  return { area: clippedBox.box, port: clippedBox.port };
}

/** Wherever each can be scrolled to, unless both are scrolled together. */
function liesUnder(lower: PortArea, { visibility }: ReadElement): boolean {
  const { box, port } = visibility.clippedBox;
  if (lower.port === port) return isInsideArea(lower.area, box);
  const outer = Scrollport.common(lower.port, port);
  return isInsideArea(reachableIn(outer, lower), alwaysCoveredIn(outer, { area: box, port }));
}

function isFlat({ left, top, right, bottom }: Area): boolean {
  return right <= left || bottom <= top;
}

function occludeEarlier(
  occluder: ReadElement,
  holder: ReadParent,
  texts: string[],
  context: OcclusionContext,
): void {
  for (const earlier of holder.readContents.slice(-MAX_EARLIER)) {
    if (earlier === occluder || !isOver(occluder, earlier)) continue;
    if (isWhollyUnder(occluder, earlier, context))
      removeCovered(earlier, occluder, holder, texts, context);
  }
  occludeOwnTexts(occluder, holder, texts, context);
}

/** Texts that stand directly in what the lid stands in. */
function occludeOwnTexts(
  occluder: ReadElement,
  holder: ReadParent,
  texts: string[],
  context: OcclusionContext,
): void {
  const { parts, readContents } = holder;
  if (parts.length > MAX_EARLIER) return;
  const isOwn = (index: number): boolean =>
    readContents.every(({ from, to }) => index < from || index >= to);
  const own = parts.flatMap((part, index) => (part.kind === "text" && isOwn(index) ? [index] : []));
  if (own.length === 0 || !holdsTextOf(holder, occluder, context)) return;
  if (!isPaintedOver(occluder.element, holder.element)) return;
  for (const index of own) parts[index] = ownText(" ");
  for (const node of holder.nodes) {
    // What stands after it has not been read yet, and will be told.
    if (node === occluder.element) break;
    if (node.nodeType === Node.TEXT_NODE) context.unseen?.add(node, "covered");
  }
  if (readContents.length === 1) texts.fill("", holder.texts, occluder.texts.from);
}

function removeCovered(
  covered: ReadElement,
  occluder: ReadElement,
  { parts }: ReadParent,
  texts: string[],
  context: OcclusionContext,
): void {
  const made = parts.slice(covered.from, covered.to);
  if (made.some(isOfUse) || !holdsTextOf(covered, occluder, context)) return;
  context.unseen?.addAllIn(covered.element, "covered");
  for (const part of made) empty(part);
  parts.fill(ownText(" "), covered.from, covered.to);
  texts.fill("", covered.texts.from, covered.texts.to);
}

/** Controls stay, and are told to be covered; texts for screen readers are no one's to see. */
function isOfUse(part: Part): boolean {
  if (part.spoken === true) return true;
  if (part.kind === "text") return false;
  return part.kind === "unread" || part.interaction !== undefined || part.children.some(isOfUse);
}

/** So that what it headed is not named by it. */
function empty(part: Part): void {
  if (part.kind !== "element") return;
  for (const child of part.children) empty(child);
  part.children = [];
}

/** Text may reach out of its element, and may come out from under the lid as the page is scrolled. */
function holdsTextOf(
  { element, visibility, style }: Pick<ReadElement, "element" | "visibility" | "style">,
  occluder: ReadElement,
  { shadowRootOf }: OcclusionContext,
): boolean {
  const range = document.createRange();
  const trees = [element, shadowRootIn(element, shadowRootOf)];
  return trees.every((tree) => {
    if (tree === null) return true;
    range.selectNodeContents(tree);
    // What it holds is shown elsewhere, or not at all.
    if (range.getClientRects().length === 0) return true;
    const text = range.getBoundingClientRect();
    const area = style.position === "sticky" ? stickyReach(element, text) : text;
    return liesUnder({ area, port: visibility.clippedBox.contents }, occluder);
  });
}

/** Nearly nothing on a page is: where both boxes can be scrolled to need not be asked then. */
export function mayOcclude({ position }: CSSStyleDeclaration): boolean {
  return position === "absolute" || position === "relative";
}

/** Nothing of what is below it shows through. */
function isOpaque({ style, visibility, mayOcclude }: ReadElement): boolean {
  return (
    mayOcclude &&
    visibility.shown &&
    parseColour(style.backgroundColor)?.alpha === 1 &&
    style.backgroundClip === "border-box" &&
    visibility.opacity === 1 &&
    style.borderRadius === "0px" &&
    style.transform === "none" &&
    style.rotate === "none" &&
    style.filter === "none" &&
    style.clip === "auto" &&
    style.clipPath === "none" &&
    style.maskImage === "none" &&
    style.mixBlendMode === "normal"
  );
}

/** Whether it is painted over all that stands in the other, of which parts may have layers of their own. */
function isWhollyUnder(
  occluder: ReadElement,
  { element }: ReadElement,
  { shadowRootOf }: OcclusionContext,
): boolean {
  const unvisited: Element[] = [element];
  let visited = 0;
  for (let at = unvisited.pop(); at !== undefined; at = unvisited.pop()) {
    if (visited++ === MAX_INSIDE || !isPaintedOver(occluder.element, at)) return false;
    for (const child of composedChildren(at, shadowRootOf)) {
      if (child instanceof Element) unvisited.push(child);
    }
  }
  return true;
}
