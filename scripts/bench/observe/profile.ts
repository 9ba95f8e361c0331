// Measures where the time of a reading goes: the page's CPU profile, by function.
import type { Page, Protocol } from "puppeteer";

export interface FunctionShare {
  readonly name: string;
  /** The time in the function itself, with what the browser does for it, in ms. */
  readonly selfMs: number;
  /** The time in the function and those it calls, in ms. */
  readonly totalMs: number;
}

const SAMPLE_US = 200;

/** Profiles the page's main thread while `body` runs, the most expensive function first. */
export async function profile(page: Page, body: () => Promise<unknown>): Promise<FunctionShare[]> {
  const session = await page.createCDPSession();
  try {
    await session.send("Profiler.enable");
    await session.send("Profiler.setSamplingInterval", { interval: SAMPLE_US });
    await session.send("Profiler.start");
    await body();
    return sharesIn((await session.send("Profiler.stop")).profile);
  } finally {
    await session.detach();
  }
}

/** Computes the shares. Idle time is left out. A function that calls itself is counted once. */
export function sharesIn(profile: Protocol.Profiler.Profile): FunctionShare[] {
  const { nodes, samples = [], timeDeltas = [] } = profile;
  const parents = new Map<number, number>();
  const names = new Map<number, string>();
  for (const { id, callFrame, children = [] } of nodes) {
    names.set(id, callFrame.functionName || "(anonymous)");
    for (const child of children) parents.set(child, id);
  }
  const self = new Map<string, number>();
  const total = new Map<string, number>();
  for (const [index, leaf] of samples.entries()) {
    const name = names.get(leaf) ?? "";
    if (name === "(idle)") continue;
    const ms = Math.max(0, timeDeltas[index] ?? 0) / 1000;
    self.set(name, (self.get(name) ?? 0) + ms);
    const stack = new Set<string>();
    for (let at: number | undefined = leaf; at !== undefined; at = parents.get(at)) {
      stack.add(names.get(at) ?? "");
    }
    for (const each of stack) total.set(each, (total.get(each) ?? 0) + ms);
  }
  return [...total]
    .map(([name, totalMs]) => ({ name, totalMs, selfMs: self.get(name) ?? 0 }))
    .toSorted((a, b) => b.selfMs - a.selfMs);
}
