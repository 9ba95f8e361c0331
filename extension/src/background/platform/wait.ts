// Waits until a time has passed, or a signal aborts.
import { unlessAborted } from "@webserv/shared/rpc/abort.ts";

/** Resolves after `ms`. @throws the signal's reason if it aborts first */
export function waitMs(ms: number, signal: AbortSignal): Promise<void> {
  return unlessAborted(new Promise((resolve) => setTimeout(resolve, ms)), signal);
}
