// Tells where an element's box is, what clips it, and whether a person can scroll it into view.
import type { Area, PageAreas } from "./area.ts";
import { bodyOverflow, isOutside, isInsideArea } from "./area.ts";
import { Scrollport } from "./scrollport.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

/** Levels of elements whose scrollports may all be deferred: each asks the one around it, as deep as calls can nest. */
const MAX_DEFERRED = 40;

/**
 * An element's box and what clips it. A style is read only if the box alone does not tell: what lies inside a
 * small box that is wholly in sight is in sight too, however it is positioned.
 */
export class ClippedBox {
  /** The element's bounding box. */
  readonly box: Area;
  /** True if something of the box can be seen, here or after scrolling. */
  readonly shows: boolean;
  /** True if all of the box can be seen, here or after scrolling. */
  readonly showsWhole: boolean;
  readonly #page: Page;
  readonly #outer: ClippedBox | undefined;
  readonly #element: Element | undefined;
  readonly #style: CSSStyleDeclaration | undefined;
  readonly #depth: number;
  #own: Scrollport | undefined;
  #flow: Scrollport | undefined;
  #absolute: Scrollport | undefined;

  private constructor(
    page: Page,
    outer: ClippedBox | undefined,
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
    if (own === undefined && outer !== undefined && outer.#impliesInSight(box)) {
      this.shows = true;
      this.showsWhole = true;
    } else {
      const { reach } = this.port;
      this.shows = !isOutside(box, reach);
      this.showsWhole = this.shows && isInsideArea(box, reach);
    }
    // A deferred scrollport asks those around it first, and they theirs: no deeper than the stack allows.
    if (this.#depth % MAX_DEFERRED === 0) this.#absoluteContents();
  }

  /** The box of the page itself, in which everything stands. */
  static ofPage(page: PageAreas, root: Element | null): ClippedBox {
    const port = Scrollport.ofPage(page, root);
    const whole = { viewport: page.viewport, port };
    return new ClippedBox(whole, undefined, undefined, undefined, page.reachable, port);
  }

  /** Returns the clipped box of an element that stands in this one and has a box of its own. */
  of(element: Element, style: CSSStyleDeclaration, rect: DOMRect): ClippedBox {
    const { x, y, width, height } = rect;
    const box = { left: x, top: y, right: x + width, bottom: y + height };
    return new ClippedBox(this.#page, this, element, style, box, undefined);
  }

  /** Returns the same box with nothing of it, or of what stands in it, to be seen. */
  hidden(): ClippedBox {
    return new ClippedBox(
      this.#page,
      this.#outer,
      this.#element,
      this.#style,
      this.box,
      Scrollport.none,
    );
  }

  /** The scrollport that the element itself is seen through. */
  get port(): Scrollport {
    this.#own ??= this.#portByPosition();
    return this.#own;
  }

  /** The scrollport that the element's in-flow contents are seen through. */
  get contents(): Scrollport {
    this.#flow ??= this.#contentPort();
    return this.#flow;
  }

  /**
   * Tells whether a box is in sight because it lies inside this one. In a tall box it may be fixed below the
   * screen, out of reach; in a small one that would be a strange coincidence.
   */
  #impliesInSight(box: Area): boolean {
    return (
      this.showsWhole &&
      this.box.bottom - this.box.top <= this.#page.viewport.bottom / 2 &&
      isInsideArea(box, this.box)
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
          : ClippedBox.#fixedContents(outer);
      default:
        return outer.contents;
    }
  }

  #contentPort(): Scrollport {
    const style = this.#style;
    const own = this.port;
    if (style === undefined || this.#element === undefined || own === Scrollport.none) return own;
    return own.within(this.#element, style, this.box, () => ClippedBox.#isRotated(this));
  }

  /** Tells whether the element, or one around it, is rotated to other axes than the viewport's. */
  static #isRotated(clipped: ClippedBox): boolean {
    let at: ClippedBox | undefined = clipped;
    while (at !== undefined && (at.#style === undefined || !isRotated(at.#style))) at = at.#outer;
    return at !== undefined;
  }

  /** Returns the scrollport of absolutely positioned contents, which escape an overflow that does not position them. */
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

  /** Returns the scrollport of fixed contents: a transformed ancestor positions them, and alone clips them. */
  static #fixedContents(clipped: ClippedBox): Scrollport {
    let at = clipped;
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

/** Tells whether a style rotates an element in the plane, or out of it. */
function isRotated({ rotate, transform }: CSSStyleDeclaration): boolean {
  if (rotate !== "none") return true;
  if (transform === "none") return false;
  const { is2D, b, c } = new DOMMatrix(transform);
  return !is2D || b !== 0 || c !== 0;
}

interface Page {
  readonly viewport: Area;
  readonly port: Scrollport;
}

/** Tells whether an element is one of the page's roots, whose box can't be out of sight. */
export function isRoot(element: Element, tag: string): boolean {
  if (tag === "html") return true;
  if (tag !== "body" && tag !== "frameset") return false;
  const { body, documentElement } = element.ownerDocument;
  return element === body && bodyOverflow(body, getComputedStyle(documentElement)) !== "scrolled";
}

/** Tells whether an element is in the top layer: it is painted over the page, whatever hides or clips its ancestors. */
export function isTopLayer(element: Element): boolean {
  return unshadowed(element).matches(":modal, :popover-open, :fullscreen");
}

/** Tells whether an element positions its absolute contents (CSS Positioned Layout 3, 2.1, and what that refers to). */
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
