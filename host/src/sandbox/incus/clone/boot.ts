// Waits for the site of a clone; if it does not come up, the error gives the reason.
import type { Site } from "@webserv/shared/model/site.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import { hostHeader, waitUntilReady } from "../../readiness.ts";
import { insidePort } from "./clone-config.ts";
import type { StopWatch } from "./stop-watch.ts";

export interface BootOptions {
  readonly stops: StopWatch;
  /** Describes the end of a clone, if it has ended, and the last output of its site. */
  readonly lastWords: (instance: string) => Promise<string>;
}

/**
 * Resolves when the site answers as its readiness asks; with `anyAnswer` when it answers at all. Throws
 * `sandbox-not-ready` when it did not in time, and `sandbox-failed` as soon as the clone ends by itself.
 */
export async function waitForSite(
  site: Site,
  clone: { readonly instance: string; readonly address: string },
  { stops, lastWords }: BootOptions,
  signal: AbortSignal,
  anyAnswer = false,
): Promise<void> {
  const [first] = site.hosts;
  if (first === undefined) return;
  const { instance, address } = clone;
  const stopped = stops.watch(instance);
  const { readiness } = site;
  try {
    const shortcoming = await waitUntilReady(
      { address, port: insidePort(site, 0), host: hostHeader(first), readiness, anyAnswer },
      AbortSignal.any([signal, stopped]),
    );
    // An error's page is an answer too, for a site whose bake has yet to set it right.
    if (shortcoming === undefined || (anyAnswer && shortcoming.startsWith("status"))) return;
    throw new WebservError(
      "sandbox-not-ready",
      `the site "${site.name}" did not answer ${readiness.path} as asked within ${readiness.timeoutMs} ms (${shortcoming}); ${await lastWords(instance)}`,
    );
  } catch (error) {
    signal.throwIfAborted();
    if (!stopped.aborted) throw error;
    throw new WebservError(
      "sandbox-failed",
      `the site "${site.name}" ended before it was ready; ${await lastWords(instance)}`,
      { cause: error },
    );
  }
}
