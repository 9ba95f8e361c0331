// Where an element stands, and whether that can be brought before a person's eyes.
import type { Area, PageAreas } from "./area.ts";
import { cutOff, isOutside, isWithin, NOTHING } from "./area.ts";
import { unshadowed } from "../unshadowed.ts";

/** Levels of elements whose areas may all be unknown yet. */
const MAX_PUT_OFF = 40;

/**
 * An element's box and what cuts it off. A style is read only where the box alone does not tell: what
 * lies within a small box that is wholly in sight is in sight too, however it got there.
 */
export class Place {
  /** From the viewport's top left corner, in CSS px. */
  readonly box: Area;
  /** Something of the box can be seen, here or where a person can scroll to. */
  readonly shows: boolean;
  /** All of the box can. */
  readonly whole: boolean;
  readonly #page: PageAreas;
  readonly #outer: Place | undefined;
  readonly #element: Element | undefined;
  readonly #style: CSSStyleDeclaration | undefined;
  readonly #depth: number;
  #own: Area | undefined;
  #flow: Area | undefined;
  #absolute: Area | undefined;

  private constructor(
    page: PageAreas,
    outer: Place | undefined,
    element: Element | undefined,
    style: CSSStyleDeclaration | undefined,
    box: Area,
    own: Area | undefined,
  ) {
    this.#page = page;
    this.#outer = outer;
    this.#element = element;
    this.#style = style;
    this.box = box;
    this.#own = own;
    this.#depth = outer === undefined ? 0 : outer.#depth + 1;
    if (own === undefined && outer !== undefined && outer.#vouchesFor(box)) {
      this.shows = true;
      this.whole = true;
    } else {
      const area = this.#area();
      this.shows = !isOutside(box, area);
      this.whole = this.shows && isWithin(box, area);
    }
    // What is put off asks those around it first, and they theirs: not for more levels than a stack holds.
    if (this.#depth % MAX_PUT_OFF === 0) this.#absoluteContents();
  }

  static ofPage(page: PageAreas): Place {
    return new Place(page, undefined, undefined, undefined, page.reachable, page.reachable);
  }

  /** The place of an element that has a box of its own. */
  of(element: Element, style: CSSStyleDeclaration, rect: DOMRect): Place {
    const { x, y, width, height } = rect;
    const box = { left: x, top: y, right: x + width, bottom: y + height };
    return new Place(this.#page, this, element, style, box, undefined);
  }

  /** The same place with nothing of it, or of what stands in it, to be seen. */
  hidden(): Place {
    return new Place(this.#page, this.#outer, this.#element, this.#style, this.box, NOTHING);
  }

  /** What of the contents can be seen that are laid out in the element. */
  get contents(): Area {
    this.#flow ??= this.#contentArea();
    return this.#flow;
  }

  /**
   * Whether a box in this one is in sight for that alone. In a tall one it may be fixed below the
   * screen, out of reach; in a small one that would be a strange chance.
   */
  #vouchesFor(box: Area): boolean {
    return (
      this.whole &&
      this.box.bottom - this.box.top <= this.#page.viewport.bottom / 2 &&
      isWithin(box, this.box)
    );
  }

  /** What the element itself can be seen in. */
  #area(): Area {
    this.#own ??= this.#areaByPosition();
    return this.#own;
  }

  #areaByPosition(): Area {
    const outer = this.#outer;
    if (outer === undefined) return this.#page.reachable;
    switch (this.#style?.position) {
      case "absolute":
        return this.#isTopLayer() ? this.#page.reachable : outer.#absoluteContents();
      case "fixed":
        // Under a transformed ancestor a fixed element is placed, and cut off, like an absolute one.
        return this.#isTopLayer() || this.#isFixedToViewport()
          ? this.#page.viewport
          : outer.#absoluteContents();
      default:
        return outer.contents;
    }
  }

  #contentArea(): Area {
    const style = this.#style;
    const own = this.#area();
    if (style === undefined || this.#element === undefined || own === NOTHING) return own;
    return cutOff(own, style, this.box, this.#element);
  }

  /** For absolutely positioned content, which escapes an overflow that does not position it. */
  #absoluteContents(): Area {
    this.#absolute ??= this.#absoluteArea();
    return this.#absolute;
  }

  #absoluteArea(): Area {
    const flow = this.contents;
    if (this.#outer === undefined || this.#style === undefined || this.#own === NOTHING)
      return flow;
    const outer = this.#outer.#absoluteContents();
    return flow === outer || isContainingBlock(this.#style) ? flow : outer;
  }

  #isTopLayer(): boolean {
    return this.#element !== undefined && isTopLayer(this.#element);
  }

  #isFixedToViewport(): boolean {
    return this.#element instanceof HTMLElement && unshadowed(this.#element).offsetParent === null;
  }
}

/** What has no box that could be out of sight. */
export function isRoot(element: Element, tag: string): boolean {
  if (tag === "html") return true;
  return (tag === "body" || tag === "frameset") && element === element.ownerDocument.body;
}

/** Painted over the page, whatever hides or cuts off the elements it stands in. */
export function isTopLayer(element: Element): boolean {
  return unshadowed(element).matches(":modal, :popover-open, :fullscreen");
}

/** CSS Positioned Layout 3, 2.1, and the specifications it refers to. */
export function isContainingBlock(style: CSSStyleDeclaration): boolean {
  return (
    style.position !== "static" ||
    style.transform !== "none" ||
    style.translate !== "none" ||
    style.scale !== "none" ||
    style.rotate !== "none" ||
    style.perspective !== "none" ||
    style.filter !== "none" ||
    style.backdropFilter !== "none" ||
    /paint|layout|strict|content/.test(style.contain) ||
    /transform|perspective|filter|translate|scale|rotate/.test(style.willChange)
  );
}
