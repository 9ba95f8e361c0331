// Tells what an element's layout says beyond its order: how far it scrolls, and whether it stays in place.
import { unshadowed } from "../../dom/unshadowed.ts";
import { isScrollable } from "../geometry/area.ts";
import type { MovedContents } from "../geometry/moved-contents.ts";
import { movedContents } from "../geometry/moved-contents.ts";
import type { Layout } from "../tree/parts.ts";

/** A scroller that can be scrolled by less, in px, shows all it has. */
const LEAST_SCROLL = 8;

/** Returns an element's layout; undefined if that says nothing. */
export function layoutOf(
  element: Element,
  style: CSSStyleDeclaration,
  display: string,
  isRoot: boolean,
  hearsWheel: (element: Element) => boolean,
): Layout | undefined {
  // An inline box neither scrolls nor stays in place.
  if (isRoot || display === "inline") return undefined;
  const scrolled = scrolledIn(element, style);
  const clipped = scrolled === undefined ? clippedIn(element, style, hearsWheel) : undefined;
  const { position } = style;
  const stays = position === "fixed" || position === "sticky" ? position : undefined;
  if (scrolled === undefined && clipped === undefined && stays === undefined) return undefined;
  return {
    ...(clipped === undefined ? {} : { clipped }),
    ...(scrolled === undefined ? {} : { scrolled }),
    ...(stays === undefined ? {} : { stays }),
  };
}

/** Holds what scripts move, by what cuts it off, as the last reading of each told. */
const moving = new WeakMap<Element, MovedContents>();

/** Tells whether an element was told to cut off contents along this axis that its page moves into view. */
export function isToldClipped(element: Element, axis: "x" | "y"): boolean {
  return moving.get(element)?.[axis] !== undefined;
}

/** Returns the pixels of contents that are cut off before the box, of all that are; as for `scrolled`. */
function clippedIn(
  element: Element,
  style: CSSStyleDeclaration,
  hearsWheel: (element: Element) => boolean,
): string | undefined {
  if (style.overflow === "visible" || isScrollable(style.overflowY)) return undefined;
  const found = movedContents(element, style, hearsWheel);
  if (found === undefined) {
    moving.delete(element);
    return undefined;
  }
  const { x, y } = found;
  moving.set(element, found);
  return [
    ...(y === undefined ? [] : [`${y.before}/${y.most}`]),
    ...(x === undefined ? [] : [`right ${x.before}/${x.most}`]),
  ].join(" ");
}

/** Returns the pixels scrolled of those that it can be, downwards; to the right if it scrolls only sideways. */
function scrolledIn(element: Element, style: CSSStyleDeclaration): string | undefined {
  // This one question covers both directions, and by far most elements say no.
  if (style.overflow === "visible") return undefined;
  if (!isScrollable(style.overflowY) && !isScrollable(style.overflowX)) return undefined;
  const own = unshadowed(element);
  const down = own.scrollHeight - own.clientHeight;
  if (isScrollable(style.overflowY) && down >= LEAST_SCROLL) {
    return `${Math.round(own.scrollTop)}/${down}`;
  }
  const right = own.scrollWidth - own.clientWidth;
  if (!isScrollable(style.overflowX) || right < LEAST_SCROLL) return undefined;
  return `right ${Math.round(own.scrollLeft)}/${right}`;
}
