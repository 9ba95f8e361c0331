// Finds contents that a page moves by its own script under an edge that cuts them off, and tells how far they are moved.
import { SKIPPED } from "../../dom/element-kinds.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

/** Contents along one axis, in px: those before the box, and all that do not show at once. */
interface Cut {
  readonly before: number;
  readonly most: number;
}

/** Says what is cut off along each axis; along at least one of them, something is. */
export interface MovedContents {
  readonly x?: Cut;
  readonly y?: Cut;
}

/** A box that is smaller, or contents that are cut off by less, in px, are nothing to be moved. */
const LEAST_SIDE = 40;
const LEAST_CUT = 24;
/** The wrappers that may stand around what is moved, and the children among which that is looked for. */
const MAX_WRAPPERS = 3;
const MAX_CHILDREN = 12;

/**
 * Tells what a box cuts off that its page moves into view. There must be a sign that a script moves it: it hears of the
 * wheel, or it stands somewhere else than by itself. What is moved must have words or controls out of sight.
 * @param hearsWheel tells whether an element hears of the wheel; it is asked of few
 */
export function movedContents(
  element: Element,
  style: CSSStyleDeclaration,
  hearsWheel: (element: Element) => boolean,
): MovedContents | undefined {
  const own = unshadowed(element);
  if (own.clientWidth < LEAST_SIDE || own.clientHeight < LEAST_SIDE) return undefined;
  const box = own.getBoundingClientRect();
  let signs = own.scrollTop > 0 || own.scrollLeft > 0;
  let hears = false;
  let carried = false;
  let around = element;
  for (let level = 0; level < MAX_WRAPPERS; level++) {
    hears ||= hearsWheel(around);
    const inner = shownChildren(around);
    const extent = extentOf([...(around === element ? [] : [around]), ...inner], box, !hears);
    const isMoved = signs || hears || isMovable(around, element);
    const cut = (axis: "x" | "y", overflow: string): Cut | undefined => {
      if (extent === undefined || (overflow !== "hidden" && overflow !== "clip")) return undefined;
      const found = cutOff(axis, extent, box);
      if (found === undefined || !isTellingOutside(axis, inner, box)) return undefined;
      if (carried && !hears) return undefined;
      return isMoved || found.before >= LEAST_CUT ? found : undefined;
    };
    const y = cut("y", style.overflowY);
    const x = cut("x", style.overflowX);
    if (y !== undefined || x !== undefined) {
      return { ...(y === undefined ? {} : { y }), ...(x === undefined ? {} : { x }) };
    }
    const wider = inner.find((child) => reachesBeyond(child, box));
    if (wider === undefined) return undefined;
    signs ||= isMovable(wider, element);
    carried ||= isCarriedOn(wider);
    around = wider;
  }
  return undefined;
}

function shownChildren(element: Element): Element[] {
  const children: Element[] = [];
  for (const child of unshadowed(element).children) {
    if (SKIPPED.has(child.localName)) continue;
    children.push(child);
  }
  return children;
}

/**
 * Returns the area of contents, of which the first and the last few are measured.
 * @param mustShow true if contents that show nowhere in the box are none of it
 */
function extentOf(
  contents: readonly Element[],
  box: DOMRect,
  mustShow: boolean,
): DOMRect | undefined {
  const rects = [...contents.slice(0, MAX_CHILDREN), ...contents.slice(-MAX_CHILDREN)]
    .map((each) => unshadowed(each).getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0);
  if (rects.length === 0) return undefined;
  // This box does not contain a thing that shows nothing at all, such as a closed drawer.
  if (mustShow && !rects.some((rect) => meets(rect, box))) return undefined;
  const left = Math.min(...rects.map((rect) => rect.left));
  const top = Math.min(...rects.map((rect) => rect.top));
  const right = Math.max(...rects.map((rect) => rect.right));
  const bottom = Math.max(...rects.map((rect) => rect.bottom));
  return new DOMRect(left, top, right - left, bottom - top);
}

function meets(rect: DOMRect, box: DOMRect): boolean {
  return (
    rect.right > box.left && rect.left < box.right && rect.bottom > box.top && rect.top < box.bottom
  );
}

function cutOff(axis: "x" | "y", extent: DOMRect, box: DOMRect): Cut | undefined {
  const before = Math.max(0, axis === "y" ? box.top - extent.top : box.left - extent.left);
  const after = Math.max(0, axis === "y" ? extent.bottom - box.bottom : extent.right - box.right);
  const most = Math.round(before + after);
  return most < LEAST_CUT ? undefined : { before: Math.round(before), most };
}

function reachesBeyond(element: Element, box: DOMRect): boolean {
  const own = unshadowed(element);
  const rect = own.getBoundingClientRect();
  // An element without a size is the origin of things that are placed around it, as in an editor of diagrams.
  const isOrigin = rect.width === 0 || rect.height === 0;
  if (isOrigin ? own.childElementCount === 0 : !meets(rect, box)) return false;
  const { scrollWidth, scrollHeight } = own;
  const isWider =
    isOrigin ||
    rect.top < box.top - LEAST_CUT ||
    rect.left < box.left - LEAST_CUT ||
    rect.top + Math.max(rect.height, scrollHeight) > box.bottom + LEAST_CUT ||
    rect.left + Math.max(rect.width, scrollWidth) > box.right + LEAST_CUT;
  // An element that scrolls or cuts off its own contents tells of them itself.
  return isWider && getComputedStyle(element).overflow === "visible";
}

/** Tells whether an animation carries an element on without end, as it does the lines of a ticker: they come by themselves. */
function isCarriedOn(element: Element): boolean {
  return element
    .getAnimations()
    .some(({ effect }) => effect?.getComputedTiming().iterations === Infinity);
}

/** Tells whether one of the first or last contents has words or controls, and none of it shows. */
function isTellingOutside(axis: "x" | "y", children: readonly Element[], box: DOMRect): boolean {
  return [...children.slice(-MAX_CHILDREN), ...children.slice(0, MAX_CHILDREN)].some((child) => {
    const rect = unshadowed(child).getBoundingClientRect();
    const isOut =
      axis === "y"
        ? rect.top >= box.bottom || rect.bottom <= box.top
        : rect.left >= box.right || rect.right <= box.left;
    return isOut && rect.width > 0 && rect.height > 0 && saysSomething(child);
  });
}

function saysSomething(element: Element): boolean {
  if (!element.checkVisibility({ visibilityProperty: true })) return false;
  return (
    /[\p{L}\p{N}]/u.test(element.textContent) ||
    element.matches(CONTROLS) ||
    element.querySelector(CONTROLS) !== null
  );
}

const CONTROLS =
  "a[href], button, input, select, textarea, [role=button], img[alt]:not([alt='']), [title], [aria-label]";

/** Tells whether a script moves an element in its box, or is about to; an animation of the style sheet's goes on by itself. */
function isMovable(element: Element, box: Element): boolean {
  if (element === box) return false;
  const { transform, translate, willChange } = getComputedStyle(element);
  if (transform === "none" && translate === "none" && !willChange.includes("transform"))
    return false;
  return element.getAnimations().length === 0;
}
