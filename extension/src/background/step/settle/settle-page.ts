// Waits until the session's page has finished reacting: loads of documents are watched here, all else in the page.
import type { SettleOptions, SettleReport } from "@webserv/shared/model/page/settle.ts";
import { DEFAULT_SETTLE_MODE, defaultIdleMs } from "@webserv/shared/model/page/settle.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";
import type { Result } from "@webserv/shared/protocol/methods.ts";
import browser from "webextension-polyfill";

import { isBlankPage } from "../../frames/blank-page.ts";
import type { FramePeers } from "../../frames/frame-peers.ts";
import { waitMs } from "../../platform/wait.ts";
import { stillLoading } from "../../watch/navigation-error.ts";
import type { TabWatch } from "../../watch/tab-watch.ts";
import { askFrames, waitOutside } from "./outside-waits.ts";
import type { Reacting, ReactingFrames } from "./reacting-frames.ts";
import { settleInner } from "./settle-inner.ts";
import { joinReports, mergeSettle } from "./settle-report.ts";

export interface SettlingOptions {
  readonly frames: FramePeers;
  readonly watch: TabWatch;
  /** Finds the inner frames that are waited for as well. */
  readonly inner: Pick<ReactingFrames, "of">;
  /** Returns the session's current tab, or null. It is called each time, since an action may open another tab. */
  readonly currentTab: () => number | null;
  readonly settle: SettleOptions;
  /** The time at which the action began, on the worker's clock, in ms. */
  readonly sinceMs: number;
  /** The limit of the wait, in ms. */
  readonly budgetMs: number;
  /** The time by which a page's own timer may be late before the page counts as not answering, in ms. */
  readonly graceMs: number;
  /** True if the action is a click, to which the page is to answer. */
  readonly awaitsAnswer?: boolean;
  readonly signal: AbortSignal;
  /** Receives words that came and went in the page while it was waited for. */
  readonly onPassed?: (texts: readonly string[]) => void;
  /** Receives the reason for which the page could not be waited for. */
  readonly onTrouble?: (error: WebservError) => void;
}

interface Others {
  readonly asked: Reacting["asked"];
  readonly others: readonly (Result<"frame.settle"> | null)[];
}

