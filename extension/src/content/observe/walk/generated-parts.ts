// Makes parts of the words that only a style sheet writes, by the rules of sight that hold for other texts.
import type { Area } from "../geometry/area.ts";
import { isOutside } from "../geometry/area.ts";
import { isCoveredFromInside } from "../visibility/opaque-neighbours.ts";
import { isClippedAway } from "../visibility/clipped-away.ts";
import type { TextLegibility } from "../visibility/text-legibility.ts";
import { isDottedStyle } from "../secrecy/secrets.ts";
import { dottedText } from "../secrecy/shown-text.ts";
import { contentValue } from "../styles/content-value.ts";
import type { Pseudo } from "../styles/counters.ts";
import { Counters } from "../styles/counters.ts";
import type { DrawnIn } from "../styles/drawn-content.ts";
import { drawnWords, saysSomething } from "../styles/drawn-content.ts";
import { markerWords } from "../styles/list-markers.ts";
import { HINT } from "../styles/sheet-hints.ts";
import { StyleHints } from "../styles/style-hints.ts";
import type { Part } from "../tree/parts.ts";
import { generatedText } from "../tree/parts.ts";
import { CLOSED } from "./entering.ts";
import type { OpenElement, WalkContext } from "./open-element.ts";

/** Pixels that letters are moved aside by `text-indent` to hide them. */
const FAR_INDENT = 300;
const MIN_OPACITY = 0.05;
/** Hints about pseudo-elements that stand in an element. */
const DRAWN = HINT.before | HINT.after | HINT.marker;

export class GeneratedParts {
  readonly hints = new StyleHints();
  readonly #context: WalkContext;
  readonly #legibility: TextLegibility;
  readonly #quotes = { depth: 0 };
  #counters: Counters | undefined;

  constructor(context: WalkContext, legibility: TextLegibility) {
    this.#context = context;
    this.#legibility = legibility;
    this.hints.add(context.document);
  }

  /** Notes what style sheets may write in an element that is about to be read. */
  begin(open: OpenElement): void {
    const { element, tag, attributes, style, display } = open;
    open.hints = CLOSED.has(tag) ? 0 : this.hints.of(element, tag, attributes);
    if ((open.hints & HINT.picture) !== 0) this.#replace(open);
    const isItem = display === "list-item" && style.listStyleType !== "none";
    if ((open.hints & DRAWN) === 0 && !isItem) return;
    open.draws = { before: true, after: (open.hints & HINT.after) !== 0 };
  }

  /** Puts a picture's alternative in the place of the contents that the picture replaces. */
  #replace(open: OpenElement): void {
    const value = contentValue(open.style.content);
    if (value?.drawn.every(({ kind }) => kind === "picture") !== true) return;
    for (const node of open.nodes) this.#context.unseen?.addAllIn(node, "not-drawn");
    open.at = open.nodes.length;
    if (!open.visibility.shown) return;
    const words = drawnWords(value, this.#drawnIn(open, "before", open.style));
    if (words !== "") open.parts.push(generatedText(words));
  }

  /**
   * Adds the words that stand before or after all that an element holds. Returns false if that can only be told
   * once the page's painted layers are known.
   */
  add(open: OpenElement, side: "before" | "after"): boolean {
    const { element, display, hints, parts } = open;
    if (isEdited(element)) return true;
    if (side === "before" && display === "list-item") {
      const marker = (): CSSStyleDeclaration => getComputedStyle(element, "::marker");
      const written = (hints & HINT.marker) === 0 ? undefined : marker();
      const words = markerWords(written, this.#drawnIn(open, "marker", open.style));
      const told = words === "" ? [] : this.#told(words, open, written ?? marker(), "inline");
      if (told === undefined) return false;
      parts.push(...told);
    }
    if ((hints & HINT[side]) === 0) return true;
    const style = getComputedStyle(element, `::${side}`);
    const value = style.display === "none" ? undefined : contentValue(style.content);
    if (value === undefined) return true;
    const { depth } = this.#quotes;
    const words = drawnWords(value, this.#drawnIn(open, side, style));
    const told = this.#isInSight(open, style, side) ? this.#told(words, open, style) : [];
    if (told === undefined) this.#quotes.depth = depth;
    else parts.push(...told);
    return told !== undefined;
  }

  #drawnIn({ element }: OpenElement, pseudo: Pseudo, style: CSSStyleDeclaration): DrawnIn {
    return {
      element,
      style,
      counters: (name) => this.#counted().at(element, pseudo)(name),
      counterStyles: this.hints.counterStyles,
      quotes: this.#quotes,
    };
  }

  #counted(): Counters {
    const { document, shadowRootOf } = this.#context;
    this.#counters ??= new Counters(document.documentElement, this.hints, shadowRootOf);
    return this.#counters;
  }

