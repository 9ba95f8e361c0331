// Lists the calls to a page that change nothing, and tells which of their failures another try can repair.
import type { MethodOn } from "@webserv/shared/protocol/methods.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

/** The calls that are made before anything is done to the element, or that read the result. */
export const QUESTIONS: ReadonlySet<MethodOn<"worker-frame">> = new Set([
  "frame.check-state",
  "frame.drop-zone",
  "frame.find-options",
  "frame.value",
]);

/**
 * Tells whether an element was replaced within its document. A replaced document has other ids (`details.frame`); if
 * the element shows other content (`details.shows`), its frame has been read again already.
 */
export function isStale(error: unknown): boolean {
  return (
    error instanceof WebservError &&
    error.code === "stale-id" &&
    error.details["frame"] === undefined &&
    error.details["shows"] === undefined
  );
}
