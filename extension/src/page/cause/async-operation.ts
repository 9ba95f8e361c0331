// Follows the cause through one operation that the browser carries out and answers with a promise.
import type { BegunKind } from "@webserv/shared/protocol/work-notes.ts";

import type { Causes } from "./causes.ts";

/** @param begin has the browser begin the operation, and returns its promise */
export function followOperation(causes: Causes, kind: BegunKind, begin: () => unknown): unknown {
  // The operation may still be under way when an action begins, and must not be taken for that action's.
  if (!causes.isActive) return causes.followed(begin(), 0);
  const work = causes.beginCaused({ kind });
  const end = (): void => causes.note("end", work);
  return causes.followed(begin(), work, end, end);
}
