// Decides whether the text that stands directly in an element can be read by a person looking at it.
import { isOutside } from "../geometry/area.ts";
import type { TextContrast } from "../paint/text-contrast.ts";
import type { PaintedElement } from "../paint/backdrop.ts";
import type { ClippedBox } from "../geometry/clipped-box.ts";

/** In px; nobody reads smaller letters. */
const MIN_FONT_SIZE = 2;
/** A box as small as this may hold text that overflows it, or nothing. */
const SMALL_BOX = 2;

/** `out-of-reach`: moved or cut off from sight, as is done to texts for screen readers. */
export type Legibility = "seen" | "out-of-reach" | "too-small" | "transparent" | "same-colour";

export class TextLegibility {
  readonly #contrast: TextContrast;
  readonly #range: Range;

  constructor(document: Document, contrast: TextContrast) {
    this.#contrast = contrast;
    this.#range = document.createRange();
  }

  /**
   * Of an element that shows itself: what its own texts are, or undefined where each is to be measured.
   * `unsurveyed` until the backdrops have been looked for.
   */
  of(holder: PaintedElement, clippedBox: ClippedBox): Legibility | "unsurveyed" | undefined {
    const { element, style, display } = holder;
    const { box } = clippedBox;
    const height = box.bottom - box.top;
    const isDrawn = element instanceof SVGElement;
    // A drawing is scaled: only what has been laid out tells how large its letters are.
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

  measured(node: Node, clippedBox: ClippedBox): Legibility {
    this.#range.selectNodeContents(node);
    const { x, y, width, height } = this.#range.getBoundingClientRect();
    if (width <= 1 || height <= 1) return "too-small";
    const box = { left: x, top: y, right: x + width, bottom: y + height };
    return isOutside(box, clippedBox.contents.reach) ? "out-of-reach" : "seen";
  }

  /** Whether what stands in an element has boxes: an object's contents have none while it shows itself. */
  isLaidOut(element: Element): boolean {
    this.#range.selectNodeContents(element);
    return this.#range.getClientRects().length > 0;
  }
}
