// Finds what clips any element of a document, and how much of it shows as everything is scrolled now.
import type { Area } from "./area.ts";
import { EVERYWHERE } from "./area.ts";
import { ClippedBox, isRoot } from "./clipped-box.ts";
import type { Scrollport } from "./scrollport.ts";
import { composedParent } from "../../dom/composed-tree.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

/** Computes clipped boxes and keeps them. It must be dropped before the page changes. */
export class ClippedBoxes {
  readonly #page: ClippedBox;
  readonly #known = new Map<Element, ClippedBox>();

  /** @param page the box of the page itself, which `ClippedBox.ofPage` makes */
  constructor(page: ClippedBox) {
    this.#page = page;
  }

  /** Returns the clipped box of an element, or of the one around it if it has no box of its own. */
  of(element: Element): ClippedBox {
    // Loops, since pages can nest deeper than calls can.
    const unknown: Element[] = [];
    let at: Element | null = element;
    while (at !== null && !this.#known.has(at)) {
      unknown.push(at);
      at = composedParent(at);
    }
    let clippedBox = (at === null ? undefined : this.#known.get(at)) ?? this.#page;
    for (const each of unknown.toReversed()) {
      const style = getComputedStyle(each);
      if (hasBox(each, style)) {
        clippedBox = clippedBox.of(each, style, unshadowed(each).getBoundingClientRect());
      }
      this.#known.set(each, clippedBox);
    }
    return clippedBox;
  }

  /**
   * Returns the area in which an element shows as everything is scrolled now. Borders and scrollbars of scrollers
   * show nothing of their contents, and are left out.
   * @param page what counts as visible of elements that nothing but the page clips
   */
  visibleArea(element: Element, page: Area): Area {
    const clippedBox = this.of(element);
    const isOwn = hasBox(element, getComputedStyle(element));
    return visibleThrough(isOwn ? clippedBox.port : clippedBox.contents, page);
  }
}

function hasBox(element: Element, { display }: CSSStyleDeclaration): boolean {
  return !isRoot(element, unshadowed(element).localName) && display !== "contents";
}

function visibleThrough(port: Scrollport, page: Area): Area {
  let visible: Area = EVERYWHERE;
  for (let at: Scrollport | undefined = port; at !== undefined; at = at.outer) {
    const { element } = at;
    // Elements that are fixed show in the viewport, wherever the page is scrolled.
    if (element === null) return at.clip(visible);
    if (element === element.ownerDocument.documentElement) return at.clip(visible, page);
    visible = at.clip(visible, paddingBox(element));
  }
  return visible;
}

/** Returns the box inside an element's borders and scrollbars. */
function paddingBox(element: Element): Area {
  const { clientLeft, clientTop, clientWidth, clientHeight } = unshadowed(element);
  const { left, top } = unshadowed(element).getBoundingClientRect();
  const [x, y] = [left + clientLeft, top + clientTop];
  return { left: x, top: y, right: x + clientWidth, bottom: y + clientHeight };
}
