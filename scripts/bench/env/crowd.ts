// Runs environments or whole browsers that step through the store side by side, each on its own sandbox.
import { randomUUID } from "node:crypto";

import type { Peer } from "@webserv/shared/rpc/peer.ts";

import { groupUsage } from "../../../host/src/browser/launch/process-group.ts";
import { type OwnDaemon, startOwnDaemon } from "../../own-daemon.ts";
import { memoryByKind, millisecondsEach, processorByKind } from "./use-by-kind.ts";

export type Kind = "environments" | "browsers";
type Daemon = Peer<"agent-daemon", "daemon-agent">;

/** The number of sessions opened at the same time: more only wait for one another's processor. */
const OPENED_AT_ONCE = 4;
const LONG_MS = 300_000;
const STEP_MS = 60_000;

export interface Crowd {
  readonly kind: Kind;
  readonly count: number;
  /** The time to make each environment or browser after the one before, in ms. The first starts what others share. */
  readonly createMs: readonly number[];
  /** The time of each reset of environments, in ms. */
  readonly resetMs: readonly number[];
  /** The proportional share of all browser processes once each shows the store, in MiB. */
  readonly memoryMiB: number;
  /** The memory by the purpose of the processes, with the daemon and the sandboxes beside them. */
  readonly memoryByKindMiB: Readonly<Record<string, number>>;
  readonly stepsPerSecond: number;
  readonly stepMs: readonly number[];
  /** The processor time of the browsers for a step, in ms. */
  readonly processorMs: number;
  /** The processor time by kind of process, in ms. */
  readonly processorByKindMs: Readonly<Record<string, number>>;
  /** The steps that did not end as done, with why. */
  readonly failures: readonly string[];
}

export interface CrowdOptions {
  readonly kind: Kind;
  readonly count: number;
  /** The steps of each. */
  readonly steps: number;
  /** The number of environments that are reset, one after another, before they step. */
  readonly resets: number;
  readonly signal: AbortSignal;
}

export async function measureCrowd(options: CrowdOptions): Promise<Crowd> {
  const daemon = await startOwnDaemon("bench-env");
  try {
    return await measure(daemon, options);
  } finally {
    await daemon.close();
  }
}

async function measure({ peer }: OwnDaemon, options: CrowdOptions): Promise<Crowd> {
  const { kind, count, steps, resets, signal } = options;
  const ids: string[] = [];
  const pids = new Set<number>();
  const createMs: number[] = [];
  const resetMs: number[] = [];
  while (ids.length < count) {
    const began = performance.now();
    const { browserId, pid } = await make(peer, kind, signal);
    createMs.push(performance.now() - began);
    ids.push(browserId);
    pids.add(pid);
  }
  for (const environmentId of kind === "environments" ? ids.slice(0, resets) : []) {
    const began = performance.now();
    await peer.call("env.reset", { environmentId }, { signal, timeoutMs: LONG_MS });
    resetMs.push(performance.now() - began);
  }
  const shoppers = await inTurns(ids, OPENED_AT_ONCE, (id) => openShopper(peer, kind, id, signal));
  // The first click is not counted, since it pays for what later ones find ready.
  await inTurns(shoppers, OPENED_AT_ONCE, (shopper) => step(peer, shopper, 0, signal));
  const { pid: daemonPid } = await peer.call("daemon.status", {});
  const before = await usageOf(pids);
  const memory = await memoryByKind(pids, daemonPid);
  const beforeByKind = await processorByKind(pids, daemonPid);
  const began = performance.now();
  const failures: string[] = [];
  const stepMs: number[] = [];
  await Promise.all(
    shoppers.map(async (shopper) => {
      for (let turn = 1; turn <= steps; turn++) {
        const stepBegan = performance.now();
        const failure = await step(peer, shopper, turn, signal);
        stepMs.push(performance.now() - stepBegan);
        if (failure !== undefined) failures.push(failure);
      }
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  const afterByKind = await processorByKind(pids, daemonPid);
  const after = await usageOf(pids);
  return {
    kind,
    count,
    createMs,
    resetMs,
    memoryMiB: before.memoryMiB,
    memoryByKindMiB: Object.fromEntries(memory),
    stepsPerSecond: stepMs.length / seconds,
    stepMs,
    processorMs: ((after.cpuSeconds - before.cpuSeconds) * 1000) / stepMs.length,
    processorByKindMs: millisecondsEach(beforeByKind, afterByKind, stepMs.length),
    failures,
  };
}

async function make(
  peer: Daemon,
  kind: Kind,
  signal: AbortSignal,
): Promise<{ browserId: string; pid: number }> {
  const options = { signal, timeoutMs: LONG_MS };
  if (kind === "browsers") {
    const params = { kind: "training", headless: true } as const;
    const { browserId, pid = 0 } = await peer.call("browser.launch", params, options);
    return { browserId, pid };
  }
  const { environments } = await peer.call("env.create", { sites: ["store"] }, options);
  const [made] = environments;
  if (made === undefined) throw new Error("no environment was made");
  return { browserId: made.environmentId, pid: made.pid ?? 0 };
}

interface Shopper {
  readonly sessionId: string;
  /** The departments of the store's menu: each loads a list of products. */
  readonly departments: readonly string[];
}

async function openShopper(
  peer: Daemon,
  kind: Kind,
  browserId: string,
  signal: AbortSignal,
): Promise<Shopper> {
  const sites = kind === "browsers" ? { sites: ["store"] } : {};
  const { session, observation } = await peer.call(
    "session.open",
    { browserId, ...sites },
    { signal, timeoutMs: LONG_MS },
  );
  const departments = (observation?.hoverable ?? []).filter((id) =>
    observation?.clickable.includes(id),
  );
  if (departments.length < 2) throw new Error(`the store in ${browserId} shows no departments`);
  return { sessionId: session.sessionId, departments };
}

/** Resolves with the reason why it was not done; undefined if it was. */
async function step(
  peer: Daemon,
  { sessionId, departments }: Shopper,
  turn: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  const id = departments[turn % 2] ?? "";
  try {
    const { status, error } = await peer.call(
      "session.act",
      { sessionId, actionId: randomUUID(), action: { type: "click", id } },
      { signal, timeoutMs: STEP_MS },
    );
    return status === "done" ? undefined : `${status}: ${error?.message ?? "no reason given"}`;
  } catch (error) {
    signal.throwIfAborted();
    return error instanceof Error ? error.message : String(error);
  }
}

async function usageOf(
  pids: ReadonlySet<number>,
): Promise<{ memoryMiB: number; cpuSeconds: number }> {
  const usages = await Promise.all([...pids].map((pid) => groupUsage(pid)));
  const found = usages.filter((usage) => usage !== null);
  if (found.length < pids.size) throw new Error("a browser has ended, or this system has no /proc");
  return {
    memoryMiB: found.reduce((sum, { memoryMiB }) => sum + memoryMiB, 0),
    cpuSeconds: found.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
  };
}

async function inTurns<T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += atOnce) {
    results.push(...(await Promise.all(items.slice(at, at + atOnce).map(work))));
  }
  return results;
}
