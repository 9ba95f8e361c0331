// Finds the scroller around an element, or of the page, and tells how far it is scrolled.
import type { ActionOf } from "@webserv/shared/model/action.ts";
import type { Params, Result } from "@webserv/shared/protocol/methods.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";
import { describeElement } from "./describe-element.ts";
import type { LocateSources } from "./locate.ts";
import { send } from "../script-events.ts";
import { nextFrame } from "../../dom/next-frame.ts";
import { composedParent } from "../../dom/composed-tree.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import type { Point } from "../../dom/hit-test.ts";
import { elementAt } from "../../dom/hit-test.ts";
import { pointsIn } from "../../observe/geometry/points.ts";

type Direction = ActionOf<"scroll">["direction"];

/** The share of the view that a page is scrolled by. It is less than all, so that a reader sees where it goes on. */
const PAGE_SHARE = 0.9;
/** The number of frames without a change after which a scroller is at rest, and the longest wait for that, in ms. */
const REST_FRAMES = 4;
const REST_MS = 2_000;

export class Scrolling {
  readonly #sources: LocateSources;
  /** The scroller that was found last. It is kept, as the element by which it was found may be gone after scrolling. */
  #scroller: Element | undefined;

  constructor(sources: LocateSources) {
    this.#sources = sources;
  }

  /**
   * Finds the scroller, and a point in it at which the wheel turns it.
   * @throws WebservError `not-scrollable`, `covered`, and what `ElementFinder.find` throws
   */
  find({ id, direction, by }: Params<"frame.scroller">): Result<"frame.scroller"> {
    const { finder } = this.#sources;
    const element = id === null ? null : finder.find(id);
    const axis = axisOf(direction);
    const scroller = element === null ? this.#pageScroller(axis) : scrollerAround(element, axis);
    if (scroller === undefined) {
      const what = id === null ? "the page" : `nothing around "${id}"`;
      throw new WebservError("not-scrollable", `${what} does not scroll ${direction}`, {
        details: { ...(id === null ? {} : { id }), direction },
      });
    }
    this.#scroller = scroller;
    const delta = deltaOf(scroller, direction, by);
    return {
      ...this.#pointIn(scroller, axis, id),
      deltaX: axis === "x" ? delta : 0,
      deltaY: axis === "y" ? delta : 0,
      ...(id === null || element === null ? {} : { target: finder.target(id, element) }),
    };
  }

  /** Sends a wheel event, and scrolls as the browser would unless the page prevents that. */
  turnWheel({ x, y, deltaX, deltaY }: Params<"frame.turn-wheel">): void {
    const at = elementAt({ x, y }, this.#sources.shadowRootOf) ?? document.documentElement;
    const init = { bubbles: true, cancelable: true, composed: true, view: window };
    const turn = { ...init, clientX: x, clientY: y, deltaX, deltaY };
    const goesOn = send(at, new WheelEvent("wheel", turn));
    if (!goesOn || this.#scroller === undefined) return;
    unshadowed(this.#scroller).scrollBy({ left: deltaX, top: deltaY, behavior: "instant" });
  }

  /** Waits until the scroller is at rest, and tells how far it is scrolled. */
  async rested(signal: AbortSignal): Promise<Result<"frame.scrolled">> {
    const deadline = performance.now() + REST_MS;
    let last = this.#state();
    for (let still = 0; still < REST_FRAMES && performance.now() < deadline; still++) {
      await nextFrame(signal);
      const now = this.#state();
      if (now.x !== last.x || now.y !== last.y) still = -1;
      last = now;
    }
    return last;
  }

  #state(): Result<"frame.scrolled"> {
    const scroller = this.#scroller ?? document.documentElement;
    const own = unshadowed(scroller);
    return {
      x: Math.round(own.scrollLeft),
      y: Math.round(own.scrollTop),
      maxX: Math.max(0, own.scrollWidth - own.clientWidth),
      maxY: Math.max(0, own.scrollHeight - own.clientHeight),
    };
  }

  /** Finds the scroller of the page: the document's own, or else the one in the middle of the view. */
  #pageScroller(axis: "x" | "y"): Element | undefined {
    const page = document.scrollingElement;
    if (page !== null && scrolls(page, axis)) return page;
    const middle = elementAt({ x: innerWidth / 2, y: innerHeight / 2 }, this.#sources.shadowRootOf);
    return middle === null ? undefined : scrollerAround(middle, axis);
  }

  /** Finds a point at which the wheel turns this scroller and none within it. */
  #pointIn(scroller: Element, axis: "x" | "y", id: string | null): Point {
    const isPage = scroller === document.scrollingElement;
    const box = isPage
      ? new DOMRect(0, 0, innerWidth, innerHeight)
      : unshadowed(scroller).getBoundingClientRect();
    if (!isPage && (box.bottom <= 0 || box.top >= innerHeight)) {
      unshadowed(scroller).scrollIntoView({ behavior: "instant", block: "nearest" });
      return this.#pointIn(scroller, axis, id);
    }
    let cover: Element | undefined;
    for (const point of pointsIn([box])) {
      const hit = elementAt(point, this.#sources.shadowRootOf);
      if (hit === null) continue;
      if (scrollerAround(hit, axis) === scroller) return point;
      cover ??= hit;
    }
    const by = cover === undefined ? undefined : describeElement(this.#sources.finder, cover);
    throw new WebservError(
      "covered",
      `what scrolls ${id === null ? "the page" : `around "${id}"`} is covered by ${by?.words ?? "something"}`,
      { details: { ...(id === null ? {} : { id }), by: by?.id ?? by?.words ?? "" } },
    );
  }
}

function axisOf(direction: Direction): "x" | "y" {
  return direction === "left" || direction === "right" ? "x" : "y";
}

function deltaOf(
  scroller: Element,
  direction: Direction,
  by: ActionOf<"scroll">["by"] = "page",
): number {
  const { clientWidth, clientHeight, scrollWidth, scrollHeight } = unshadowed(scroller);
  const isAcross = axisOf(direction) === "x";
  const distance =
    by === "page"
      ? (isAcross ? clientWidth : clientHeight) * PAGE_SHARE
      : by === "end"
        ? isAcross
          ? scrollWidth
          : scrollHeight
        : by;
  return Math.round(distance) * (direction === "up" || direction === "left" ? -1 : 1);
}

function scrollerAround(element: Element, axis: "x" | "y"): Element | undefined {
  for (let at: Element | null = element; at !== null; at = composedParent(at)) {
    if (scrolls(at, axis)) return at;
  }
  const page = document.scrollingElement;
  return page !== null && scrolls(page, axis) ? page : undefined;
}

function scrolls(element: Element, axis: "x" | "y"): boolean {
  const own = unshadowed(element);
  const room =
    axis === "x" ? own.scrollWidth - own.clientWidth : own.scrollHeight - own.clientHeight;
  if (room < 1) return false;
  const style = getComputedStyle(element);
  const overflow = axis === "x" ? style.overflowX : style.overflowY;
  if (element === document.scrollingElement) return overflow !== "hidden" && overflow !== "clip";
  // The body's overflow applies to the viewport if the root has none of its own.
  if (element === document.body || element === document.documentElement) return false;
  return overflow === "auto" || overflow === "scroll";
}
