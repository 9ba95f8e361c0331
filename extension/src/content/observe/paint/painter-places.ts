// Where painters lie to letters that are scrolled into what they are seen through.
import { isWithin } from "../../dom/hit-test.ts";
import type { Area } from "../geometry/area.ts";
import { overlaps } from "./bands.ts";
import { composedParent } from "../../dom/composed-tree.ts";
import type { Place } from "../geometry/place.ts";
import { isRoot } from "../geometry/place.ts";
import type { Placed, Scrollport } from "../geometry/scrollport.ts";
import { broughtInto, cutFor, together } from "../geometry/scrollport.ts";
import { EVERYWHERE } from "../geometry/sticking.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

export interface Letters extends Placed {
  /** That they stand in. */
  readonly element: Element;
}

export interface Painter {
  readonly element: Element;
  readonly box: Area;
  /** The innermost element around it, or itself, that stays in sight while others are scrolled by. */
  readonly sticky: Element | undefined;
}

/** Asked of few painters alone: it takes a look at all that they stand in. */
export class PainterPlaces {
  readonly #page: Place;
  readonly #known = new Map<Element, Place>();

  constructor(page: Place) {
    this.#page = page;
  }

  meets(painter: Painter, letters: Letters): boolean {
    const { port } = this.of(painter.element);
    const { sticky } = painter;
    const stuck =
      sticky === undefined || isWithin(letters.element, sticky)
        ? undefined
        : this.#stuck(painter, sticky, letters);
    return overlaps(...(stuck ?? together(letters, { area: painter.box, port })));
  }

  /**
   * Letters that are scrolled into sight, and a painter where it sticks then (CSS Positioned Layout 3,
   * 3.4); undefined where nothing has to be scrolled.
   */
  #stuck(painter: Painter, sticky: Element, letters: Letters): [Area, Area] | undefined {
    const { box, port } = this.of(sticky);
    const own = this.of(painter.element).port;
    // What is fixed in the viewport does not move with what it stands in.
    if (!letters.port.isWithin(port) || !own.isWithin(port)) return undefined;
    const inPort = broughtInto(port, letters);
    const area = port.broughtIn(inPort);
    const [dx, dy] = [distance("left", "right"), distance("top", "bottom")];
    if (dx === 0 && dy === 0) return undefined;
    const around = this.#boundsOf(sticky, port);
    const style = getComputedStyle(sticky);
    const x = stickingAt("left", "right", dx);
    const y = stickingAt("top", "bottom", dy);
    const shown = cutFor(port, { area: painter.box, port: own });
    return [area, moved(shown, x - box.left, y - box.top)];

    function distance(from: "left" | "top", to: "right" | "bottom"): number {
      const isInSight = inPort[from] < port.box[to] && inPort[to] > port.box[from];
      return isInSight ? 0 : (area[from] + area[to] - inPort[from] - inPort[to]) / 2;
    }

    function stickingAt(from: "left" | "top", to: "right" | "bottom", by: number): number {
      const size = box[to] - box[from];
      const first = Number.parseFloat(style[from]);
      const last = Number.parseFloat(style[to]);
      let at = box[from] + by;
      if (!Number.isNaN(last)) at = Math.min(at, port.box[to] - last - size);
      if (!Number.isNaN(first)) at = Math.max(at, port.box[from] + first);
      return Math.max(around[from] + by, Math.min(at, around[to] + by - size));
    }
  }

  /** Of what it never leaves: the contents of what it stands in. */
  #boundsOf(sticky: Element, port: Scrollport): Area {
    const parent = composedParent(sticky);
    if (parent === null || parent === port.element) return EVERYWHERE;
    return this.of(parent).box;
  }

  of(element: Element): Place {
    const unknown: Element[] = [];
    let at: Element | null = element;
    while (at !== null && !this.#known.has(at)) {
      unknown.push(at);
      at = composedParent(at);
    }
    let place = (at === null ? undefined : this.#known.get(at)) ?? this.#page;
    for (const each of unknown.toReversed()) {
      const own = unshadowed(each);
      const style = getComputedStyle(each);
      if (!isRoot(each, own.localName) && style.display !== "contents") {
        place = place.of(each, style, own.getBoundingClientRect());
      }
      this.#known.set(each, place);
    }
    return place;
  }
}

function moved({ left, top, right, bottom }: Area, x: number, y: number): Area {
  return { left: left + x, top: top + y, right: right + x, bottom: bottom + y };
}
