// Decides whether a person can read the text that stands directly in an element.
import { isOutside } from "../geometry/area.ts";
import type { TextContrast } from "../paint/text-contrast.ts";
import type { PaintedElement } from "../paint/backdrop.ts";
import type { ClippedBox } from "../geometry/clipped-box.ts";

/** Nobody reads smaller letters, in px. */
const MIN_FONT_SIZE = 2;
/** A box as small as this, in px, may hold text that overflows it, or nothing. */
const SMALL_BOX = 2;

/** The answer about a text. `out-of-reach`: moved out of sight or clipped, as is done to texts for screen readers. */
export type Legibility = "seen" | "out-of-reach" | "too-small" | "transparent" | "same-colour";

export class TextLegibility {
  readonly #contrast: TextContrast;
  readonly #range: Range;

  constructor(document: Document, contrast: TextContrast) {
    this.#contrast = contrast;
    this.#range = document.createRange();
  }

  /**
   * Tells the legibility of the texts directly in an element that shows; undefined if each is to be measured.
   * `unsurveyed` until the page's painted layers have been looked for.
   */
  of(holder: PaintedElement, clippedBox: ClippedBox): Legibility | "unsurveyed" | undefined {
    const { element, style, display } = holder;
    const { box } = clippedBox;
    const height = box.bottom - box.top;
    const isDrawn = element instanceof SVGElement;
    // A drawing is scaled: only its box tells how large its letters are.
    const tiny = isDrawn ? height <= SMALL_BOX : Number.parseFloat(style.fontSize) < MIN_FONT_SIZE;
    if (tiny) return "too-small";
    const contrast = this.#contrast.contrastOf(holder);
    if (contrast !== "distinct") return contrast;
    if (isDrawn) return "seen";
    const small = box.right - box.left <= SMALL_BOX || height <= SMALL_BOX;
    if (display === "inline") return small ? undefined : "seen";
    if (small || !clippedBox.showsWhole || display === "contents" || style.textIndent !== "0px") {
      return undefined;
    }
    return "seen";
  }

  /** Tells the legibility of one text node by its own box. */
  measured(node: Node, clippedBox: ClippedBox): Legibility {
    this.#range.selectNodeContents(node);
    const { x, y, width, height } = this.#range.getBoundingClientRect();
    if (width <= 1 || height <= 1) return "too-small";
    const box = { left: x, top: y, right: x + width, bottom: y + height };
    return isOutside(box, clippedBox.contents.reach) ? "out-of-reach" : "seen";
  }

  /** Tells whether a word takes no more room than one sign: an icon font draws the whole of it as a picture. */
  isOneSign(node: Node, { fontSize }: CSSStyleDeclaration): boolean {
    this.#range.selectNodeContents(node);
    const { width } = this.#range.getBoundingClientRect();
    return (node.nodeValue ?? "").trim().length > 2 && width <= 1.5 * Number.parseFloat(fontSize);
  }

  /** Tells whether an element's contents have boxes: an object's fallback has none while the object itself shows. */
  isLaidOut(element: Element): boolean {
    this.#range.selectNodeContents(element);
    return this.#range.getClientRects().length > 0;
  }
}
