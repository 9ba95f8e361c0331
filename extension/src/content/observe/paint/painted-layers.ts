// Finds what elements that letters do not stand in paint behind them: a picture, a film, a coloured box.
import { isComposedDescendant } from "../../dom/hit-test.ts";
import type { Area } from "../geometry/area.ts";
import { AreaIndex, overlaps } from "./area-index.ts";
import { composedParent, shadowRootIn } from "../../dom/composed-tree.ts";
import { isPaintedOver } from "./paint-order.ts";
import type { Letters, PlacedLayer as PlacedPainter } from "./layer-positions.ts";
import { LayerPositions } from "./layer-positions.ts";
import type { Paint, PaintedArea } from "./paints.ts";
import { boxPaints, shapePaints } from "./paints.ts";
import type { ClippedBox } from "../geometry/clipped-box.ts";
import type { Scrollport } from "../geometry/scrollport.ts";
import { stickyReach } from "../geometry/sticky-reach.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

type PaintedLayer = PlacedPainter & PaintedArea;

type Shape = Omit<PaintedLayer, "sticky">;

/** Elements looked at in one call of `survey`. */
const STEP = 8;

/**
 * Holds the painted layers of a whole page. They are looked for once in a reading, and only if letters have the
 * colour of what they stand in. To look at each element takes half as long again as to read it.
 */
export class PaintedLayers {
  readonly #shadowRootOf: (element: Element) => ShadowRoot | null;
  readonly #positions: LayerPositions;
  readonly #found = new AreaIndex<PaintedLayer>();
  /** Sticky layers, indexed by all that they can come to cover. */
  readonly #sticking = new AreaIndex<{ readonly box: Area; readonly layer: PaintedLayer }>();
  readonly #sticky = new Set<Element>();
  readonly #shapes = new Map<Element, readonly Shape[]>();
  readonly #unvisited: NodeListOf<Element>[] = [];
  #at = 0;

  constructor(
    document: Document,
    shadowRootOf: (element: Element) => ShadowRoot | null,
    page: ClippedBox,
  ) {
    this.#shadowRootOf = shadowRootOf;
    this.#positions = new LayerPositions(page);
    this.#unvisited.push(document.querySelectorAll("*"));
  }

  /** Looks at some more elements; returns whether those were the last. */
  survey(): boolean {
    for (let step = 0; step < STEP; step++) {
      const list = this.#unvisited.at(-1);
      if (list === undefined) return true;
      const element = list[this.#at++];
      if (element !== undefined) this.#inspect(element);
      else {
        this.#unvisited.pop();
        this.#at = 0;
      }
    }
    return this.#unvisited.length === 0;
  }

  /**
   * Tells whether letters differ from anything that is painted behind them.
   * @param bottom the opaque element that they stand in; undefined for the page itself
   */
  showUnder(
    letters: Letters,
    bottom: Element | undefined,
    showsOn: (paint: Paint) => boolean,
  ): boolean {
    for (const layer of this.#near(letters)) {
      if (!layer.paints.some(showsOn) || !this.#isBehind(layer, letters)) continue;
      if (bottom === undefined || !isUnder(layer.element, bottom)) return true;
    }
    return false;
  }

  /** Tells the same about everything in an element's box. */
  showUnderBox(
    element: Element,
    bottom: Element | undefined,
    showsOn: (paint: Paint) => boolean,
  ): boolean {
    const { box: area, port } = this.#positions.of(element);
    return this.showUnder({ element, area, port }, bottom, showsOn);
  }

  /** Yields the layers where the letters stand now, and where each scrollport around can bring them. */
  *#near({ area, port }: Letters): Iterable<PaintedLayer> {
    yield* this.#found.at(area);
    let seen = area;
    for (let at: Scrollport | undefined = port; at !== undefined; at = at.outer) {
      for (const { layer } of this.#sticking.at(seen)) yield layer;
      const brought = at.scrolledIn(seen);
      if (!overlaps(brought, seen)) yield* this.#found.at(brought);
      seen = brought;
    }
  }

  #isBehind(layer: PaintedLayer, letters: Letters): boolean {
    const { element } = letters;
    if (isComposedDescendant(element, layer.element)) return false;
    // An in-flow element within a text lies beside its words.
    if (isComposedDescendant(layer.element, element) && isInFlow(layer.element)) return false;
    return (
      isVisible(layer.element) &&
      this.#positions.meets(layer, letters) &&
      !isPaintedOver(layer.element, element)
    );
  }

  /** Tells whether letters differ from a shape behind them in one drawing. */
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

  #inspect(element: Element): void {
    const root = shadowRootIn(element, this.#shadowRootOf);
    // The root's elements are looked at once those of this tree are done.
    if (root !== null) this.#unvisited.unshift(root.querySelectorAll("*"));
    if (element instanceof SVGElement && element.ownerSVGElement !== null) return;
    const style = getComputedStyle(element);
    if (style.position === "sticky") this.#sticky.add(element);
    for (const painted of boxPaints(element, style, () => boxOf(element))) {
      const layer = { ...painted, element, sticky: this.#stickyAround(element) };
      this.#found.add(layer);
      if (layer.sticky === undefined) continue;
      this.#sticking.add({ box: stickyReach(layer.sticky, layer.box), layer });
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

function isUnder(layer: Element, bottom: Element): boolean {
  return !isComposedDescendant(layer, bottom) && isPaintedOver(bottom, layer);
}

function isInFlow(element: Element): boolean {
  return getComputedStyle(element).position === "static";
}

function isVisible(element: Element): boolean {
  return element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
}
