// Gives the network's account of a frame: its requests under way and ended, whatever has led to
// them.
import type { SettleWork } from "@webserv/shared/model/page/settle.ts";

import { MAX_ENDED } from "./limits.ts";
import type { Requests } from "./requests.ts";
import type { Work } from "./work.ts";
import { lapseOf, toSettleWork } from "./work.ts";

export interface NetworkAccount {
  /** Under way, begun since the watch, oldest first. */
  readonly pending: readonly SettleWork[];
  /** Ended, begun since the watch, in the order of their ends. */
  readonly ended: readonly SettleWork[];
  /** The number of ended ones that are not listed. */
  readonly unlisted: number;
  /** The time when the last of them ended; undefined if none has. */
  readonly lastEndMs: number | undefined;
  /** The time when one under way is over if no more notes come. */
  readonly nextLapseMs: number | undefined;
}

/**
 * Requests begun before the watch are the page's affair, a long poll or a stream, and no part of the
 * reaction to what is being watched.
 */
export function networkAccount(requests: Requests, nowMs: number): NetworkAccount {
  const pending: SettleWork[] = [];
  const ended: { readonly work: Work; readonly atMs: number }[] = [];
  let nextLapseMs = Infinity;
  for (const work of requests) {
    const lapsesMs = lapseOf(work);
    const atMs = Math.min(lapsesMs, work.endedMs ?? Infinity);
    if (work.endedMs !== undefined || lapsesMs <= nowMs) ended.push({ work, atMs });
    else {
      pending.push(toSettleWork(work, nowMs));
      nextLapseMs = Math.min(nextLapseMs, lapsesMs);
    }
  }
  ended.sort((a, b) => a.atMs - b.atMs);
  const lastEndMs = Math.max(ended.at(-1)?.atMs ?? -Infinity, requests.lastForgottenEndMs);
  return {
    pending,
    ended: ended.slice(0, MAX_ENDED).map(({ work, atMs }) => toSettleWork(work, atMs)),
    unlisted: Math.max(0, ended.length - MAX_ENDED) + requests.forgotten,
    lastEndMs: lastEndMs === -Infinity ? undefined : lastEndMs,
    nextLapseMs: nextLapseMs === Infinity ? undefined : nextLapseMs,
  };
}
