// Finds layers on top of the modal dialog: menus, toasts and frames that pages put at their end.
import { elementAt, isComposedDescendant } from "../../dom/hit-test.ts";
import type { Area } from "../geometry/area.ts";
import { ancestors, composedParent } from "../../dom/composed-tree.ts";
import { hitTestBudget } from "../visibility/control-occlusion.ts";
import type { ElementPart, Part } from "../tree/parts.ts";
import { isTopLayer } from "../geometry/clipped-box.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import type { LayersOver } from "../tree/walk-result.ts";

type RootOf = (element: Element) => ShadowRoot | null;

/** Controls of one layer that are hit-tested in their middles: some may be clipped by a scroller. */
const TRIES = 4;

/**
 * Returns the layers beside the modal that a person can reach, each by the element that is lifted out of the
 * page's flow. Parts of a layer that are out of view (the end of a long menu) share its fate.
 * @param parts the parts of the whole page
 */
export function layersOver(
  modal: Element,
  parts: readonly Part[],
  viewport: Area,
  shadowRootOf: RootOf,
): LayersOver {
  const layers = new Layers(ancestors(modal));
  const controls = new Map<Element, Area[]>();
  for (const { element, box } of actableOutside(modal, parts)) {
    if (box === undefined || !hasMiddleIn(box, viewport)) continue;
    const layer = layers.of(element);
    if (layer === undefined) continue;
    const boxes = controls.get(layer);
    if (boxes === undefined) controls.set(layer, [box]);
    else boxes.push(box);
  }
  const over = new Set<Element>();
  let left = hitTestBudget();
  const isOver = (layer: Element, box: Area): boolean => {
    left--;
    const hit = elementAt(middleOf(box), shadowRootOf);
    return hit !== null && isComposedDescendant(hit, layer);
  };
  // Pages put at their end what is to lie on top, so those layers are tested first, before the budget runs out.
  for (const [layer, boxes] of [...controls].toReversed()) {
    if (left <= 0) break;
    const own = unshadowed(layer).getBoundingClientRect();
    const all = hasMiddleIn(own, viewport) ? [own, ...boxes] : boxes;
    const step = Math.max(1, Math.ceil(all.length / TRIES));
    if (all.some((box, at) => at % step === 0 && left > 0 && isOver(layer, box))) over.add(layer);
  }
  return new CachedLayers(over);
}

/** Holds layers, and caches what stands in them. */
export class CachedLayers implements LayersOver {
  readonly layers: ReadonlySet<Element>;
  readonly #known = new Map<Element, boolean>();

  constructor(layers: ReadonlySet<Element>) {
    this.layers = layers;
  }

  holds(element: Element): boolean {
    if (this.layers.size === 0) return false;
    const passed: Element[] = [];
    let isHeld = false;
    for (let at: Element | null = element; at !== null; at = composedParent(at)) {
      const known = this.layers.has(at) ? true : this.#known.get(at);
      if (known !== undefined) {
        isHeld = known;
        break;
      }
      passed.push(at);
    }
    for (const each of passed) this.#known.set(each, isHeld);
    return isHeld;
  }
}

/** Returns the parts outside the modal that can be acted on, or are frames. */
function actableOutside(modal: Element, parts: readonly Part[]): ElementPart[] {
  const found: ElementPart[] = [];
  const visit = (part: Part): void => {
    if (part.kind !== "element" || part.element === modal) return;
    if (part.interaction !== undefined) found.push(part);
    for (const child of part.children) visit(child);
  };
  for (const part of parts) visit(part);
  return found;
}

/** Finds the layer that an element belongs to. */
class Layers {
  /** The elements that the modal stands in. */
  readonly #around: ReadonlySet<Element>;
  readonly #known = new Map<Element, Element | undefined>();

  constructor(around: ReadonlySet<Element>) {
    this.#around = around;
  }

  /** Returns the nearest element around, or the element itself, that may lie on top of what comes before it. */
  of(element: Element): Element | undefined {
    const passed: Element[] = [];
    let layer: Element | undefined;
    for (let at: Element | null = element; at !== null; at = composedParent(at)) {
      if (this.#around.has(at)) break;
      if (this.#known.has(at)) {
        layer = this.#known.get(at);
        break;
      }
      passed.push(at);
      if (isLifted(at)) {
        layer = at;
        break;
      }
    }
    for (const each of passed) this.#known.set(each, layer);
    return layer;
  }
}

function isLifted(element: Element): boolean {
  const { position, zIndex } = getComputedStyle(element);
  if (zIndex !== "auto") return true;
  return (position !== "static" && position !== "relative") || isTopLayer(element);
}

function middleOf(box: Area): { x: number; y: number } {
  return { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
}

function hasMiddleIn(box: Area, viewport: Area): boolean {
  const { x, y } = middleOf(box);
  return x >= 0 && y >= 0 && x < viewport.right && y < viewport.bottom;
}
