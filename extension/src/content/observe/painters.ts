// Finds what is painted under letters by elements that they do not stand in: a picture, a film, a coloured box.
import { isWithin } from "../act/hit-test.ts";
import type { Area } from "./area.ts";
import { shadowRootIn } from "./composed-tree.ts";
import type { Paint } from "./paints.ts";
import { boxPaints, shapePaints } from "./paints.ts";
import { unshadowed } from "../unshadowed.ts";

interface Painter {
  readonly element: Element;
  readonly paints: readonly Paint[];
  readonly box: Area;
}

/** Elements looked at in one step. */
const STEP = 8;

/**
 * The painters of a whole page, which are looked for once in a reading, and only where letters have the
 * colour of what they stand in: a look at each element takes half as long again as to read it.
 */
export class Painters {
  readonly #shadowRootOf: (element: Element) => ShadowRoot | null;
  readonly #found = new Bands();
  readonly #shapes = new Map<Element, readonly Painter[]>();
  readonly #left: NodeListOf<Element>[] = [];
  #at = 0;

  constructor(document: Document, shadowRootOf: (element: Element) => ShadowRoot | null) {
    this.#shadowRootOf = shadowRootOf;
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

  /** Whether letters of `element` stand out from anything that is painted behind them. */
  showUnder(element: Element, letters: Area, showsOn: (paint: Paint) => boolean): boolean {
    for (const painter of this.#found.at(letters)) {
      if (!painter.paints.some(showsOn) || isWithin(element, painter.element)) continue;
      // What flows within a text lies beside its words.
      if (isWithin(painter.element, element) && isInFlow(painter.element)) continue;
      if (isVisible(painter.element)) return true;
    }
    return false;
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
    const paints = boxPaints(unshadowed(element).localName, getComputedStyle(element));
    if (paints.length > 0) this.#found.add({ element, paints, box: boxOf(element) });
  }
}

const SHAPES = "rect, circle, ellipse, path, polygon, polyline, line, image, use";

function boxOf(element: Element): Area {
  const { left, top, right, bottom } = unshadowed(element).getBoundingClientRect();
  return { left, top, right, bottom };
}

function isInFlow(element: Element): boolean {
  return getComputedStyle(element).position === "static";
}

function isVisible(element: Element): boolean {
  return element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
}

function overlaps(one: Area, other: Area): boolean {
  return (
    one.left < other.right &&
    one.right > other.left &&
    one.top < other.bottom &&
    one.bottom > other.top
  );
}

/** In px. */
const BAND = 256;
/** What reaches over more bands than these is looked at for all of them. */
const MAX_BANDS = 32;

/** Painters by how far down they stand, so that those of a long page are not gone through for each text. */
class Bands {
  readonly #bands = new Map<number, Painter[]>();
  readonly #tall: Painter[] = [];

  add(painter: Painter): void {
    const { left, top, right, bottom } = painter.box;
    if (right <= left || bottom <= top) return;
    const [first, last] = [Math.floor(top / BAND), Math.floor(bottom / BAND)];
    if (last - first > MAX_BANDS) {
      this.#tall.push(painter);
      return;
    }
    for (let band = first; band <= last; band++) {
      const list = this.#bands.get(band);
      if (list === undefined) this.#bands.set(band, [painter]);
      else list.push(painter);
    }
  }

  /** Those whose boxes overlap with `area`; some perhaps more than once. */
  *at(area: Area): Iterable<Painter> {
    const lists = [this.#tall];
    const first = Math.floor(area.top / BAND);
    const last = Math.min(first + MAX_BANDS, Math.floor(area.bottom / BAND));
    for (let band = first; band <= last; band++) lists.push(this.#bands.get(band) ?? []);
    for (const list of lists) {
      for (const painter of list) if (overlaps(painter.box, area)) yield painter;
    }
  }
}
