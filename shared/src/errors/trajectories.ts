// Lists errors of the records of sessions.
import type { ErrorEntry } from "./error-entry.ts";

export const trajectoryErrors = {
  "unknown-trajectory": {
    summary: "No trajectory has this id.",
    next: "List them with `webserv trajectory list`.",
  },
  "recording-failed": {
    summary: "The step was carried out but could not be written to the trajectory.",
    next: "Free disk space; the session can go on.",
  },
} as const satisfies Record<string, ErrorEntry>;
