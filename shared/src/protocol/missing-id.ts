// Makes the error for a semantic id that leads to no element, with the ids that may have been meant.
import { idsHolding, nearestIds } from "../model/page/nearest-ids.ts";
import { WebservError } from "../errors/errors.ts";

/**
 * Returns `stale-id` if the id once had an element, else `ambiguous` if it is a part of several
 * ids, else `unknown-id`; with `details.nearest`, or `details.candidates`.
 */
export function missingId(
  id: string,
  code: "unknown-id" | "stale-id",
  known: Iterable<string>,
): WebservError {
  const ids = [...new Set(known)];
  const candidates = code === "unknown-id" ? idsHolding(id, ids) : [];
  if (candidates.length > 1) {
    return new WebservError(
      "ambiguous",
      `"${id}" is only a part of an id, of several: ${candidates.join(", ")}`,
      { details: { id, candidates } },
    );
  }
  const nearest = [...new Set([...candidates, ...nearestIds(id, ids)])];
  const hint = nearest.length === 0 ? "" : `; nearest: ${nearest.join(", ")}`;
  const message =
    code === "stale-id"
      ? `the element "${id}" is no longer on the page`
      : `no element has the id "${id}"`;
  return new WebservError(code, message + hint, {
    ...(nearest.length === 0 ? { next: "Observe again and use an id from there." } : {}),
    details: { id, nearest },
  });
}
