// Where an element stands, and whether that can be brought before a person's eyes.
import type { Area, PageAreas } from "./area.ts";
import { bodyOverflow, isOutside, isWithin } from "./area.ts";
import { Scrollport } from "./scrollport.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

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
  readonly #page: Page;
  readonly #outer: Place | undefined;
  readonly #element: Element | undefined;
  readonly #style: CSSStyleDeclaration | undefined;
  readonly #depth: number;
  #own: Scrollport | undefined;
  #flow: Scrollport | undefined;
  #absolute: Scrollport | undefined;

  private constructor(
    page: Page,
    outer: Place | undefined,
    element: Element | undefined,
    style: CSSStyleDeclaration | undefined,
    box: Area,
    own: Scrollport | undefined,
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
      const { reach } = this.port;
      this.shows = !isOutside(box, reach);
      this.whole = this.shows && isWithin(box, reach);
    }
    // What is put off asks those around it first, and they theirs: not for more levels than a stack holds.
    if (this.#depth % MAX_PUT_OFF === 0) this.#absoluteContents();
  }

  static ofPage(page: PageAreas, root: Element | null): Place {
    const port = Scrollport.ofPage(page, root);
    const whole = { viewport: page.viewport, port };
    return new Place(whole, undefined, undefined, undefined, page.reachable, port);
  }

  /** The place of an element that has a box of its own. */
  of(element: Element, style: CSSStyleDeclaration, rect: DOMRect): Place {
    const { x, y, width, height } = rect;
    const box = { left: x, top: y, right: x + width, bottom: y + height };
    return new Place(this.#page, this, element, style, box, undefined);
  }

  /** The same place with nothing of it, or of what stands in it, to be seen. */
  hidden(): Place {
    return new Place(
      this.#page,
      this.#outer,
      this.#element,
      this.#style,
      this.box,
      Scrollport.none,
    );
  }

  /** What the element itself is seen through. */
  get port(): Scrollport {
    this.#own ??= this.#portByPosition();
    return this.#own;
  }

  /** What the contents are seen through that are laid out in the element. */
  get contents(): Scrollport {
    this.#flow ??= this.#contentPort();
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

  #portByPosition(): Scrollport {
    const outer = this.#outer;
    if (outer === undefined) return Scrollport.none;
    switch (this.#style?.position) {
      case "absolute":
        return this.#isTopLayer() ? this.#page.port : outer.#absoluteContents();
      case "fixed":
        return this.#isTopLayer() || this.#isFixedToViewport()
          ? (this.#page.port.outer ?? this.#page.port)
          : Place.#fixedContents(outer);
      default:
        return outer.contents;
    }
  }

  #contentPort(): Scrollport {
    const style = this.#style;
    const own = this.port;
    if (style === undefined || this.#element === undefined || own === Scrollport.none) return own;
    return own.within(this.#element, style, this.box, () => Place.#turned(this));
  }

  /** Whether it is turned, with all it stands in, to other axes than the viewport's. */
  static #turned(place: Place): boolean {
    let at: Place | undefined = place;
    while (at !== undefined && (at.#style === undefined || !turns(at.#style))) at = at.#outer;
    return at !== undefined;
  }

  /** For absolutely positioned content, which escapes an overflow that does not position it. */
  #absoluteContents(): Scrollport {
    this.#absolute ??= this.#absolutePort();
    return this.#absolute;
  }

  #absolutePort(): Scrollport {
    const flow = this.contents;
    if (this.#outer === undefined || this.#style === undefined || this.#own === Scrollport.none)
      return flow;
    const outer = this.#outer.#absoluteContents();
    return flow === outer || isContainingBlock(this.#style) ? flow : outer;
  }

  /** Under a transformed ancestor a fixed element is placed in that one, and cut off by it alone. */
  static #fixedContents(place: Place): Scrollport {
    let at = place;
    while (at.#outer !== undefined && at.#style !== undefined && !holdsFixed(at.#style)) {
      at = at.#outer;
    }
    return at.contents;
  }

  #isTopLayer(): boolean {
    return this.#element !== undefined && isTopLayer(this.#element);
  }

  #isFixedToViewport(): boolean {
    return this.#element instanceof HTMLElement && unshadowed(this.#element).offsetParent === null;
  }
}

/** Into another direction, or out of the plane. */
function turns({ rotate, transform }: CSSStyleDeclaration): boolean {
  if (rotate !== "none") return true;
  if (transform === "none") return false;
  const { is2D, b, c } = new DOMMatrix(transform);
  return !is2D || b !== 0 || c !== 0;
}

interface Page {
  readonly viewport: Area;
  readonly port: Scrollport;
}

/** What has no box that could be out of sight. */
export function isRoot(element: Element, tag: string): boolean {
  if (tag === "html") return true;
  if (tag !== "body" && tag !== "frameset") return false;
  const { body, documentElement } = element.ownerDocument;
  return element === body && bodyOverflow(body, getComputedStyle(documentElement)) !== "scrolled";
}

/** Painted over the page, whatever hides or cuts off the elements it stands in. */
export function isTopLayer(element: Element): boolean {
  return unshadowed(element).matches(":modal, :popover-open, :fullscreen");
}

/** CSS Positioned Layout 3, 2.1, and the specifications it refers to. */
export function isContainingBlock(style: CSSStyleDeclaration): boolean {
  return style.position !== "static" || holdsFixed(style);
}

function holdsFixed(style: CSSStyleDeclaration): boolean {
  return (
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
