// Waits for loads that no page can see: scripts and styles that no element has asked for, and the requests of
// workers, which belong to no tab.
import type { FramePeers } from "../../frames/frame-peers.ts";
import { waitMs } from "../../platform/wait.ts";
import type { OutsideLoad } from "../../watch/outside-loads.ts";
import type { TabWatch } from "../../watch/tab-watch.ts";

/** The longest wait for a script or a worker's request, in ms; a person does not wait longer. */
const LONGEST_MS = 5_000;
/** The time after a worker's last request in which it may still reply, in ms; the page waits for a reply as long. */
const REPLY_MS = 1_000;
/** By then the code of a script that has come has run, in ms; the page waits for it as long. */
const RUNS_MS = 200;
/** The most scripts of one step that had come before anybody looked, and are waited for: a page may load them for ever. */
const MAX_COME = 5;
/** The longest wait for the answer of a page, in ms; a page at rest answers at once. */
const ASK_MS = 500;

/** Returns the addresses that no element explains. @param loads are those of one document */
export type AskFrame = (loads: readonly OutsideLoad[]) => Promise<readonly string[]>;

export interface OutsideWait {
  /** Asks the document that requested the loads which of their addresses no element has. */
  readonly unexplained: AskFrame;
  readonly watch: Pick<TabWatch, "loads" | "workers">;
  readonly tabId: number;
  /** The frames that have come to rest, including the main one. */
  readonly rested: readonly { readonly frameId: number; readonly url: string }[];
  /** True if one of these frames has stopped waiting for a worker's reply. */
  readonly unanswered: boolean;
  /** The request ids of scripts that were told of as `come` in this step, or waited for. */
  readonly known: ReadonlySet<string>;
  /** The time at which the action began, on the worker's clock, in ms. */
  readonly sinceMs: number;
  readonly leftMs: number;
  readonly signal: AbortSignal;
}

export function askFrames(frames: FramePeers, tabId: number, signal: AbortSignal): AskFrame {
  const call = { timeoutMs: ASK_MS, signal };
  return async (loads) => {
    const urls = loads.map(({ url }) => url);
    const { frameId = 0, documentId = "" } = loads[0] ?? {};
    try {
      const { unexplained } =
        frameId === 0 || documentId === ""
          ? await frames.call(tabId, "frame.unexplained", { urls }, call)
          : await frames.callDocument({ tabId, documentId }, "frame.unexplained", { urls }, call);
      return unexplained;
    } catch {
      signal.throwIfAborted();
      // Without an answer, no load counts as explained by an element.
      return urls;
    }
  };
}

export type WaitedOutside =
  | { readonly kind: "nothing" }
  /** It was under way. Its end is null if it took too long. */
  | { readonly kind: "load"; readonly requestId: string; readonly endedAt: number | null }
  /** It had come a moment ago, so that its code may be yet to run. */
  | { readonly kind: "come"; readonly requestId: string; readonly endedAt: number }
  | { readonly kind: "worker" };

/**
 * Waits until one of these loads ends, or the time is over.
 * @returns the kind of load that was under way; the frames must then be asked again, since it may have set off more
 */
export async function waitOutside(wait: OutsideWait): Promise<WaitedOutside> {
  const { loads, workers } = wait.watch;
  const load = await oldestUnexplained(wait, isUnderWay);
  if (load !== undefined) {
    // It may have ended while its frame was asked.
    if (endOf(load, wait) === null) await ended(loads.nextEnd(), load, wait);
    return { kind: "load", requestId: load.requestId, endedAt: endOf(load, wait) };
  }
  const come =
    wait.known.size < MAX_COME
      ? await oldestUnexplained(wait, (each) => hasJustCome(each, wait.known))
      : undefined;
  if (come !== undefined) {
    const { requestId, endedAt } = come;
    if (endedAt !== null) return { kind: "come", requestId, endedAt };
  }
  if (!wait.unanswered) return { kind: "nothing" };
  const origins = new Set(wait.rested.map(({ url }) => originOf(url)));
  const requests = workers.since(origins, wait.sinceMs);
  const nowMs = performance.now();
  const underWay = requests.find(
    ({ beganAt, endedAt }) => endedAt === null && nowMs - beganAt < LONGEST_MS,
  );
  if (underWay !== undefined) await ended(workers.nextEnd(), underWay, wait);
  const isRecent = requests.some(({ endedAt }) => endedAt !== null && nowMs - endedAt < REPLY_MS);
  return { kind: underWay !== undefined || isRecent ? "worker" : "nothing" };
}

/**
 * Finds the oldest load that no element explains. The load of an element holds up the settle already if the action
 * caused it, and must not do so otherwise.
 */
async function oldestUnexplained(
  wait: OutsideWait,
  isWanted: (load: OutsideLoad) => boolean,
): Promise<OutsideLoad | undefined> {
  const { watch, tabId, sinceMs } = wait;
  const rested = new Set(wait.rested.map(({ frameId }) => frameId));
  const wanted = watch.loads
    .since(tabId, sinceMs)
    .filter((load) => rested.has(load.frameId) && isWanted(load));
  for (const documentId of new Set(wanted.map((load) => load.documentId))) {
    const own = wanted.filter((load) => load.documentId === documentId);
    const unexplained = new Set(await wait.unexplained(own));
    const oldest = own.find(({ url }) => unexplained.has(url));
    if (oldest !== undefined) return oldest;
  }
  return undefined;
}

function isUnderWay({ beganAt, endedAt }: OutsideLoad): boolean {
  return endedAt === null && performance.now() - beganAt < LONGEST_MS;
}

function hasJustCome(
  { requestId, kind, endedAt }: OutsideLoad,
  known: ReadonlySet<string>,
): boolean {
  if (kind !== "script" || endedAt === null || known.has(requestId)) return false;
  return performance.now() - endedAt < RUNS_MS;
}

/** Returns the time when a load ended, also if that was since it was looked at; null if it has not. */
function endOf({ requestId }: OutsideLoad, { watch, tabId, sinceMs }: OutsideWait): number | null {
  const load = watch.loads.since(tabId, sinceMs).find((each) => each.requestId === requestId);
  return load?.endedAt ?? null;
}

async function ended(
  end: Promise<void>,
  { beganAt }: { readonly beganAt: number },
  { leftMs, signal }: OutsideWait,
): Promise<void> {
  const longestMs = Math.min(leftMs, beganAt + LONGEST_MS - performance.now());
  await Promise.race([end, waitMs(Math.max(0, longestMs), signal)]);
  signal.throwIfAborted();
}

function originOf(url: string): string {
  return URL.parse(url)?.origin ?? "";
}
