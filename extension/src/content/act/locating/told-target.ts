// Makes sure that an element still is the thing that its id was told for: a page may have put another into
// the same element since it was read.
import { WebservError } from "@webserv/shared/errors/errors.ts";
import type { ReadingSources } from "../../observe/frame-reader.ts";
import { readFrame, recall } from "../../observe/reading.ts";

export interface ToldTarget {
  readonly element: Element;
  /** It has taken the place of the one that had the id. */
  readonly rebound: boolean;
}

/**
 * Where anything that tells the element is other than it was, this frame is read again, and ids are given
 * by what it shows now.
 * @throws WebservError `unknown-id`, `ambiguous`, or `stale-id`, with `details.shows` where the element
 *   is still there and shows something else
 */
export async function toldTarget(
  sources: ReadingSources,
  id: string,
  signal: AbortSignal,
): Promise<ToldTarget> {
  const { finder, ids } = sources;
  await recall(sources, [id], signal);
  const element = finder.find(id);
  if (ids.likeness(element) === "same") return { element, rebound: false };
  const before = finder.nameOf(element);
  ids.doubtReused();
  await readFrame(sources, { prefix: ids.prefix, aside: true }, signal);
  const found = ids.find(id);
  if (found.state === "present") {
    return { element: found.element, rebound: found.element !== element };
  }
  const now = ids.idOf(element);
  if (now === undefined) return { element: finder.find(id), rebound: true };
  const shows = finder.nameOf(element);
  throw new WebservError(
    "stale-id",
    `what "${id}" was is no longer on the page: its element, "${before}" then, shows "${shows}" now, and has the id "${now}"`,
    { details: { id, shows, now } },
  );
}
