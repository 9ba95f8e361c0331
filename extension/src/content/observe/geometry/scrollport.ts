// Models the nested boxes that contents are seen through, and where contents stand once they are scrolled into view.
import type { Area, PageAreas } from "./area.ts";
import { isScrollable, NOTHING } from "./area.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

/** A box that clips its contents, and may scroll them (CSS Overflow 3, 2). The viewport is the outermost one. */
export class Scrollport {
  /** The element that clips; null for the viewport itself, which holds fixed contents. */
  readonly element: Element | null;
  readonly box: Area;
  /** The area in which contents can be seen, now or after scrolling, by where they stand now. */
  readonly reach: Area;
  readonly outer: Scrollport | undefined;
  readonly #clipsX: boolean;
  readonly #clipsY: boolean;
  readonly #depth: number;

  private constructor(
    element: Element | null,
    box: Area,
    reach: Area,
    outer?: Scrollport,
    clips = { x: true, y: true },
  ) {
    this.element = element;
    this.box = box;
    this.reach = reach;
    this.outer = outer;
    this.#clipsX = clips.x;
    this.#clipsY = clips.y;
    this.#depth = outer === undefined ? 0 : outer.#depth + 1;
  }

  /** Returns the scrollport of what scrolls with the page; its outer one holds what is fixed. */
  static ofPage({ viewport, reachable }: PageAreas, root: Element | null): Scrollport {
    const fixed = new Scrollport(null, viewport, viewport);
    return new Scrollport(root, viewport, reachable, fixed);
  }

  /** The scrollport of contents that are hidden as a whole. */
  static readonly none = new Scrollport(null, NOTHING, NOTHING);

  /**
   * Returns the scrollport of the contents of an element that stands in this one; this one if it clips nothing.
   * @param isRotated tells whether the element's axes are not the viewport's; it is asked only about scrollers
   */
  within(
    element: Element,
    style: CSSStyleDeclaration,
    box: Area,
    isRotated: () => boolean,
  ): Scrollport {
    // This one question covers both directions, and by far most elements say no.
    if (style.overflow === "visible" || clipsNothing(element, style)) return this;
    const x = style.overflowX;
    const y = style.overflowY;
    if ((isScrollable(x) || isScrollable(y)) && isRotated()) {
      return new Scrollport(element, box, rotatedReach(element, box), this);
    }
    const { left, right } = hides(x, box.right - box.left)
      ? { left: Math.max(this.reach.left, box.left), right: Math.min(this.reach.right, box.right) }
      : x === "visible"
        ? this.reach
        : scrolledX(element, box);
    const { top, bottom } = hides(y, box.bottom - box.top)
      ? { top: Math.max(this.reach.top, box.top), bottom: Math.min(this.reach.bottom, box.bottom) }
      : y === "visible"
        ? this.reach
        : scrolledY(element, box);
    const clips = { x: x !== "visible", y: y !== "visible" };
    return new Scrollport(element, box, { left, top, right, bottom }, this, clips);
  }

  /**
   * Returns where contents stand once they are scrolled into the middle of the box, or as far towards it as
   * they can be. If they are larger than the box, it is the part inside.
   */
  scrolledIn(area: Area): Area {
    const { box, reach } = this;
    const [left, right] = this.#clipsX
      ? inside(area.left, area.right, box.left, box.right, reach.left, reach.right)
      : [area.left, area.right];
    const [top, bottom] = this.#clipsY
      ? inside(area.top, area.bottom, box.top, box.bottom, reach.top, reach.bottom)
      : [area.top, area.bottom];
    return { left, top, right, bottom };
  }

  /**
   * Returns what of an area shows as it is scrolled now.
   * @param box what contents show in, if that is not the whole box
   */
  clip(area: Area, box: Area = this.box): Area {
    const [left, right] = this.#clipsX
      ? [Math.max(area.left, box.left), Math.min(area.right, box.right)]
      : [area.left, area.right];
    const [top, bottom] = this.#clipsY
      ? [Math.max(area.top, box.top), Math.min(area.bottom, box.bottom)]
      : [area.top, area.bottom];
    return { left, top, right, bottom };
  }

  /** Returns everything that an area covers in one scroll position or another. */
  reachable(area: Area): Area {
    const { box, reach } = this;
    const shown = this.clip(area);
    const movesX = this.#clipsX && (reach.left < box.left || reach.right > box.right);
    const movesY = this.#clipsY && (reach.top < box.top || reach.bottom > box.bottom);
    const { left, right } = movesX ? box : shown;
    const { top, bottom } = movesY ? box : shown;
    return { left, top, right, bottom };
  }

  /** Returns what an area covers in every scroll position. */
  alwaysCovered({ left, top, right, bottom }: Area): Area {
    const { box, reach } = this;
    const always = {
      left: left + Math.max(0, box.left - reach.left),
      top: top + Math.max(0, box.top - reach.top),
      right: right + Math.min(0, box.right - reach.right),
      bottom: bottom + Math.min(0, box.bottom - reach.bottom),
    };
    return this.clip({
      left: this.#clipsX ? always.left : left,
      top: this.#clipsY ? always.top : top,
      right: this.#clipsX ? always.right : right,
      bottom: this.#clipsY ? always.bottom : bottom,
    });
  }

