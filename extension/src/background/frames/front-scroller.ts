// Finds what a person would scroll without pointing at anything, in whatever frame that is.
import { FRAME_SEPARATOR } from "@webserv/shared/model/page/frame-place.ts";
import type { ParamsInput, Result } from "@webserv/shared/protocol/methods.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

/** Asks the frame to which an id leads; the main one if that is undefined. */
type Ask = (
  params: ParamsInput<"frame.scroller">,
  id: string | undefined,
) => Promise<Result<"frame.scroller">>;

interface FrontScroller extends Result<"frame.scroller"> {
  /** Leads to the frame in which it stands; undefined for the main one. */
  readonly id: string | undefined;
}

/**
 * A dialog that is open in a frame comes before the page around it if the frame fills most of the view. If the page has
 * nothing to scroll, its largest frame is meant.
 * @throws WebservError `not-scrollable`, and what `frame.scroller` throws besides
 */
export async function frontScroller(
  ask: Ask,
  wish: Omit<ParamsInput<"frame.scroller">, "id">,
  frame?: string,
): Promise<FrontScroller> {
  const id = frame === undefined ? undefined : frame + FRAME_SEPARATOR;
  let own: Result<"frame.scroller">;
  try {
    own = await ask({ ...wish, id: null }, id);
  } catch (error) {
    const inner = isNotScrollable(error) ? error.details["frame"] : undefined;
    if (typeof inner !== "string") throw error;
    return await orElse(frontScroller(ask, wish, inner), () => {
      throw error;
    });
  }
  const found = { ...own, id };
  if (own.frame === undefined) return found;
  return await orElse(frontScroller(ask, { ...wish, modal: true }, own.frame), () => found);
}

/** Returns what stands in a frame, or the other if nothing can be scrolled there; what is at its end is meant all the same. */
async function orElse(
  inner: Promise<FrontScroller>,
  other: () => FrontScroller,
): Promise<FrontScroller> {
  try {
    return await inner;
  } catch (error) {
    if (isNotScrollable(error) && error.details["atEnd"] === true) throw error;
    if (error instanceof WebservError && OTHERS.has(error.code)) return other();
    throw error;
  }
}

/** A frame that can't be read or asked scrolls nothing that is meant. */
const OTHERS: ReadonlySet<string> = new Set([
  "not-scrollable",
  "page-unreadable",
  "unknown-id",
  "stale-id",
  "disconnected",
]);

function isNotScrollable(error: unknown): error is WebservError {
  return error instanceof WebservError && error.code === "not-scrollable";
}
