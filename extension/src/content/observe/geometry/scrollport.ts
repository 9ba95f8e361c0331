// The boxes that contents are seen through, one in another, and where contents stand once they are scrolled into them.
import type { Area, PageAreas } from "./area.ts";
import { NOTHING } from "./area.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

/** What cuts off its contents, and may scroll them (CSS Overflow 3, 2); the viewport is the outermost. */
export class Scrollport {
  /** Null for the viewport itself, in which stands what is fixed. */
  readonly element: Element | null;
  readonly box: Area;
  /** Where contents can be seen, here or once they are scrolled, from where they stand now. */
  readonly reach: Area;
  readonly outer: Scrollport | undefined;
  readonly #cutsX: boolean;
  readonly #cutsY: boolean;
  readonly #depth: number;

  private constructor(
    element: Element | null,
    box: Area,
    reach: Area,
    outer?: Scrollport,
    cuts = { x: true, y: true },
  ) {
    this.element = element;
    this.box = box;
    this.reach = reach;
    this.outer = outer;
    this.#cutsX = cuts.x;
    this.#cutsY = cuts.y;
    this.#depth = outer === undefined ? 0 : outer.#depth + 1;
  }

  /** Of what scrolls with the page; what is fixed stands in its outer one. */
  static ofPage({ viewport, reachable }: PageAreas, root: Element | null): Scrollport {
    const fixed = new Scrollport(null, viewport, viewport);
    return new Scrollport(root, viewport, reachable, fixed);
  }

  /** Of what is hidden as a whole. */
  static readonly none = new Scrollport(null, NOTHING, NOTHING);

  /**
   * Of the contents of an element that stands in this one; the same if it cuts nothing off.
   * @param isTurned asked of scrollers alone: their own axes are not those of the viewport
   */
  within(
    element: Element,
    style: CSSStyleDeclaration,
    box: Area,
    isTurned: () => boolean,
  ): Scrollport {
    // One question for both directions: by far most elements say no.
    if (style.overflow === "visible" || cutsNothing(element, style)) return this;
    const x = style.overflowX;
    const y = style.overflowY;
    if ((scrolls(x) || scrolls(y)) && isTurned()) {
      return new Scrollport(element, box, turnedReach(element, box), this);
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
    const cuts = { x: x !== "visible", y: y !== "visible" };
    return new Scrollport(element, box, { left, top, right, bottom }, this, cuts);
  }

  /**
   * Where contents stand once they are scrolled into the middle of the box, or as far towards it as they
   * can be; of larger ones, the part inside.
   */
  broughtIn(area: Area): Area {
    const { box, reach } = this;
    const [left, right] = this.#cutsX
      ? inside(area.left, area.right, box.left, box.right, reach.left, reach.right)
      : [area.left, area.right];
    const [top, bottom] = this.#cutsY
      ? inside(area.top, area.bottom, box.top, box.bottom, reach.top, reach.bottom)
      : [area.top, area.bottom];
    return { left, top, right, bottom };
  }

  /** What of an area shows as it is scrolled now. */
  cut(area: Area): Area {
    const { box } = this;
    const [left, right] = this.#cutsX
      ? [Math.max(area.left, box.left), Math.min(area.right, box.right)]
      : [area.left, area.right];
    const [top, bottom] = this.#cutsY
      ? [Math.max(area.top, box.top), Math.min(area.bottom, box.bottom)]
      : [area.top, area.bottom];
    return { left, top, right, bottom };
  }

  /** All the places that an area can be scrolled to. */
  swept(area: Area): Area {
    const { box, reach } = this;
    const shown = this.cut(area);
    const movesX = this.#cutsX && (reach.left < box.left || reach.right > box.right);
    const movesY = this.#cutsY && (reach.top < box.top || reach.bottom > box.bottom);
    const { left, right } = movesX ? box : shown;
    const { top, bottom } = movesY ? box : shown;
    return { left, top, right, bottom };
  }

  /** What an area covers in every place that it can be scrolled to. */
  held({ left, top, right, bottom }: Area): Area {
    const { box, reach } = this;
    const always = {
      left: left + Math.max(0, box.left - reach.left),
      top: top + Math.max(0, box.top - reach.top),
      right: right + Math.min(0, box.right - reach.right),
      bottom: bottom + Math.min(0, box.bottom - reach.bottom),
    };
    return this.cut({
      left: this.#cutsX ? always.left : left,
      top: this.#cutsY ? always.top : top,
      right: this.#cutsX ? always.right : right,
      bottom: this.#cutsY ? always.bottom : bottom,
    });
  }

  /** Whether that one is of the same contents, perhaps as another look found it. */
  isSame(other: Scrollport): boolean {
    return this === other || (this.element === other.element && this.#depth === other.#depth);
  }

  isWithin(outer: Scrollport): boolean {
    return Scrollport.common(this, outer)?.isSame(outer) === true;
  }

  /** The innermost that both stand in, or are. */
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

/** Something that stands, with others, in what a scrollport shows. */
export interface Placed {
  readonly area: Area;
  readonly port: Scrollport;
}

/** An area once it is scrolled into all that it is seen through within an outer scrollport. */
export function broughtInto(outer: Scrollport | undefined, placed: Placed): Area {
  return through(outer, placed, (port, area) => port.broughtIn(area));
}

/** What of an area shows in an outer scrollport as all in it is scrolled now. */
export function cutFor(outer: Scrollport | undefined, placed: Placed): Area {
  return through(outer, placed, (port, area) => port.cut(area));
}

/** What an area covers in an outer scrollport wherever it is scrolled to. */
export function heldFor(outer: Scrollport | undefined, placed: Placed): Area {
  return through(outer, placed, (port, area) => port.held(area));
}

/** All the places in an outer scrollport that an area can be scrolled to. */
export function sweptFor(outer: Scrollport | undefined, placed: Placed): Area {
  return through(outer, placed, (port, area) => port.swept(area));
}

function through(
  outer: Scrollport | undefined,
  { area, port }: Placed,
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
 * Letters and a box as they lie to each other once the letters are scrolled into all that they are seen
 * through. What does not hold the letters stays as it is scrolled.
 */
export function together(letters: Placed, box: Placed): readonly [Area, Area] {
  // By far the most frequent case.
  if (letters.port === box.port) return [letters.area, box.area];
  const outer = Scrollport.common(letters.port, box.port);
  return [broughtInto(outer, letters), cutFor(outer, box)];
}

/** Thinner than this, nothing of a text is seen: in px. */
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

/** Boxes that overflow does not apply to (CSS Overflow 3, 3.1); drawings are replaced, however they are laid out. */
function cutsNothing(element: Element, { display }: CSSStyleDeclaration): boolean {
  return UNCUT.test(display) && !(element instanceof SVGElement);
}

const UNCUT =
  /^(?:inline|contents|ruby.*|table-(?:row|row-group|header-group|footer-group|column|column-group))$/;

function scrolls(overflow: string): boolean {
  return overflow === "auto" || overflow === "scroll";
}

function hides(overflow: string, size: number): boolean {
  if (overflow === "hidden" || overflow === "clip") return true;
  return overflow !== "visible" && size === 0;
}

/**
 * What a scroller holds can be scrolled to, wherever it stands now; the scroller itself must show. Its
 * beginning may be at either end (right to left, reversed), so as much is granted to both sides.
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

/** Sizes within an element are those before it is transformed. */
function enlarged(shown: number, own: number): number {
  return own === 0 ? 1 : Math.max(1, shown / own);
}

/** As much is granted to all sides. */
function turnedReach(element: Element, box: Area): Area {
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