  #told(
    words: string,
    open: OpenElement,
    style: CSSStyleDeclaration,
    display = style.display,
  ): readonly Part[] | undefined {
    if (words.trim() === "") return [];
    const isInline = display === "inline" && open.display.startsWith("inline");
    // What only separates says nothing, but keeps words apart.
    if (!saysSomething(words) && !isInline) return [generatedText(" ")];
    if (Number.parseFloat(style.textIndent) < -FAR_INDENT) return [];
    const { clippedBox } = open.visibility;
    const painted = {
      ...open,
      style,
      display,
      outer: open,
      nodes: [],
      lettersArea: boxOf(open, style) ?? clippedBox.box,
      backdrop: undefined,
    };
    const legibility = this.#legibility.of(painted, clippedBox);
    if (legibility === "unsurveyed") return undefined;
    if (legibility !== "seen" && legibility !== undefined) return [];
    const isSecret = open.inside.secret || isDottedStyle(style);
    const edge = edgeOf(display, style);
    return [generatedText(edge + (isSecret ? dottedText(words) : words) + edge)];
  }

  #isInSight(open: OpenElement, style: CSSStyleDeclaration, side: "before" | "after"): boolean {
    const { visibility } = open;
    if (!visibility.shown || style.visibility !== "visible") return false;
    if (visibility.opacity * Number(style.opacity) < MIN_OPACITY) return false;
    const box = boxOf(open, style);
    if (box !== undefined) {
      const [width, height] = [box.right - box.left, box.bottom - box.top];
      const isCut = style.overflowX !== "visible" && (width <= 1 || height <= 1);
      if (isCut || isClippedAway(style, box)) return false;
      const { port } = visibility.clippedBox;
      const around = isPositioned(open.style) ? visibility.clippedBox.contents : port;
      if (isMoved(style) && isOutside(box, around.reach)) return false;
    }
    if (style.transform.startsWith("matrix(0, 0, 0, 0,") || style.scale === "0") return false;
    return side === "before" || isMoved(style) || !isCoveredFromInside(open);
  }
}

/** The words that a style sheet shows in an empty editor are its placeholder, and no part of what it holds. */
function isEdited(element: Element): boolean {
  return element instanceof HTMLElement && element.isContentEditable;
}

function isPositioned({ position }: CSSStyleDeclaration): boolean {
  return position !== "static";
}

function isMoved(style: CSSStyleDeclaration): boolean {
  return isPositioned(style);
}

/** Returns about the box of a pseudo-element; undefined for one that runs on in its line. */
function boxOf(open: OpenElement, style: CSSStyleDeclaration): Area | undefined {
  const [width, height] = [Number.parseFloat(style.width), Number.parseFloat(style.height)];
  if (Number.isNaN(width) || Number.isNaN(height)) return undefined;
  const origin = originOf(open, style.position);
  const left = origin.left + (Number.parseFloat(style.left) || 0);
  const top = origin.top + (Number.parseFloat(style.top) || 0);
  return { left, top, right: left + width, bottom: top + height };
}

function originOf(open: OpenElement, position: string): { left: number; top: number } {
  if (position === "fixed") return { left: 0, top: 0 };
  let holder = open;
  if (position === "absolute") {
    while (holder.outer !== undefined && !isPositioned(holder.style)) holder = holder.outer;
  }
  return holder.visibility.clippedBox.box;
}

/** Returns what keeps the words apart from their neighbours: those in a box of their own do not run on. */
function edgeOf(display: string, { position, float }: CSSStyleDeclaration): string {
  if (display === "inline" || display === "contents") return "";
  if (display.startsWith("inline") || position === "absolute" || float !== "none") return " ";
  return "\n";
}
