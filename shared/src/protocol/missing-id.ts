// The error for a semantic id that leads to no element, with the ids that may have been meant.
import { nearestIds } from "../model/nearest-ids.ts";
import { WebservError } from "./errors.ts";

/** `stale-id` where the id once had an element, else `unknown-id`; both with `details.nearest`. */
export function missingId(
  id: string,
  code: "unknown-id" | "stale-id",
  known: Iterable<string>,
): WebservError {
  const nearest = nearestIds(id, known);
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
