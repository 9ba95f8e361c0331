// Tells what hides an element as a whole: its style, its ancestors' styles, or where it stands.
import { isClippedAway } from "./clipped-away.ts";
import type { ClippedBox } from "../geometry/clipped-box.ts";
import { isTopLayer } from "../geometry/clipped-box.ts";
import { showsHiddenBack } from "./backface.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

/** An element with less opacity can't be made out. */
const MIN_OPACITY = 0.05;

/** Tells whether and how an element can be seen. */
export interface ElementVisibility {
  readonly clippedBox: ClippedBox;
  /** The opacity of the element and all its ancestors together. */
  readonly opacity: number;
  /** True if it is neither hidden nor faded, wherever it stands. */
  readonly clear: boolean;
  /** True if it is clear, and its box can be scrolled into view. */
  readonly shown: boolean;
  /** True if its box has no size to speak of; contents that overflow it may show all the same. */
  readonly empty: boolean;
  /** True if its own opacity, size or position hides it, and not those of an ancestor. */
  readonly hiddenAlone: boolean;
}

/**
 * Computes an element's visibility from its style and that of its parent.
 * @param rooted whether it has no box that could be out of sight: the page's roots, areas of images
 */
export function visibilityOf(
  element: Element,
  style: CSSStyleDeclaration,
  display: string,
  rooted: boolean,
  around: { readonly clippedBox: ClippedBox; readonly opacity: number },
): ElementVisibility {
  const hasNoBox = rooted || display === "contents";
  let { clippedBox } = around;
  let backOpacity = 1;
  if (!hasNoBox) {
    clippedBox = clippedBox.of(element, style, unshadowed(element).getBoundingClientRect());
    // Neither property applies to an inline box.
    if (display !== "inline") {
      if (isClippedAway(style, clippedBox.box)) clippedBox = clippedBox.hidden();
      if (showsHiddenBack(element, style)) {
        clippedBox = clippedBox.hidden();
        backOpacity = 0;
      }
    }
  }
  const own = backOpacity * Number(style.opacity) * filteredOpacity(style.filter);
  const opacity = opacityOf(element, own, around.opacity);
  const clear = opacity >= MIN_OPACITY && style.visibility === "visible";
  const { box } = clippedBox;
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  const flat = (width === 0 || height === 0) && BLOCKS.has(display);
  const empty = !hasNoBox && (flat || (width <= 1 && height <= 1));
  const movedAway = !clippedBox.shows && around.clippedBox.shows;
  return {
    clippedBox,
    opacity,
    clear,
    shown: clear && clippedBox.shows,
    empty,
    hiddenAlone: opacity < MIN_OPACITY || empty || movedAway,
  };
}

/** The displays of boxes that show nothing without a width or a height. Flat inline text and table cells do show. */
const BLOCKS: ReadonlySet<string> = new Set(["block", "flow-root", "flex", "grid"]);

/** Multiplies opacities; the top layer is painted as if its elements had no ancestors. */
function opacityOf(element: Element, own: number, around: number): number {
  if (around < MIN_OPACITY && isTopLayer(element)) return own;
  return around * own;
}

/** Returns the opacity that filters leave; other filters than `opacity()` hide nothing (Filter Effects 1). */
function filteredOpacity(filter: string): number {
  if (filter === "none") return 1;
  let opacity = 1;
  for (const [, amount = "1"] of filter.matchAll(/(?<![-\w])opacity\(([\d.e-]+)\)/g)) {
    opacity *= Number(amount);
  }
  return opacity;
}
