// Tells whether one element is painted over another, by the painting order of CSS 2.2, appendix E.
import { composedParent } from "../../dom/composed-tree.ts";
import { isTopLayer } from "../geometry/clipped-box.ts";

/** The z-order of in-flow elements, neither positioned nor stacking contexts: over negative layers, under zero. */
const IN_FLOW = -0.5;

/** The layer in which an element is painted within the stacking context that it shares with another. */
interface Layer {
  readonly z: number;
  /** The element that is painted there as a whole; undefined in the flow. */
  readonly holder: Element | undefined;
}

/** Tells whether `upper` is painted over `lower`, or its letters; false if that can't be told. */
export function isPaintedOver(upper: Element, lower: Element): boolean {
  const above = pathOf(upper);
  const below = pathOf(lower);
  while (above.length > 0 && above.at(-1) === below.at(-1)) {
    above.pop();
    below.pop();
  }
  const one = layerOf(above);
  const two = layerOf(below);
  if (one.z !== two.z) return one.z > two.z;
  if (one.holder === undefined) return false;
  if (two.holder === undefined) return true;
  const order = two.holder.compareDocumentPosition(one.holder);
  return (
    (order & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 &&
    (order & Node.DOCUMENT_POSITION_DISCONNECTED) === 0
  );
}

/** Returns the elements from `element` to the root. */
function pathOf(element: Element): Element[] {
  const path: Element[] = [];
  for (let at: Element | null = element; at !== null; at = composedParent(at)) path.push(at);
  return path;
}

function layerOf(path: readonly Element[]): Layer {
  let positioned: Element | undefined;
  for (const element of path.toReversed()) {
    if (isTopLayer(element)) return { z: Infinity, holder: element };
    const style = getComputedStyle(element);
    const isPlaced = style.position !== "static" || isItem(element);
    const z = isPlaced && style.zIndex !== "auto" ? Number(style.zIndex) : undefined;
    if (z !== undefined || isStackingContext(style)) return { z: z ?? 0, holder: element };
    if (style.position !== "static") positioned = element;
  }
  return { z: positioned === undefined ? IN_FLOW : 0, holder: positioned };
}

/** Tells whether `z-index` applies to an element as a flex or grid item (CSS Flexbox 1, 5.4). */
function isItem(element: Element): boolean {
  for (let at = composedParent(element); at !== null; at = composedParent(at)) {
    const { display } = getComputedStyle(at);
    // A slot has no box of its own, nor have most elements that frameworks put around their islands.
    if (display !== "contents") return /flex|grid/.test(display);
  }
  return false;
}

/** Tells whether a style makes a stacking context without `z-index` (CSS Positioned Layout 4, and its references). */
function isStackingContext(style: CSSStyleDeclaration): boolean {
  return (
    style.position === "fixed" ||
    style.position === "sticky" ||
    style.opacity !== "1" ||
    style.transform !== "none" ||
    style.translate !== "none" ||
    style.scale !== "none" ||
    style.rotate !== "none" ||
    style.perspective !== "none" ||
    style.filter !== "none" ||
    style.backdropFilter !== "none" ||
    style.clipPath !== "none" ||
    style.maskImage !== "none" ||
    style.mixBlendMode !== "normal" ||
    style.isolation === "isolate" ||
    style.transformStyle !== "flat" ||
    /paint|layout|strict|content/.test(style.contain) ||
    /auto|hidden/.test(style.contentVisibility) ||
    style.getPropertyValue("view-transition-name") !== "none" ||
    style.willChange.split(", ").some((property) => LAYERING.has(property))
  );
}

/** Properties whose values can make a stacking context, so that `will-change` makes one, too (CSS Will Change 1, 3). */
const LAYERING: ReadonlySet<string> = new Set(
  `backdrop-filter clip-path contain filter isolation mask mask-image mix-blend-mode opacity perspective
  position rotate scale transform transform-style translate view-transition-name z-index`.split(
    /\s+/,
  ),
);
