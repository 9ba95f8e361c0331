// Notes where a scroller and what it shows stand, to tell whether anything has moved since.
import type { Result } from "@webserv/shared/protocol/methods.ts";

import { unshadowed } from "../../dom/unshadowed.ts";
import { pageScroller } from "./scrollers.ts";
import { movedContents } from "../../observe/geometry/moved-contents.ts";

/** The number of elements in a scroller whose places are compared. */
const MAX_PLACES = 60;

export class ScrollState {
  readonly scrolled: Result<"frame.scrolled">;
  /** False if what it shows can move without a trace in the document, as a canvas draws anew. */
  readonly tellsAll: boolean;
  readonly #places: string;

  constructor(scroller: Element) {
    const own = unshadowed(scroller);
    this.scrolled = scrolledOf(scroller);
    this.tellsAll = own.querySelector("canvas, video, iframe") === null;
    const inside = [...own.querySelectorAll("*")];
    const step = Math.max(1, Math.floor(inside.length / MAX_PLACES));
    const places = inside
      .filter((_, index) => index % step === 0)
      .map((each) => {
        const { left, top } = unshadowed(each).getBoundingClientRect();
        return `${Math.round(left)},${Math.round(top)},${each.childElementCount === 0 ? each.textContent : ""}`;
      });
    this.#places = [own.scrollLeft, own.scrollTop, ...places].join(";");
  }

  isSame(other: ScrollState): boolean {
    return this.#places === other.#places;
  }
}

function scrolledOf(scroller: Element): Result<"frame.scrolled"> {
  const own = unshadowed(scroller);
  const x = Math.round(own.scrollLeft);
  const y = Math.round(own.scrollTop);
  const maxX = Math.max(0, own.scrollWidth - own.clientWidth);
  const maxY = Math.max(0, own.scrollHeight - own.clientHeight);
  // A page that is locked is moved in its body.
  const mover = scroller === pageScroller() ? (document.body ?? scroller) : scroller;
  const moved = movedContents(mover, getComputedStyle(mover), () => true);
  if (moved === undefined) return { x, y, maxX, maxY };
  return {
    x: moved.x?.before ?? 0,
    y: moved.y?.before ?? 0,
    maxX: moved.x?.most ?? 0,
    maxY: moved.y?.most ?? 0,
  };
}
