// Finds what is painted under letters by elements that they do not stand in: a picture, a film, a coloured box.
import { isWithin } from "../../dom/hit-test.ts";
import type { Area } from "../geometry/area.ts";
import { Bands, overlaps } from "./bands.ts";
import { composedParent, shadowRootIn } from "../../dom/composed-tree.ts";
import { isPaintedOver } from "./paint-order.ts";
import type { Letters, Painter as PlacedPainter } from "./painter-places.ts";
import { PainterPlaces } from "./painter-places.ts";
import type { Paint, PaintedArea } from "./paints.ts";
import { boxPaints, shapePaints } from "./paints.ts";
import type { Place } from "../geometry/place.ts";
import type { Scrollport } from "../geometry/scrollport.ts";
import { coveredBySticking } from "../geometry/sticking.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

type Painter = PlacedPainter & PaintedArea;

type Shape = Omit<Painter, "sticky">;

/** Elements looked at in one step. */
const STEP = 8;

/**
 * The painters of a whole page, which are looked for once in a reading, and only where letters have the
 * colour of what they stand in: a look at each element takes half as long again as to read it.
 */
export class Painters {
  readonly #shadowRootOf: (element: Element) => ShadowRoot | null;
  readonly #places: PainterPlaces;
  readonly #found = new Bands<Painter>();
  /** By all that they can come to cover. */
  readonly #sticking = new Bands<{ readonly box: Area; readonly painter: Painter }>();
  readonly #sticky = new Set<Element>();
  readonly #shapes = new Map<Element, readonly Shape[]>();
  readonly #left: NodeListOf<Element>[] = [];
  #at = 0;

  constructor(
    document: Document,
    shadowRootOf: (element: Element) => ShadowRoot | null,
    page: Place,
  ) {
    this.#shadowRootOf = shadowRootOf;
    this.#places = new PainterPlaces(page);
    this.#left.push(document.querySelectorAll("*"));
  }

  /** Looks at some more elements; whether that were all. */
  survey(): boolean {
    for (let step = 0; step < STEP; step++) {
      const list = this.#left.at(-1);
      if (list === undefined) return true;
      const element = list[this.#at++];
      if (element !== undefined) this.#look(element);
      else {
        this.#left.pop();
        this.#at = 0;
      }
    }
    return this.#left.length === 0;
  }

  /**
   * Whether letters stand out from anything that is painted behind them.
   * @param bottom what they stand in that lets nothing below it through
   */
  showUnder(
    letters: Letters,
    bottom: Element | undefined,
    showsOn: (paint: Paint) => boolean,
  ): boolean {
    for (const painter of this.#near(letters)) {
      if (!painter.paints.some(showsOn) || !this.#isBehind(painter, letters)) continue;
      if (bottom === undefined || !isUnder(painter.element, bottom)) return true;
    }
    return false;
  }

  /** The same of all that stands in an element's box. */
  showUnderBox(
    element: Element,
    bottom: Element | undefined,
    showsOn: (paint: Paint) => boolean,
  ): boolean {
    const { box: area, port } = this.#places.of(element);
    return this.showUnder({ element, area, port }, bottom, showsOn);
  }

  /** Those where the letters stand now, and where they come to stand in each of what they are seen through. */
  *#near({ area, port }: Letters): Iterable<Painter> {
    yield* this.#found.at(area);
    let seen = area;
    for (let at: Scrollport | undefined = port; at !== undefined; at = at.outer) {
      for (const { painter } of this.#sticking.at(seen)) yield painter;
      const brought = at.broughtIn(seen);
      if (!overlaps(brought, seen)) yield* this.#found.at(brought);
      seen = brought;
    }
  }

  #isBehind(painter: Painter, letters: Letters): boolean {
    const { element } = letters;
    if (isWithin(element, painter.element)) return false;
    // What flows within a text lies beside its words.
    if (isWithin(painter.element, element) && isInFlow(painter.element)) return false;
    return (
      isVisible(painter.element) &&
      this.#places.meets(painter, letters) &&
      !isPaintedOver(painter.element, element)
    );
  }

  /** The same of the shapes of one drawing. */
  showOnShapes(drawing: Element, letters: Area, showsOn: (paint: Paint) => boolean): boolean {
    let shapes = this.#shapes.get(drawing);
    if (shapes === undefined) {
      shapes = [...drawing.querySelectorAll(SHAPES)].map((element) => ({
        element,
        paints: shapePaints(element, getComputedStyle(element)),
        box: boxOf(element),
      }));
      this.#shapes.set(drawing, shapes);
    }
    return shapes.some(
      ({ element, paints, box }) =>
        overlaps(box, letters) && paints.some(showsOn) && isVisible(element),
    );
  }

  #look(element: Element): void {
    const root = shadowRootIn(element, this.#shadowRootOf);
    // Its elements are looked at once those of this tree are done.
    if (root !== null) this.#left.unshift(root.querySelectorAll("*"));
    if (element instanceof SVGElement && element.ownerSVGElement !== null) return;
    const style = getComputedStyle(element);
    if (style.position === "sticky") this.#sticky.add(element);
    for (const painted of boxPaints(element, style, () => boxOf(element))) {
      const painter = { ...painted, element, sticky: this.#stickyAround(element) };
      this.#found.add(painter);
      if (painter.sticky === undefined) continue;
      this.#sticking.add({ box: coveredBySticking(painter.sticky, painter.box), painter });
    }
  }

  #stickyAround(element: Element): Element | undefined {
    if (this.#sticky.size === 0) return undefined;
    let at: Element | null = element;
    while (at !== null && !this.#sticky.has(at)) at = composedParent(at);
    return at ?? undefined;
  }
}

const SHAPES = "rect, circle, ellipse, path, polygon, polyline, line, image, use";

function boxOf(element: Element): Area {
  const { left, top, right, bottom } = unshadowed(element).getBoundingClientRect();
  return { left, top, right, bottom };
}

function isUnder(painter: Element, bottom: Element): boolean {
  return !isWithin(painter, bottom) && isPaintedOver(bottom, painter);
}

function isInFlow(element: Element): boolean {
  return getComputedStyle(element).position === "static";
}

function isVisible(element: Element): boolean {
  return element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
}
