// A pause that ends with its signal.
import { unlessAborted } from "@webserv/shared/rpc/abort.ts";

/** Resolves after `ms`. @throws the signal's reason when it ends first. */
export function waitMs(ms: number, signal: AbortSignal): Promise<void> {
  return unlessAborted(new Promise((resolve) => setTimeout(resolve, ms)), signal);
}
