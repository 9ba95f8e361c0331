// Scrolls to a text only as a person could: through scrollers, the page and the frames around it.
import { composedParent } from "@webserv/extension/src/content/dom/composed-tree.ts";

import type { Boxes } from "./facts.ts";

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export class Bringer {
  readonly #shadowRootOf: (element: Element) => ShadowRoot | null;

  constructor(shadowRootOf: (element: Element) => ShadowRoot | null) {
    this.#shadowRootOf = shadowRootOf;
  }

  /** Scrolls until the node is in view. Returns true if anything had to be scrolled. */
  bring(node: Node): boolean {
    let isMoved = false;
    for (let at: Node | null = node; at !== null; at = frameOf(at)) {
      for (const scroller of this.#scrollersOf(at)) {
        const [left, top] = missing(boxOf(at), scroller);
        if (left === 0 && top === 0) continue;
        scroller.element.scrollBy({ left, top, behavior: "instant" });
        isMoved = true;
      }
    }
    return isMoved;
  }

  isInPlace(node: Node): boolean {
    for (let at: Node | null = node; at !== null; at = frameOf(at)) {
      for (const scroller of this.#scrollersOf(at)) {
        if (missing(boxOf(at), scroller).some((distance) => distance !== 0)) return false;
      }
    }
    return true;
  }

  /** Returns the boxes of its lines, as far as they are in the viewport. */
  boxesOf(node: Node): Boxes {
    const range = node.ownerDocument?.createRange();
    range?.selectNodeContents(node);
    let boxes = [...(range?.getClientRects() ?? [])].map(plain);
    for (let at: Node | null = node; at !== null;) {
      const view = at.ownerDocument?.defaultView ?? window;
      const whole = { left: 0, top: 0, right: view.innerWidth, bottom: view.innerHeight };
      boxes = boxes.map((box) => intersection(box, whole));
      const frame: Element | null = frameOf(at);
      if (frame !== null) {
        const { left, top } = frame.getBoundingClientRect();
        const [x, y] = [left + frame.clientLeft, top + frame.clientTop];
        boxes = boxes.map((box) => ({
          left: box.left + x,
          top: box.top + y,
          right: box.right + x,
          bottom: box.bottom + y,
        }));
      }
      at = frame;
    }
    return boxes.flatMap(({ left, top, right, bottom }) =>
      right - left >= 1 && bottom - top >= 1
        ? [{ x: left, y: top, width: right - left, height: bottom - top }]
        : [],
    );
  }

  /** Returns the scrollers from the innermost to the page. */
  #scrollersOf(node: Node): Scroller[] {
    const scrollers: Scroller[] = [];
    const document = node.ownerDocument;
    for (let at = this.#parentOf(node); at !== null; at = composedParent(at)) {
      const isPage = at === document?.scrollingElement || at === document?.documentElement;
      const scroller = isPage ? undefined : scrollerOf(at);
      if (scroller !== undefined) scrollers.push(scroller);
      if (getComputedStyle(at).position === "fixed") return scrollers;
    }
    const page = document === null ? undefined : pageScroller(document);
    return page === undefined ? scrollers : [...scrollers, page];
  }

  #parentOf(node: Node): Element | null {
    const parent = node.parentNode;
    if (isElement(node)) return composedParent(node);
    if (node instanceof Text && node.assignedSlot !== null) return node.assignedSlot;
    if (parent instanceof ShadowRoot) return parent.host;
    if (!(parent instanceof Element)) return null;
    const slots = this.#shadowRootOf(parent)?.querySelectorAll("slot") ?? [];
    return [...slots].find((slot) => slot.assignedNodes().includes(node as Text)) ?? parent;
  }
}

interface Scroller {
  readonly element: Element;
  readonly x: boolean;
  readonly y: boolean;
}

/** Returns a scroller if a person can scroll the element: hidden overflow is for scripts alone. */
function scrollerOf(element: Element): Scroller | undefined {
  const { overflowX, overflowY } = getComputedStyle(element);
  const can = (overflow: string): boolean => overflow === "auto" || overflow === "scroll";
  const x = can(overflowX) && element.scrollWidth > element.clientWidth;
  const y = can(overflowY) && element.scrollHeight > element.clientHeight;
  return x || y ? { element, x, y } : undefined;
}

/** The body's overflow is the page's if the root has none of its own. */
function pageScroller({ scrollingElement, documentElement, body }: Document): Scroller | undefined {
  if (scrollingElement === null) return undefined;
  const root = getComputedStyle(documentElement);
  const { overflowX, overflowY } = root.overflow === "visible" ? getComputedStyle(body) : root;
  const can = (overflow: string): boolean => overflow !== "hidden" && overflow !== "clip";
  return { element: scrollingElement, x: can(overflowX), y: can(overflowY) };
}

/** Returns the element that shows the node's document, if that can be known. */
function frameOf(node: Node): Element | null {
  return node.ownerDocument?.defaultView?.frameElement ?? null;
}

/**
 * Tells whether the node is an element. A frame's element is of another document's world, in which `Element` is
 * another.
 */
function isElement(node: Node): node is Element {
  return node.nodeType === Node.ELEMENT_NODE;
}

function boxOf(node: Node): Box {
  if (isElement(node)) return plain(node.getBoundingClientRect());
  const range = node.ownerDocument?.createRange();
  range?.selectNodeContents(node);
  return plain(range?.getBoundingClientRect() ?? new DOMRect());
}

function portOf(element: Element): Box {
  const { defaultView, scrollingElement } = element.ownerDocument;
  if (element === scrollingElement && defaultView !== null) {
    return { left: 0, top: 0, right: defaultView.innerWidth, bottom: defaultView.innerHeight };
  }
  return plain(element.getBoundingClientRect());
}

/** Returns how far to scroll until the middle of a box is in the middle of the port; 0 if all of it shows. */
function missing(box: Box, { element, x, y }: Scroller): [number, number] {
  const port = portOf(element);
  const along = (from: number, to: number, low: number, high: number): number => {
    const isShown = from >= low && to <= high;
    const isLarger = to - from > high - low && from < high && to > low;
    return isShown || isLarger ? 0 : Math.round((from + to - low - high) / 2);
  };
  return [
    x ? along(box.left, box.right, port.left, port.right) : 0,
    y ? along(box.top, box.bottom, port.top, port.bottom) : 0,
  ];
}

function plain({ left, top, right, bottom }: Box): Box {
  return { left, top, right, bottom };
}

function intersection(one: Box, other: Box): Box {
  return {
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  };
}
