// Which questions leave a page as it is, and which failures of them another try can help.
import type { MethodOn } from "@webserv/shared/protocol/methods.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

/** Asked before anything is done to the element, or of what came of it. */
export const QUESTIONS: ReadonlySet<MethodOn<"worker-frame">> = new Set([
  "frame.check-state",
  "frame.drop-zone",
  "frame.find-options",
  "frame.value",
]);

/**
 * An element that was replaced within its document; ids of another document are others, and where its
 * element shows another thing the frame has been read already.
 */
export function isStale(error: unknown): boolean {
  return (
    error instanceof WebservError &&
    error.code === "stale-id" &&
    error.details["frame"] === undefined &&
    error.details["shows"] === undefined
  );
}
