// Tells whether a painted layer lies behind letters once the letters are scrolled into view.
import { isComposedDescendant } from "../../dom/hit-test.ts";
import type { Area } from "../geometry/area.ts";
import { EVERYWHERE } from "../geometry/area.ts";
import { overlaps } from "./area-index.ts";
import { composedParent } from "../../dom/composed-tree.ts";
import { ClippedBoxes } from "../geometry/clip.ts";
import type { ClippedBox } from "../geometry/clipped-box.ts";
import type { PortArea, Scrollport } from "../geometry/scrollport.ts";
import { scrolledInto, clippedIn, inCommonPort } from "../geometry/scrollport.ts";

/** The area of letters on the page. */
export interface Letters extends PortArea {
  /** The element that the letters stand in. */
  readonly element: Element;
}

/** A painted element with its box. */
export interface PlacedLayer {
  readonly element: Element;
  readonly box: Area;
  /** The innermost sticky element around it, or itself. */
  readonly sticky: Element | undefined;
}

/** Computes positions; only few layers are asked about, since that reads the styles of all their ancestors. */
export class LayerPositions {
  readonly #boxes: ClippedBoxes;

  constructor(page: ClippedBox) {
    this.#boxes = new ClippedBoxes(page);
  }

  /** Returns an element's box, and the scrollport that it is seen through. */
  of(element: Element): ClippedBox {
    return this.#boxes.of(element);
  }

  /** Tells whether a layer and letters overlap once the letters are scrolled into view. */
  meets(layer: PlacedLayer, letters: Letters): boolean {
    const { port } = this.of(layer.element);
    const { sticky } = layer;
    const stuck =
      sticky === undefined || isComposedDescendant(letters.element, sticky)
        ? undefined
        : this.#stuckAreas(layer, sticky, letters);
    return overlaps(...(stuck ?? inCommonPort(letters, { area: layer.box, port })));
  }

  /**
   * Returns letters that are scrolled into view, and where a sticky layer then stands (CSS Positioned Layout 3,
   * 3.4). Undefined if nothing has to be scrolled.
   */
  #stuckAreas(layer: PlacedLayer, sticky: Element, letters: Letters): [Area, Area] | undefined {
    const { box, port } = this.of(sticky);
    const own = this.of(layer.element).port;
    // Elements that are fixed in the viewport do not move with what they stand in.
    if (!letters.port.isInside(port) || !own.isInside(port)) return undefined;
    const inPort = scrolledInto(port, letters);
    const area = port.scrolledIn(inPort);
    const [dx, dy] = [distance("left", "right"), distance("top", "bottom")];
    if (dx === 0 && dy === 0) return undefined;
    const around = this.#boundsOf(sticky, port);
    const style = getComputedStyle(sticky);
    const x = stickingAt("left", "right", dx);
    const y = stickingAt("top", "bottom", dy);
    const shown = clippedIn(port, { area: layer.box, port: own });
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

  /** Returns the area that a sticky element never leaves: the box of its parent. */
  #boundsOf(sticky: Element, port: Scrollport): Area {
    const parent = composedParent(sticky);
    if (parent === null || parent === port.element) return EVERYWHERE;
    return this.of(parent).box;
  }
}

function moved({ left, top, right, bottom }: Area, x: number, y: number): Area {
  return { left: left + x, top: top + y, right: right + x, bottom: bottom + y };
}