export async function settlePage(options: SettlingOptions): Promise<SettleReport> {
  const { frames, watch, inner, currentTab, settle, signal } = options;
  const { navigations } = watch;
  const mode = settle.mode ?? DEFAULT_SETTLE_MODE;
  const idleMs = settle.idleMs ?? defaultIdleMs(mode);
  const beganAt = performance.now();
  const { graceMs, awaitsAnswer = false } = options;
  const endsAt = beganAt + options.budgetMs;
  /** Holds the last report of each document that was in the tab, by the count of loads. */
  const reports = new Map<number, SettleReport>();
  const reasons: string[] = [];
  let timedOut = false;
  /** Counts the frames that are not waited for. */
  let unasked = 0;
  const loadsWaitedFor = new Set<string>();
  /** The scripts whose code has been waited for. */
  const known = new Set<string>();
  /** The time when the last of them came, in ms since 1970. */
  let scriptAt: number | undefined;
  /** True if requests of workers are, or just were, under way, so that frames wait longer for their replies. */
  let awaitsWorkers = false;

  for (;;) {
    const tabId = currentTab();
    if (tabId === null || mode === "none") break;
    const leftMs = endsAt - performance.now();
    const load = navigations.pending(tabId);
    if (leftMs <= 0) {
      timedOut = true;
      if (load !== undefined) options.onTrouble?.(stillLoading(load, performance.now()));
      break;
    }
    if (load !== undefined) {
      await Promise.race([navigations.nextChange(tabId), waitMs(leftMs, signal)]);
      signal.throwIfAborted();
      continue;
    }
    if (navigations.netError(tabId) !== null) break;
    const loads = navigations.loadCount(tabId);
    const cut = navigations.cutOff(tabId);
    const whole = AbortSignal.any([signal, cut]);
    try {
      const budgetMs = Math.floor(leftMs);
      const wanted = { mode, idleMs, budgetMs, awaitsWorkers, awaitsAnswer, scriptAt };
      const withInner = mode === "causal" || mode === "network-idle";
      const settleOthers = async (): Promise<Others> => {
        if (!withInner) return { asked: [], others: [] };
        const { asked, ...more } = await inner.of(tabId);
        ({ unasked } = more);
        const others = asked.map(({ frameId }) =>
          settleInner({ tabId, frameId, frames, watch, settle: wanted, signal }),
        );
        return { asked, others: await Promise.all(others) };
      };
      const [main, { asked, others }] = await Promise.all([
        frames.call(tabId, "frame.settle", wanted, { timeoutMs: leftMs + graceMs, signal: whole }),
        settleOthers(),
      ]);
      const answers = [main, ...others];
      options.onPassed?.(answers.flatMap((each) => each?.passed ?? []));
      reports.set(loads, others.reduce<SettleReport>(joinReports, main));
      // Once the browser has answered this, it has also reported all of its events until now.
      const top =
        mode === "causal" ? await browser.webNavigation.getFrame({ tabId, frameId: 0 }) : null;
      if (top !== null && navigations.loadCount(tabId) === loads) {
        const outside = await waitOutside({
          ...options,
          unexplained: askFrames(frames, tabId, signal),
          tabId,
          rested: [{ frameId: 0, url: top.url }, ...asked],
          unanswered: answers.some((each) => each?.unanswered === true),
          known,
          leftMs: endsAt - performance.now(),
        });
        awaitsWorkers = outside.kind === "worker";
        scriptAt = undefined;
        if (outside.kind === "load") loadsWaitedFor.add(outside.requestId);
        if (outside.kind === "load" || outside.kind === "come") {
          known.add(outside.requestId);
          const { endedAt } = outside;
          scriptAt = endedAt === null ? undefined : performance.timeOrigin + endedAt;
        }
        if (outside.kind !== "nothing") continue;
        // The work of one frame may have set off work in another, or added a frame.
        const worked = answers.some((each) => each?.worked === true);
        if (worked && (asked.length > 0 || (await inner.of(tabId)).asked.length > 0)) continue;
      }
    } catch (error) {
      signal.throwIfAborted();
      // Its document never finishes loading then.
      if (cut.aborted) {
        reasons.push(`the rest of the page did not come (${String(cut.reason)})`);
        break;
      }
      if (!(error instanceof WebservError)) throw error;
      if (isBlankPage(error)) break;
      if (error.code === "dialog-open") {
        reasons.push(`a ${String(error.details["kind"])} dialog waits for an answer`);
        break;
      }
      // The document or its tab is gone; the next round waits for its replacement.
      if (error.code === "disconnected") continue;
      if (error.code === "page-unresponsive") timedOut = true;
      if (error.code !== "tab-closed" || currentTab() === tabId) {
        options.onTrouble?.(error);
        reasons.push(error.message);
        break;
      }
      continue;
    }
    if (currentTab() === tabId && navigations.loadCount(tabId) === loads) break;
  }

  if (unasked > 0) {
    reasons.push(
      `${unasked} more inner frames of the page were not waited for, as there are so many`,
    );
  }
  const tabId = currentTab();
  const nowMs = performance.now();
  const outside = tabId === null ? [] : watch.loads.since(tabId, options.sinceMs);
  const scripts = outside.filter(({ requestId }) => loadsWaitedFor.has(requestId));
  for (const { kind, url, endedAt } of scripts) {
    if (endedAt === null) reasons.push(`no longer waited for: the ${kind} ${url.slice(0, 300)}`);
  }
  return mergeSettle({
    mode,
    waitedMs: nowMs - beganAt,
    nowMs,
    loads: tabId === null ? [] : navigations.loadsSince(tabId, options.sinceMs),
    scripts,
    reports: [...reports.values()],
    reasons,
    timedOut,
  });
}
