// Clips elements to the scrollers and clipping ancestors they stand in, as those are scrolled now.
import type { Area } from "../observe/geometry/area.ts";
import { composedParent } from "../dom/composed-tree.ts";
import { isContainingBlock } from "../observe/geometry/clipped-box.ts";
import { unshadowed } from "../dom/unshadowed.ts";

/** The areas that clip an element's content, by how that content is positioned. */
interface Clips {
  readonly flow: Area;
  /** For absolutely positioned content, which escapes an overflow that does not position it. */
  readonly absolute: Area;
}

/** Computes clips and keeps them: it is made for one answer, and dropped before the page changes. */
export class VisibleClips {
  readonly #inside = new Map<Element, Clips>();
  readonly #around: Clips;
  readonly #viewport: Area;

  /** @param area what is visible of an element that nothing clips */
  constructor(area: Area, viewport: Area) {
    this.#around = { flow: area, absolute: area };
    this.#viewport = viewport;
  }

  /** Returns the area in which `element` itself shows. */
  of(element: Element): Area {
    return ownClip(this.#clipsAround(element), getComputedStyle(element), element, this.#viewport);
  }

  #clipsAround(element: Element): Clips {
    const parent = composedParent(element);
    return parent === null ? this.#around : this.#insideOf(parent);
  }

  /** Loops, since pages can nest deeper than calls can. */
  #insideOf(element: Element): Clips {
    const unknown: Element[] = [];
    let at: Element | null = element;
    while (at !== null && !this.#inside.has(at)) {
      unknown.push(at);
      at = composedParent(at);
    }
    let clips = at === null ? this.#around : (this.#inside.get(at) ?? this.#around);
    for (const ancestor of unknown.toReversed()) {
      clips = this.#step(ancestor, clips);
      this.#inside.set(ancestor, clips);
    }
    return clips;
  }

  #step(element: Element, clips: Clips): Clips {
    // Content that overflows the root or the body scrolls the page.
    if (element === document.documentElement || element === document.body) return clips;
    const style = getComputedStyle(element);
    if (style.display === "contents") return clips;
    const own = ownClip(clips, style, element, this.#viewport);
    const flow = cutOff(own, style, element);
    return { flow, absolute: isContainingBlock(style) ? flow : clips.absolute };
  }
}

function ownClip(clips: Clips, style: CSSStyleDeclaration, element: Element, viewport: Area): Area {
  if (style.position === "absolute") return clips.absolute;
  if (style.position !== "fixed") return clips.flow;
  // Under a transformed ancestor a fixed element is placed, and clipped, like an absolute one.
  return element instanceof HTMLElement && unshadowed(element).offsetParent === null
    ? viewport
    : clips.absolute;
}

function cutOff(area: Area, style: CSSStyleDeclaration, element: Element): Area {
  const cutsX = style.overflowX !== "visible";
  const cutsY = style.overflowY !== "visible";
  // An inline box has no overflow of its own.
  if ((!cutsX && !cutsY) || style.display === "inline") return area;
  const own = unshadowed(element);
  const { left, top } = own.getBoundingClientRect();
  const x = left + own.clientLeft;
  const y = top + own.clientTop;
  return {
    left: cutsX ? Math.max(area.left, x) : area.left,
    right: cutsX ? Math.min(area.right, x + own.clientWidth) : area.right,
    top: cutsY ? Math.max(area.top, y) : area.top,
    bottom: cutsY ? Math.min(area.bottom, y + own.clientHeight) : area.bottom,
  };
}
