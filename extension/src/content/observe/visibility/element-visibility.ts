// What hides an element as a whole: its style, those around it, or where it stands.
import { isCutAway } from "./cut-away.ts";
import type { Place } from "../geometry/place.ts";
import { isTopLayer } from "../geometry/place.ts";
import { isTurnedAway } from "./turned-away.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

/** What is more transparent than this can't be made out. */
const MIN_OPACITY = 0.05;

export interface Look {
  readonly place: Place;
  /** Of the element and all around it together. */
  readonly opacity: number;
  /** Neither hidden nor faded; where it stands is another matter. */
  readonly clear: boolean;
  readonly shown: boolean;
  /** Has no box to speak of; what overflows it may show all the same. */
  readonly empty: boolean;
  /** Unseen by its own opacity, size or place, among others that can be seen. */
  readonly hiddenAlone: boolean;
}

/** @param rooted without a box that could be out of sight: the page's roots, areas of images */
export function lookAt(
  element: Element,
  style: CSSStyleDeclaration,
  display: string,
  rooted: boolean,
  around: { readonly place: Place; readonly opacity: number },
): Look {
  const boxless = rooted || display === "contents";
  let { place } = around;
  let faded = 1;
  if (!boxless) {
    place = place.of(element, style, unshadowed(element).getBoundingClientRect());
    // An inline box is clipped by neither property.
    if (display !== "inline") {
      if (isCutAway(style, place.box)) place = place.hidden();
      if (isTurnedAway(element, style)) {
        place = place.hidden();
        faded = 0;
      }
    }
  }
  const own = faded * Number(style.opacity) * filteredOpacity(style.filter);
  const opacity = opacityOf(element, own, around.opacity);
  const clear = opacity >= MIN_OPACITY && style.visibility === "visible";
  const { box } = place;
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  const flat = (width === 0 || height === 0) && BLOCKS.has(display);
  const empty = !boxless && (flat || (width <= 1 && height <= 1));
  const movedAway = !place.shows && around.place.shows;
  return {
    place,
    opacity,
    clear,
    shown: clear && place.shows,
    empty,
    hiddenAlone: opacity < MIN_OPACITY || empty || movedAway,
  };
}

/** Without a width or a height they show nothing; inline text and cells of tables have other reasons for it. */
const BLOCKS: ReadonlySet<string> = new Set(["block", "flow-root", "flex", "grid"]);

/** The top layer is painted as if its elements stood in nothing. */
function opacityOf(element: Element, own: number, around: number): number {
  if (around < MIN_OPACITY && isTopLayer(element)) return own;
  return around * own;
}

/** What filters leave of an element; the other ones change how it looks, not whether (Filter Effects 1). */
function filteredOpacity(filter: string): number {
  if (filter === "none") return 1;
  let opacity = 1;
  for (const [, amount = "1"] of filter.matchAll(/(?<![-\w])opacity\(([\d.e-]+)\)/g)) {
    opacity *= Number(amount);
  }
  return opacity;
}
