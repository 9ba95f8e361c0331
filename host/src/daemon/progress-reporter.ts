// Reports to an agent how far a long piece of work is: every new stage, and its numbers now and then.
import type { Params } from "@webserv/shared/protocol/methods.ts";

import type { Progress } from "../sandbox/backend.ts";

/** The shortest time between two reports of the same stage. */
const AGAIN_MS = 1000;

/** Reports nothing without a `progressId`. */
export function progressReporter(
  progressId: string | undefined,
  tell: (progress: Params<"import.progress">) => void,
): Progress {
  if (progressId === undefined) return () => {};
  let stage: string | undefined;
  let toldAt = 0;
  return ({ text, share }) => {
    const now = performance.now();
    // "12 of 40 MiB" and "13 of 40 MiB" are one stage.
    const present = text.replaceAll(/[\d.]+/g, "#");
    if (present === stage && now - toldAt < AGAIN_MS) return;
    stage = present;
    toldAt = now;
    const known = share === undefined ? {} : { share: Math.min(1, Math.max(0, share)) };
    tell({ progressId, text, ...known });
  };
}
