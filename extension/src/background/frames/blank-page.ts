// Describes the empty page of a new tab: extensions get no script into it, and there is nothing to read.
import type { FrameReading } from "@webserv/shared/model/page/observation.ts";
import { NOTHING_READ } from "@webserv/shared/model/page/observation.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

export const BLANK_URL = "about:blank";

export function blankPage(): WebservError {
  return new WebservError("page-unreadable", "the tab is empty", {
    next: "Go to an address.",
    details: { url: BLANK_URL },
  });
}

export function isBlankPage(error: unknown): boolean {
  return (
    error instanceof WebservError &&
    error.code === "page-unreadable" &&
    error.details["url"] === BLANK_URL
  );
}

/** Is the reading of an empty page. */
export const blankReading: FrameReading = { url: BLANK_URL, title: "", ...NOTHING_READ };