  /** Tells whether another scrollport has the same contents, although it may be another object. */
  isSame(other: Scrollport): boolean {
    return this === other || (this.element === other.element && this.#depth === other.#depth);
  }

  /** Tells whether this scrollport is `outer`, or stands in it. */
  isInside(outer: Scrollport): boolean {
    return Scrollport.common(this, outer)?.isSame(outer) === true;
  }

  /** Returns the innermost scrollport that holds both, or is one of them. */
  static common(first: Scrollport, second: Scrollport): Scrollport | undefined {
    let one: Scrollport | undefined = first;
    let two: Scrollport | undefined = second;
    while (one !== undefined && two !== undefined && !one.isSame(two)) {
      if (one.#depth >= two.#depth) one = one.outer;
      else two = two.outer;
    }
    return one === undefined || two === undefined ? undefined : one;
  }
}

/** An area together with the scrollport that it is seen through. */
export interface PortArea {
  readonly area: Area;
  readonly port: Scrollport;
}

/** Returns an area once it is scrolled into every scrollport that it is seen through, up to an outer one. */
export function scrolledInto(outer: Scrollport | undefined, inPort: PortArea): Area {
  return through(outer, inPort, (port, area) => port.scrolledIn(area));
}

/** Returns what of an area shows in an outer scrollport, as everything is scrolled now. */
export function clippedIn(outer: Scrollport | undefined, inPort: PortArea): Area {
  return through(outer, inPort, (port, area) => port.clip(area));
}

/** Returns what an area covers in an outer scrollport in every scroll position. */
export function alwaysCoveredIn(outer: Scrollport | undefined, inPort: PortArea): Area {
  return through(outer, inPort, (port, area) => port.alwaysCovered(area));
}

/** Returns everything that an area covers in an outer scrollport in one scroll position or another. */
export function reachableIn(outer: Scrollport | undefined, inPort: PortArea): Area {
  return through(outer, inPort, (port, area) => port.reachable(area));
}

function through(
  outer: Scrollport | undefined,
  { area, port }: PortArea,
  seenBy: (port: Scrollport, area: Area) => Area,
): Area {
  let seen = area;
  for (let at: Scrollport | undefined = port; at !== undefined; at = at.outer) {
    if (outer !== undefined && at.isSame(outer)) break;
    seen = seenBy(at, seen);
  }
  return seen;
}

/**
 * Returns letters and a box in one coordinate space, with the letters scrolled into view. Scrollports that do
 * not hold the letters stay as they are scrolled.
 */
export function inCommonPort(letters: PortArea, box: PortArea): readonly [Area, Area] {
  // This is by far the most frequent case.
  if (letters.port === box.port) return [letters.area, box.area];
  const outer = Scrollport.common(letters.port, box.port);
  return [scrolledInto(outer, letters), clippedIn(outer, box)];
}

/** A text that is thinner than this, in px, is not seen. */
const LEAST_SHOWN = 1;

function inside(
  from: number,
  to: number,
  low: number,
  high: number,
  first: number,
  last: number,
): [number, number] {
  const shown = common(from, to, low, high);
  if (shown !== undefined) return shown;
  const toMiddle = (low + high - from - to) / 2;
  const by = Math.max(high - last, Math.min(toMiddle, low - first));
  const half = Math.min(to - from, high - low) / 2;
  const middle = (low + high) / 2;
  return common(from + by, to + by, low, high) ?? [middle - half, middle + half];
}

function common(from: number, to: number, low: number, high: number): [number, number] | undefined {
  const [first, last] = [Math.max(from, low), Math.min(to, high)];
  return last - first >= Math.min(LEAST_SHOWN, to - from) ? [first, last] : undefined;
}

/** Tells whether overflow does not apply to a box (CSS Overflow 3, 3.1). Drawings are replaced elements. */
function clipsNothing(element: Element, { display }: CSSStyleDeclaration): boolean {
  return UNCLIPPED.test(display) && !(element instanceof SVGElement);
}

const UNCLIPPED =
  /^(?:inline|contents|ruby.*|table-(?:row|row-group|header-group|footer-group|column|column-group))$/;

function hides(overflow: string, size: number): boolean {
  if (overflow === "hidden" || overflow === "clip") return true;
  return overflow !== "visible" && size === 0;
}

/**
 * Returns how far a scroller reaches sideways. All that it holds can be scrolled to, if the scroller itself
 * shows. Its beginning may be at either end (right to left, reversed), so both sides get the same reach.
 */
function scrolledX(element: Element, box: Area): { left: number; right: number } {
  const { scrollLeft, scrollWidth, clientWidth } = unshadowed(element);
  const scale = enlarged(box.right - box.left, clientWidth);
  const scrollable = (scrollWidth - clientWidth) * scale;
  return {
    left: box.left - scrollLeft * scale - scrollable,
    right: box.right - scrollLeft * scale + scrollable,
  };
}

function scrolledY(element: Element, box: Area): { top: number; bottom: number } {
  const { scrollTop, scrollHeight, clientHeight } = unshadowed(element);
  const scale = enlarged(box.bottom - box.top, clientHeight);
  const scrollable = (scrollHeight - clientHeight) * scale;
  return {
    top: box.top - scrollTop * scale - scrollable,
    bottom: box.bottom - scrollTop * scale + scrollable,
  };
}

/** Returns by how much transforms enlarge an element: sizes within it are told as before them. */
function enlarged(shown: number, own: number): number {
  return own === 0 ? 1 : Math.max(1, shown / own);
}

/** Returns the reach of a rotated scroller: the same on all sides. */
function rotatedReach(element: Element, box: Area): Area {
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = unshadowed(element);
  const scale = Math.max(
    enlarged(box.right - box.left, clientWidth),
    enlarged(box.bottom - box.top, clientHeight),
  );
  const far = Math.max(scrollWidth - clientWidth, scrollHeight - clientHeight) * scale;
  return {
    left: box.left - far,
    top: box.top - far,
    right: box.right + far,
    bottom: box.bottom + far,
  };
}
