// Measures launches from the request until the page, by both engines in turn, so that both meet the same machine.
import { type Spread, spreadOf } from "../report.ts";
import type { BenchSite, Engine } from "./engine.ts";
import { writeOut } from "./machine-use.ts";

/** The launches that are not counted. As in the paper, the first two of ten warm the caches. */
const WARM_UP = 2;

export async function measureLaunches(
  engines: readonly Engine[],
  site: BenchSite,
  rounds: number,
  signal: AbortSignal,
): Promise<Partial<Record<Engine["name"], Spread>>> {
  const times = new Map<Engine["name"], number[]>();
  for (let round = -WARM_UP; round < rounds; round++) {
    for (const engine of engines) {
      // Without this one engine would pay for what the other has yet to write.
      await writeOut(signal);
      const startedAt = performance.now();
      const running = await engine.launch(site, signal);
      const elapsedMs = performance.now() - startedAt;
      await running.delete();
      if (round >= 0) times.set(engine.name, [...(times.get(engine.name) ?? []), elapsedMs]);
    }
  }
  return Object.fromEntries([...times].map(([name, values]) => [name, spreadOf(values)]));
}
