// Waits until a time has passed, a signal aborts, or the current task is over.
import { unlessAborted } from "@webserv/shared/rpc/abort.ts";

/** Resolves after `ms`. @throws the signal's reason if it aborts first */
export function waitMs(ms: number, signal: AbortSignal): Promise<void> {
  return unlessAborted(new Promise((resolve) => setTimeout(resolve, ms)), signal);
}

/**
 * Resolves in the next task. The browser carries out calls in their order, so what is not urgent waits here for what
 * is sent in the current task.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
