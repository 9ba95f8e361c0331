// Tells what an element's layout says beyond its order: how far it scrolls, and whether it stays in place.
import { unshadowed } from "../../dom/unshadowed.ts";
import { isScrollable } from "../geometry/area.ts";
import type { Layout } from "../tree/parts.ts";

/** A scroller that can be scrolled by less, in px, shows all it has. */
const LEAST_SCROLL = 8;

/** Returns an element's layout; undefined if that says nothing. */
export function layoutOf(
  element: Element,
  style: CSSStyleDeclaration,
  display: string,
  isRoot: boolean,
): Layout | undefined {
  // An inline box neither scrolls nor stays in place.
  if (isRoot || display === "inline") return undefined;
  const scrolled = scrolledIn(element, style);
  const { position } = style;
  const stays = position === "fixed" || position === "sticky" ? position : undefined;
  if (scrolled === undefined && stays === undefined) return undefined;
  return {
    ...(scrolled === undefined ? {} : { scrolled }),
    ...(stays === undefined ? {} : { stays }),
  };
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
