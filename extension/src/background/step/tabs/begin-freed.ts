// Begins a load though the page before it may hang as the browser asks it whether it may be left.
import { WebservError } from "@webserv/shared/errors/errors.ts";

import type { LeftPage } from "../../lease/silent-page.ts";
import { waitMs } from "../../platform/wait.ts";

/** The time after which a page is asked whether it still answers, in ms: a load has mostly begun by then. */
const ASK_MS = 100;

export interface BeginFreedOptions {
  /** Asks for the load, and tells whether one has begun. */
  readonly begin: () => Promise<boolean>;
  /** Ends the page if it does not answer, unless the signal ends before. */
  readonly free: (signal: AbortSignal) => Promise<LeftPage>;
  readonly signal: AbortSignal;
}

/**
 * Begins the load, and once more if the page had to be ended meanwhile.
 * @throws WebservError `page-unresponsive` if the page hangs and can't be ended, and what `begin` throws
 */
export async function beginFreed({ begin, free, signal }: BeginFreedOptions): Promise<void> {
  const begun = new AbortController();
  let isNothing = false;
  const loading = begin();
  /** Resolves if a load has begun, and never if none has. */
  const beginning = loading.then(async (hasBegun) => {
    isNothing = !hasBegun;
    if (isNothing) return await new Promise<never>(() => {});
    begun.abort();
    return "begun" as const;
  });
  beginning.catch(() => {});
  const until = AbortSignal.any([signal, begun.signal]);
  for (;;) {
    await Promise.race([loading, waitMs(ASK_MS, signal)]);
    if (begun.signal.aborted) return;
    const page = await Promise.race([beginning, free(until)]);
    if (page === "begun" || (page === "answers" && isNothing)) return;
    if (page === "ended") {
      await begin();
      return;
    }
    if (page === "ending") throw stillEnding();
    if (page === "spared" && !(await loading)) throw hangs();
  }
}

/** Says that the load was not asked for, since it would be given up with the page. */
export function stillEnding(): WebservError {
  return new WebservError(
    "navigation-failed",
    "the page before it hangs, and the browser has not ended that one in time; nothing was loaded",
    { next: "Do it again; if that fails too, open another tab with new_tab and close this one." },
  );
}

/** Says that the browser waits for the page's script, as the page may not be ended. */
export function hangs(): WebservError {
  return new WebservError(
    "page-unresponsive",
    "the page hangs, and can neither be left nor closed before its script ends",
    { next: "Wait and do it again, or go on in another tab: new_tab." },
  );
}
