// Plays scenarios in several browsers at once, each of which takes the next as soon as it is free.
import { randomUUID } from "node:crypto";

import type { Played, Player } from "./policy.ts";
import type { Scenario } from "./scenarios.ts";
import type { ScenarioSite } from "./site/site.ts";
import type { Visit } from "./site/visit.ts";

export interface Run {
  readonly scenarios: readonly Scenario[];
  readonly site: ScenarioSite;
  readonly workers: number;
  readonly open: () => Promise<Player>;
  /** Receives each scenario as soon as it has been played. */
  readonly onPlayed: (scenario: Scenario, played: readonly Played[]) => void;
  /** Receives a scenario that could not be played; the next ones are played in a new browser. */
  readonly onFailed: (scenario: Scenario, error: unknown) => void;
  readonly signal: AbortSignal;
}

export async function playAll(run: Run): Promise<Played[]> {
  const waiting = [...run.scenarios];
  const results: Played[] = [];
  const worker = async (): Promise<void> => {
    let player: Player | undefined;
    try {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        run.signal.throwIfAborted();
        player ??= await run.open();
        try {
          const visit = visitOf(next);
          const played = await player.play(run.site.add(visit), visit);
          results.push(...played);
          run.onPlayed(next, played);
        } catch (error) {
          run.onFailed(next, error);
          const broken = player;
          player = undefined;
          await broken.close();
        }
      }
    } finally {
      await player?.close();
    }
  };
  await Promise.all(Array.from({ length: run.workers }, worker));
  return results;
}

function visitOf(scenario: Scenario): Visit {
  const id = randomUUID();
  return { scenario, key: `k${id}`, token: `#${id.slice(0, 8)}` };
}
