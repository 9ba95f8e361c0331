// Waits until a time has passed, and gives up when a signal ends.
import { unlessAborted } from "@webserv/shared/rpc/abort.ts";

/** Resolves after `ms`. @throws the signal's reason when it ends first. */
export function waitMs(ms: number, signal: AbortSignal): Promise<void> {
  return unlessAborted(new Promise((resolve) => setTimeout(resolve, ms)), signal);
}
