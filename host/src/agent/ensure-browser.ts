// A browser for an agent that has none: launched when a session can't be opened for want of one.
import type { Peer } from "@webserv/shared/rpc/peer.ts";
import { toWebservError } from "@webserv/shared/protocol/errors.ts";

import { displayVariables, hasDisplay } from "../browser/display.ts";

const LAUNCH_TIMEOUT_MS = 120_000;

/**
 * What `open` gives; where no browser is connected one is launched, without a window where there is no
 * display, and `open` is called again. Nothing has been done then.
 */
export async function withBrowser<T>(
  peer: Pick<Peer<"agent-daemon", "daemon-agent">, "call">,
  signal: AbortSignal,
  open: () => Promise<T>,
): Promise<T> {
  try {
    return await open();
  } catch (error) {
    if (toWebservError(error).code !== "no-browser") throw error;
  }
  const headless = !hasDisplay(process.env, process.platform);
  const params = { headless, display: displayVariables(process.env) };
  await peer.call("browser.launch", params, { signal, timeoutMs: LAUNCH_TIMEOUT_MS });
  return await open();
}
