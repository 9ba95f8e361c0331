// Removes texts that are covered by an opaque neighbour: nobody sees them.
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

/** An element that has been read, with the range of its parent's parts that were made of it. */
export interface ReadElement {
  readonly element: Element;
  readonly style: CSSStyleDeclaration;
  readonly visibility: ElementVisibility;
  readonly from: number;
  readonly to: number;
  /** The range of the reading's texts that stand in it. */
  readonly texts: { readonly from: number; readonly to: number };
  /** The answer of `mayOcclude`. */
  readonly mayOcclude: boolean;
}

/** The element around, whose contents are being read. */
export interface ReadParent {
  readonly element: Element;
  readonly style: CSSStyleDeclaration;
  readonly visibility: ElementVisibility;
  readonly texts: number;
  /** Its child nodes as they are shown. */
  readonly nodes: readonly Node[];
  /** The parts made of all that was read of its contents. */
  readonly parts: Part[];
  /** The elements in it that have been read. */
  readonly readContents: ReadElement[];
  /** The element that covers whatever comes after it and lies within its box. */
  occluder: ReadElement | undefined;
}

/** Notes the texts that are left out since nobody sees them. */
interface LeftOutTexts {
  add(node: Node, reason: "covered"): void;
  addAllIn(element: Element, reason: "covered"): void;
}

/** Gives what is needed of the whole reading. */
export interface OcclusionContext {
  readonly shadowRootOf: (element: Element) => ShadowRoot | null;
  /** Notes what is covered. */
  readonly unseen?: LeftOutTexts | undefined;
}

/** The most neighbours, and texts between them, that one occluder may cover. */
const MAX_EARLIER = 100;
/** The most elements in a text that are tested for one that is painted over the occluder. */
const MAX_INSIDE = 50;

/**
 * Removes texts that an element covers, or its own if an element before covers it. It is called for each element
 * once that has been read. For nearly all, position and boxes alone tell that they lie over nothing.
 * @param texts all texts of the reading; those removed become empty
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

/** Tells whether an element's own contents cover all of its box. */
export function isCoveredFromInside({
  visibility,
  readContents,
}: Pick<ReadParent, "visibility" | "readContents">): boolean {
  const box = boxOf(visibility);
  return readContents.some(
    (read) => read.mayOcclude && liesUnder(box, read) && isOpaque(read) && !isFlat(box.area),
  );
}

/** Tells whether an area lies under an element in every scroll position. */
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

/** Removes covered texts that stand directly in the occluder's parent. */
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
    // Texts after the occluder have not been read yet, and will be told.
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
  if (made.some(mustStay) || !holdsTextOf(covered, occluder, context)) return;
  context.unseen?.addAllIn(covered.element, "covered");
  for (const part of made) empty(part);
  parts.fill(ownText(" "), covered.from, covered.to);
  texts.fill("", covered.texts.from, covered.texts.to);
}

/** Tells whether a part must stay: controls are told as covered, and texts for screen readers are not to be seen. */
function mustStay(part: Part): boolean {
  if (part.spoken === true) return true;
  if (part.kind === "text") return false;
  return part.kind === "unread" || part.interaction !== undefined || part.children.some(mustStay);
}

/** Empties a part that was removed: a heading that nobody sees must not name what it heads. */
function empty(part: Part): void {
  if (part.kind !== "element") return;
  for (const child of part.children) empty(child);
  part.children = [];
}

/**
 * Tells whether an occluder covers all texts of an element. Text may reach out of its element, and may come out
 * from under the occluder as the page is scrolled.
 */
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
    // Without rects the contents are shown elsewhere, or not at all.
    if (range.getClientRects().length === 0) return true;
    const text = range.getBoundingClientRect();
    const area = style.position === "sticky" ? stickyReach(element, text) : text;
    return liesUnder({ area, port: visibility.clippedBox.contents }, occluder);
  });
}

/** Tells whether an element can cover neighbours at all. Nearly no element can, and the rest is costly to compute. */
export function mayOcclude({ position }: CSSStyleDeclaration): boolean {
  return position === "absolute" || position === "relative";
}

/** Tells whether nothing shows through an element. */
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

/** Tells whether an occluder is painted over all contents of an element, which may have layers of their own. */
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
