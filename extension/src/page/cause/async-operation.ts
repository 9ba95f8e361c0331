// Follows the cause through one thing that the browser does aside and answers with a promise.
import type { BegunKind } from "@webserv/shared/protocol/page-bridge.ts";

import type { Causes } from "./causes.ts";

/** @param begin has the browser begin it, and returns its promise */
export function aside(causes: Causes, kind: BegunKind, begin: () => unknown): unknown {
  // It may be under way still when an action begins, and must not be taken for that one's then.
  if (!causes.isActive) return causes.followed(begin(), 0);
  const work = causes.beginCaused({ kind });
  const end = (): void => causes.note("end", work);
  return causes.followed(begin(), work, end, end);
}
