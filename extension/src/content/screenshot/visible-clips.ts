// What is cut off of an element by the scrollers and clips it stands in, as they are scrolled now.
import type { Area } from "../observe/geometry/area.ts";
import { composedParent } from "../dom/composed-tree.ts";
import { isContainingBlock } from "../observe/geometry/place.ts";
import { unshadowed } from "../dom/unshadowed.ts";

/** The areas that cut off an element's content, by how that content is positioned. */
interface Clips {
  readonly flow: Area;
  /** For absolutely positioned content, which escapes an overflow that does not position it. */
  readonly absolute: Area;
}

/** Remembers what it has computed: to be used for one look at the page, and then dropped. */
export class VisibleClips {
  readonly #inside = new Map<Element, Clips>();
  readonly #around: Clips;
  readonly #viewport: Area;

  /** `area` is what counts as visible where nothing else cuts off. */
  constructor(area: Area, viewport: Area) {
    this.#around = { flow: area, absolute: area };
    this.#viewport = viewport;
  }

  /** The area in which `element` itself shows. */
  of(element: Element): Area {
    return ownClip(this.#clipsAround(element), getComputedStyle(element), element, this.#viewport);
  }

  #clipsAround(element: Element): Clips {
    const parent = composedParent(element);
    return parent === null ? this.#around : this.#insideOf(parent);
  }

  /** By a loop, since pages can nest deeper than calls can. */
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
    // What overflows them scrolls the page.
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
  // Under a transformed ancestor a fixed element is placed, and cut off, like an absolute one.
  return element instanceof HTMLElement && unshadowed(element).offsetParent === null
    ? viewport
    : clips.absolute;
}

function cutOff(area: Area, style: CSSStyleDeclaration, element: Element): Area {
  const cutsX = style.overflowX !== "visible";
  const cutsY = style.overflowY !== "visible";
  // Lines of text have no overflow of their own.
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
