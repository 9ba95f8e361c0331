// Takes out texts over which a neighbour lies that lets nothing through: nobody sees them.
import type { Area } from "../geometry/area.ts";
import { isWithin } from "../geometry/area.ts";
import { composedChildren, shadowRootIn } from "../../dom/composed-tree.ts";
import { parseColour } from "../../dom/computed-colour.ts";
import type { Look } from "./element-visibility.ts";
import { isPaintedOver } from "../paint/paint-order.ts";
import type { Part } from "../tree/parts.ts";
import { ownText } from "../tree/parts.ts";
import type { Placed } from "../geometry/scrollport.ts";
import { heldFor, Scrollport, sweptFor } from "../geometry/scrollport.ts";
import { coveredBySticking } from "../geometry/sticking.ts";

/** An element that has been read, and which of the parts of what it stands in were made of it. */
export interface Left {
  readonly element: Element;
  readonly style: CSSStyleDeclaration;
  readonly look: Look;
  readonly from: number;
  readonly to: number;
  /** Range of the reading's texts that stand in it. */
  readonly texts: { readonly from: number; readonly to: number };
  /** As `mayCover` has it. */
  readonly mayCover: boolean;
}

export interface Holder {
  readonly element: Element;
  readonly style: CSSStyleDeclaration;
  readonly look: Look;
  readonly texts: number;
  /** Its contents as they are shown. */
  readonly nodes: readonly Node[];
  /** What was made of all that was read of its contents. */
  readonly parts: Part[];
  /** What of it has been read. */
  readonly left: Left[];
  /** What lies over all that comes after it, as far as that lies within it. */
  lid: Left | undefined;
}

/** Takes note of the texts that are left out since nobody sees them. */
interface LeftOutTexts {
  add(node: Node, reason: "covered"): void;
  addAllIn(element: Element, reason: "covered"): void;
}

/** What is known of the whole reading. */
export interface LidContext {
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
export function coverBy(left: Left, holder: Holder, texts: string[], context: LidContext): void {
  const previous = holder.left.at(-1);
  holder.left.push(left);
  if (left.from > 0 && left.mayCover && liesOver(left, previous, holder) && isLid(left)) {
    coverEarlier(left, holder, texts, context);
    return;
  }
  const lid = holder.lid ?? previous;
  if (lid?.mayCover !== true || !isOver(lid, left)) return;
  if (lid !== holder.lid && !isLid(lid)) return;
  holder.lid = lid;
  if (isWhollyUnder(lid, left, context)) take(left, lid, holder, texts, context);
}

function liesOver(upper: Left, previous: Left | undefined, { look }: Holder): boolean {
  return (previous !== undefined && isOver(upper, previous)) || liesUnder(boxOf(look), upper);
}

function isOver(upper: Left, lower: Left): boolean {
  return !isFlat(lower.look.place.box) && liesUnder(boxOf(lower.look), upper);
}

function boxOf({ place }: Look): Placed {
  return { area: place.box, port: place.port };
}

/** Wherever each can be scrolled to, unless both are scrolled together. */
function liesUnder(lower: Placed, { look }: Left): boolean {
  const { box, port } = look.place;
  if (lower.port === port) return isWithin(lower.area, box);
  const outer = Scrollport.common(lower.port, port);
  return isWithin(sweptFor(outer, lower), heldFor(outer, { area: box, port }));
}

function isFlat({ left, top, right, bottom }: Area): boolean {
  return right <= left || bottom <= top;
}

function coverEarlier(lid: Left, holder: Holder, texts: string[], context: LidContext): void {
  for (const earlier of holder.left.slice(-MAX_EARLIER)) {
    if (earlier === lid || !isOver(lid, earlier)) continue;
    if (isWhollyUnder(lid, earlier, context)) take(earlier, lid, holder, texts, context);
  }
  coverOwnTexts(lid, holder, texts, context);
}

/** Texts that stand directly in what the lid stands in. */
function coverOwnTexts(lid: Left, holder: Holder, texts: string[], context: LidContext): void {
  const { parts, left } = holder;
  if (parts.length > MAX_EARLIER) return;
  const isOwn = (index: number): boolean =>
    left.every(({ from, to }) => index < from || index >= to);
  const own = parts.flatMap((part, index) => (part.kind === "text" && isOwn(index) ? [index] : []));
  if (own.length === 0 || !holdsTextOf(holder, lid, context)) return;
  if (!isPaintedOver(lid.element, holder.element)) return;
  for (const index of own) parts[index] = ownText(" ");
  for (const node of holder.nodes) {
    // What stands after it has not been read yet, and will be told.
    if (node === lid.element) break;
    if (node.nodeType === Node.TEXT_NODE) context.unseen?.add(node, "covered");
  }
  if (left.length === 1) texts.fill("", holder.texts, lid.texts.from);
}

function take(
  covered: Left,
  lid: Left,
  { parts }: Holder,
  texts: string[],
  context: LidContext,
): void {
  const made = parts.slice(covered.from, covered.to);
  if (made.some(isOfUse) || !holdsTextOf(covered, lid, context)) return;
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
  { element, look, style }: Pick<Left, "element" | "look" | "style">,
  lid: Left,
  { shadowRootOf }: LidContext,
): boolean {
  const range = document.createRange();
  const trees = [element, shadowRootIn(element, shadowRootOf)];
  return trees.every((tree) => {
    if (tree === null) return true;
    range.selectNodeContents(tree);
    // What it holds is shown elsewhere, or not at all.
    if (range.getClientRects().length === 0) return true;
    const text = range.getBoundingClientRect();
    const area = style.position === "sticky" ? coveredBySticking(element, text) : text;
    return liesUnder({ area, port: look.place.contents }, lid);
  });
}

/** Nearly nothing on a page is: where both boxes can be scrolled to need not be asked then. */
export function mayCover({ position }: CSSStyleDeclaration): boolean {
  return position === "absolute" || position === "relative";
}

/** Nothing of what is below it shows through. */
function isLid({ style, look, mayCover }: Left): boolean {
  return (
    mayCover &&
    look.shown &&
    parseColour(style.backgroundColor)?.alpha === 1 &&
    style.backgroundClip === "border-box" &&
    look.opacity === 1 &&
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
function isWhollyUnder(lid: Left, { element }: Left, { shadowRootOf }: LidContext): boolean {
  const left: Element[] = [element];
  let looked = 0;
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    if (looked++ === MAX_INSIDE || !isPaintedOver(lid.element, at)) return false;
    for (const child of composedChildren(at, shadowRootOf)) {
      if (child instanceof Element) left.push(child);
    }
  }
  return true;
}
