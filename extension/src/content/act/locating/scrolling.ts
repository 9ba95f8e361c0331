// Finds what scrolls around an element, in the open dialog or in the page, and tells whether the wheel has moved it.
import type { ActionOf } from "@webserv/shared/model/action.ts";
import type { Params, Result } from "@webserv/shared/protocol/methods.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";
import { describeElement } from "./describe-element.ts";
import type { LocateSources } from "./locate.ts";
import type { Axis } from "./scrollers.ts";
import {
  isAtEnd,
  isPageLocked,
  isScrolledByBrowser,
  pageScroller,
  reachesOutOfView,
  scrollerAround,
  scrolls,
} from "./scrollers.ts";
import { ScrollState, shownIn } from "./scroll-state.ts";
import { wheelPoint } from "./wheel-point.ts";
import { send } from "../script-events.ts";
import { nextFrame } from "../../dom/next-frame.ts";
import { composedChildren } from "../../dom/composed-tree.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import { elementAt, isComposedDescendant } from "../../dom/hit-test.ts";
import { frameId } from "../../observe/frame-places.ts";
import { openModal } from "../../observe/reading.ts";
import { isToldClipped } from "../../observe/visibility/box-layout.ts";

type Direction = ActionOf<"scroll">["direction"];

/** The share of the view that a page is scrolled by. It is less than all, so that a reader sees where it goes on. */
const PAGE_SHARE = 0.9;
/** The number of frames without a change after which a scroller is at rest, and the longest wait for that, in ms. */
const REST_FRAMES = 4;
const REST_MS = 2_000;
/** The longest wait for the first change, in ms: a browser that has much to do draws late. */
const BEGIN_MS = 1_000;

export class Scrolling {
  readonly #sources: LocateSources;
  /** The scroller that was found last. It is kept, as the element by which it was found may be gone after scrolling. */
  #scroller: Element | undefined;
  /** The elements by whose places it is told whether it was scrolled, and where they stood then. */
  #shown: readonly Element[] = [];
  #before: ScrollState | undefined;
  /** True if the page keeps the browser from scrolling it. */
  #isLocked = false;
  /** True if what takes the wheel may move without a trace in the document, as a canvas draws anew. */
  #isDrawn = false;

  constructor(sources: LocateSources) {
    this.#sources = sources;
  }

