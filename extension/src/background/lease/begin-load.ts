// Asks the browser to load a document, and waits until the load has begun.
import { unlessAborted } from "@webserv/shared/rpc/abort.ts";
import { waitMs } from "../platform/wait.ts";
import type { NavigationLog } from "../watch/navigation-log.ts";

/** The longest wait for a load to begin, in ms; after that, there was nothing to load. */
const BEGIN_MS = 2_000;

export interface BeginLoadOptions {
  readonly navigations: NavigationLog;
  readonly tabId: number;
  readonly ask: () => Promise<unknown>;
  readonly signal: AbortSignal;
}

/** @returns whether a load has begun, or the address has changed without one */
export async function beginLoad({
  navigations,
  tabId,
  ask,
  signal,
}: BeginLoadOptions): Promise<boolean> {
  const before = navigations.eventCount(tabId);
  const hasBegun = (): boolean => navigations.eventCount(tabId) !== before;
  const begun = navigations.nextChange(tabId);
  await ask();
  if (!hasBegun()) await Promise.race([unlessAborted(begun, signal), waitMs(BEGIN_MS, signal)]);
  return hasBegun();
}
