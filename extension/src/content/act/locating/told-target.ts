// Makes sure that an element still shows what its id was given for: since it was read, a page may have put something
// else into the same element.
import { WebservError } from "@webserv/shared/errors/errors.ts";
import type { ReadingSources } from "../../observe/frame-reader.ts";
import { readFrame, recall } from "../../observe/reading.ts";

export interface ToldTarget {
  readonly element: Element;
  /** The element has taken the place of the one that had the id. */
  readonly rebound: boolean;
}

/**
 * Finds the element of an id. If anything that identifies the element has changed, this frame is read again, and ids
 * are given by what it shows now.
 * @throws WebservError `unknown-id`, `ambiguous`, or `stale-id`, with `details.shows` if the element is still there and
 *   shows something else
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