  /**
   * Finds the scroller, and a point in it at which the wheel turns it.
   * @throws WebservError `not-scrollable`, `covered`, and what `ElementFinder.find` throws
   */
  async find(
    { id, direction, by, modal }: Params<"frame.scroller">,
    signal: AbortSignal,
  ): Promise<Result<"frame.scroller">> {
    const { finder } = this.#sources;
    const element = id === null ? null : finder.find(id);
    const axis = axisOf(direction);
    const { scroller, frame }: InFront =
      element === null
        ? await this.#inFront(direction, modal === true, signal)
        : { scroller: scrollerAround(element, axis), frame: undefined };
    if (scroller === undefined) {
      const what = id === null ? "nothing in view" : `nothing at or around "${id}"`;
      const isLocked = id === null && isPageLocked(axis);
      const why = isLocked ? ": the page is locked" : "";
      const message = `${what} can be scrolled ${direction}${why}`;
      throw notScrollable(message, direction, id, inFrame(frame));
    }
    const what = describeElement(finder, scroller).words;
    const isPage = scroller === pageScroller();
    if (!this.#isTried(scroller, axis) && isAtEnd(scroller, axis, isForwards(direction))) {
      const where = isPage ? "the page" : what;
      const message = `${where} is at its end: it can't be scrolled further ${direction}`;
      throw notScrollable(message, direction, id, { atEnd: true });
    }
    this.#scroller = scroller;
    const delta = deltaOf(scroller, direction, by);
    const { point, isDrawn } = wheelPoint(this.#sources, scroller, axis, id);
    this.#isDrawn = isDrawn;
    this.#shown = shownIn(scroller, this.#sources.shadowRootOf);
    this.#before = new ScrollState(scroller, this.#shown);
    this.#isLocked = isPage && isPageLocked(axis);
    return {
      ...point,
      deltaX: axis === "x" ? delta : 0,
      deltaY: axis === "y" ? delta : 0,
      ...(id === null || element === null ? {} : { target: finder.target(id, element) }),
      ...inFrame(frame),
    };
  }

  /** Sends a wheel event, and scrolls as the browser would unless the page prevents that. */
  turnWheel({ x, y, deltaX, deltaY }: Params<"frame.turn-wheel">): void {
    const at = elementAt({ x, y }, this.#sources.shadowRootOf) ?? document.documentElement;
    const init = { bubbles: true, cancelable: true, composed: true, view: window };
    const turn = { ...init, clientX: x, clientY: y, deltaX, deltaY };
    const goesOn = send(at, new WheelEvent("wheel", turn));
    const scroller = this.#scroller;
    // The browser does not scroll things that a script moves.
    if (!goesOn || scroller === undefined || !isScrolledByBrowser(scroller)) return;
    unshadowed(scroller).scrollBy({ left: deltaX, top: deltaY, behavior: "instant" });
  }

  /**
   * Waits until the scroller is at rest, and tells how far it is scrolled.
   * @throws WebservError `not-scrollable` if nothing has moved
   */
  async rested(signal: AbortSignal): Promise<Result<"frame.scrolled">> {
    const scroller = this.#scroller ?? document.documentElement;
    const before = this.#before;
    const beganAt = performance.now();
    let last = new ScrollState(scroller, this.#shown);
    let hasMoved = before === undefined || !last.isSame(before);
    for (let still = 0; still < REST_FRAMES; still++) {
      await nextFrame(signal);
      const now = new ScrollState(scroller, this.#shown);
      if (!now.isSame(last)) still = -1;
      last = now;
      hasMoved ||= before !== undefined && !now.isSame(before);
      const elapsedMs = performance.now() - beganAt;
      if (!hasMoved && elapsedMs < BEGIN_MS) still = -1;
      if (elapsedMs >= REST_MS) break;
    }
    const isMoved = before === undefined || !last.isSame(before);
    // A locked page may or may not follow the wheel: it has only if that shows.
    const isUnsure = this.#isDrawn && !this.#isLocked;
    if (isMoved || isUnsure) return last.scrolled;
    const { words } = describeElement(this.#sources.finder, scroller);
    const what = scroller === pageScroller() ? "the page" : words;
    const why = this.#isLocked
      ? "the page is locked"
      : "it is at its end, or the page keeps it where it is";
    const result = hasMoved ? "it went back to where it was" : `nothing has moved: ${why}`;
    throw new WebservError("not-scrollable", `the wheel was turned over ${what}, and ${result}`, {
      next: "Look at the observation: another way may lead on, such as a button.",
    });
  }

  /** Finds what a person would scroll without pointing at anything: in the open dialog, else in the page. */
  async #inFront(
    direction: Direction,
    isModalOnly: boolean,
    signal: AbortSignal,
  ): Promise<InFront> {
    const axis = axisOf(direction);
    const modal = await openModal(this.#sources, signal);
    const frame = this.#largestFrame(modal ?? document.documentElement);
    if (modal !== undefined) {
      const inside = this.#largestIn(modal, axis) ?? this.#aroundModal(modal, axis);
      if (inside !== undefined) return { scroller: inside, frame: undefined };
      const { words } = describeElement(this.#sources.finder, modal);
      const message = `the open dialog ${words} has nothing that can be scrolled ${direction}`;
      throw notScrollable(message, direction, null, inFrame(frame?.id));
    }
    if (isModalOnly) {
      throw notScrollable("no dialog is open", direction, null, inFrame(frame?.id));
    }
    const scroller = this.#pageInFront(axis);
    const isMost = frame !== undefined && frame.area * 2 >= innerWidth * innerHeight;
    return { scroller, frame: isMost || scroller === undefined ? frame?.id : undefined };
  }

  #pageInFront(axis: Axis): Element | undefined {
    const page = pageScroller();
    if (scrolls(page, axis)) return page;
    const middle = elementAt({ x: innerWidth / 2, y: innerHeight / 2 }, this.#sources.shadowRootOf);
    const around = middle === null ? undefined : scrollerAround(middle, axis);
    const found = around ?? this.#largestIn(document.documentElement, axis);
    if (found !== undefined) return found;
    // A page that shows one part after another locks itself, and listens for the wheel anywhere.
    return isPageLocked(axis) && reachesOutOfView(axis) ? page : undefined;
  }

  /** Finds the frame within an element that shows most, of those that were seen at the last reading. */
  #largestFrame(around: Element): { readonly id: string; readonly area: number } | undefined {
    const { ids } = this.#sources;
    let largest: { readonly id: string; readonly area: number } | undefined;
    for (const reference of ids.frames) {
      const frame = reference.deref();
      if (frame === undefined || !isComposedDescendant(frame, around)) continue;
      const [id, area] = [frameId(ids, frame), areaInView(frame)];
      if (id !== null && area > (largest?.area ?? 0)) largest = { id, area };
    }
    return largest;
  }

  /** Tells whether only the wheel can show if something can be scrolled further: its script moves it. */
  #isTried(scroller: Element, axis: Axis): boolean {
    return isToldClipped(scroller, axis) || !scrolls(scroller, axis);
  }

  /** Finds the scroller that a dialog stands in: the sheet around it may scroll it as a whole. */
  #aroundModal(modal: Element, axis: Axis): Element | undefined {
    const around = scrollerAround(modal, axis);
    return around === pageScroller() ? undefined : around;
  }

  /** Finds the scroller in an element that shows most; the element may be one itself. */
  #largestIn(element: Element, axis: Axis): Element | undefined {
    let largest: Element | undefined;
    let most = 0;
    const visit = (at: Element): void => {
      const isScroller = at !== pageScroller() && (scrolls(at, axis) || isToldClipped(at, axis));
      const area = isScroller ? areaInView(at) : 0;
      if (area > most) {
        most = area;
        largest = at;
      }
      for (const child of composedChildren(at, this.#sources.shadowRootOf)) {
        if (child instanceof Element) visit(child);
      }
    };
    visit(element);
    return largest;
  }
}

/** Holds what scrolls in front of a person, and the frame in which something may do so as well. */
interface InFront {
  readonly scroller: Element | undefined;
  readonly frame: string | undefined;
}

function inFrame(frame: string | undefined): { readonly frame?: string } {
  return frame === undefined ? {} : { frame };
}

function notScrollable(
  message: string,
  direction: Direction,
  id: string | null,
  more: Record<string, unknown> = {},
): WebservError {
  return new WebservError("not-scrollable", message, {
    details: { ...(id === null ? {} : { id }), direction, ...more },
  });
}

function areaInView(element: Element): number {
  const { left, top, right, bottom } = unshadowed(element).getBoundingClientRect();
  const width = Math.min(right, innerWidth) - Math.max(left, 0);
  const height = Math.min(bottom, innerHeight) - Math.max(top, 0);
  const isShown = width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true });
  return isShown ? width * height : 0;
}

function axisOf(direction: Direction): Axis {
  return direction === "left" || direction === "right" ? "x" : "y";
}

function isForwards(direction: Direction): boolean {
  return direction === "down" || direction === "right";
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
  return Math.round(distance) * (isForwards(direction) ? 1 : -1);
}
