// A browser for an agent that has none: launched when a session can't be opened for want of one.
import type { Peer } from "@webserv/shared/rpc/peer.ts";
import { toWebservError } from "@webserv/shared/protocol/errors.ts";

import { displayVariables, hasDisplay } from "../browser/display.ts";

const LAUNCH_TIMEOUT_MS = 120_000;

export interface LaunchForSession {
  /** It stays when the last session in it has closed. */
  readonly keep?: boolean;
  /** Told that a browser is launched. */
  readonly tell?: (text: string) => void;
}

/**
 * What `open` gives; where no browser is connected, nor one that was is waited for, one is launched, without a window
 * where there is no display, and `open` is called again. Nothing has been done then.
 */
export async function withBrowser<T>(
  peer: Pick<Peer<"agent-daemon", "daemon-agent">, "call">,
  signal: AbortSignal,
  open: () => Promise<T>,
  { keep = false, tell = () => {} }: LaunchForSession = {},
): Promise<T> {
  try {
    return await open();
  } catch (error) {
    if (toWebservError(error).code !== "no-browser") throw error;
  }
  const headless = !hasDisplay(process.env, process.platform);
  tell("no browser is connected: one is launched");
  const params = {
    headless,
    display: displayVariables(process.env),
    until: keep ? "closed" : "sessions",
  } as const;
  await peer.call("browser.launch", params, { signal, timeoutMs: LAUNCH_TIMEOUT_MS });
  return await open();
}
