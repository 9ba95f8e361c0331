// Benchmark: many agents at once on one daemon with several browsers, and any of their processes killed at random.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { setTimeout as delay } from "node:timers/promises";

import { connect } from "../../host/src/client/client.ts";
import { Random } from "../../test/support/fuzz/random.ts";
import { accountOf } from "../../test/support/many/account.ts";
import { Crowd, type Kill, KINDS } from "../../test/support/many/crowd.ts";
import { count } from "./arguments.ts";
import { interruption, timedWords } from "./course.ts";
import { figuresOf, linesOf } from "./many/figures.ts";
import { goalsOf } from "./many/goals.ts";
import { MemoryWatch } from "./many/memory-watch.ts";
import { machineLine } from "./report.ts";

/** The pause between one kill that all have survived and the next, in ms: the least, and the most added to it. */
const PAUSE_MS = 2000;
const PAUSE_SPREAD_MS = 6000;
const END_MS = 60_000;
const LOOK_MS = 200;
/** The number of steps that each agent takes under kills, and the longest time for them. */
const STEPS_UNDER_KILLS = "500";
const MINUTES_UNDER_KILLS = "60";

await main();

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      json: { type: "boolean" },
      minutes: { type: "string" },
      steps: { type: "string" },
      browsers: { type: "string", default: "4" },
      each: { type: "string", default: "2" },
      think: { type: "string", default: "500" },
      kills: { type: "boolean" },
      seed: { type: "string", default: "1" },
    },
  });
  const kills = values.kills === true;
  const wanted = values.steps ?? (kills && values.minutes === undefined ? STEPS_UNDER_KILLS : null);
  const most = values.minutes ?? (wanted === null ? "10" : MINUTES_UNDER_KILLS);
  const wantedSteps = wanted === null ? null : count("--steps", wanted, 1);
  const minutes = count("--minutes", most, 1);
  const browsers = count("--browsers", values.browsers, 1);
  const agentsEach = count("--each", values.each, 1);
  const thinkMs = count("--think", values.think, 0);
  const seed = count("--seed", values.seed, 0);
  const say = timedWords();
  const home = await mkdtemp(join(tmpdir(), "webserv-bench-many-"));
  const interrupted = interruption();
  try {
    const crowd = await Crowd.open({ home, browsers, agentsEach, thinkMs, closedByCaller: true });
    try {
      const until = wantedSteps === null ? "" : `until each has taken ${wantedSteps} steps, `;
      say(
        `${crowd.agents.length} agents in ${browsers} browsers, ${until}${minutes} minutes at most`,
      );
      const enough = new AbortController();
      const over = AbortSignal.any([
        AbortSignal.timeout(minutes * 60_000),
        interrupted,
        enough.signal,
      ]);
      const memory = new MemoryWatch(crowd);
      const began = performance.now();
      const [killed] = await Promise.all([
        kills ? killAtRandom(crowd, new Random(seed), over, say) : [],
        crowd.run(over),
        memory.watch(over),
        wantedSteps === null
          ? undefined
          : allHaveTaken(crowd, wantedSteps, over).then(() => enough.abort()),
      ]);
      const figures = figuresOf({
        minutes: (performance.now() - began) / 60_000,
        seed: kills ? seed : null,
        wantedSteps,
        agents: crowd.agents,
        account: accountOf(crowd.agents, crowd.site),
        kills: killed,
        memory: memory.samples,
      });
      const lines = [machineLine({}), "", ...linesOf(figures)];
      if (values.json !== true) process.stdout.write(`${lines.join("\n")}\n`);
      process.stdout.write(`${JSON.stringify(figures)}\n`);
      if (goalsOf(figures).some(({ met }) => !met)) process.exitCode = 1;
    } finally {
      await crowd.close();
    }
  } finally {
    await endDaemon(home);
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Resolves at the end of the run, too. */
async function allHaveTaken(crowd: Crowd, steps: number, over: AbortSignal): Promise<void> {
  while (!over.aborted && crowd.agents.some(({ asked }) => asked.length < steps)) {
    await delay(LOOK_MS, undefined, { signal: over }).catch(() => {});
  }
}

/** Kills any process of any browser, one after the other, each when all agents have come through the one before. */
async function killAtRandom(
  crowd: Crowd,
  random: Random,
  over: AbortSignal,
  say: (line: string) => void,
): Promise<readonly Kill[]> {
  const kills: Kill[] = [];
  for (;;) {
    await delay(PAUSE_MS + random.below(PAUSE_SPREAD_MS), undefined, { signal: over }).catch(
      () => {},
    );
    if (over.aborted) return kills;
    const kind = random.pick(KINDS);
    const browser = random.below(crowd.browsers);
    try {
      const kill = await crowd.kill(kind, browser, over);
      kills.push(kill);
      say(`${kind}: back after ${kill.backMs.toFixed(0)} ms, a step ${kill.stepMs.toFixed(0)} ms`);
    } catch (error) {
      // The agents stop at the end, and then none has another step.
      if (!over.aborted) throw error;
    }
  }
}

async function endDaemon(home: string): Promise<void> {
  const client = await connect({ home, name: "bench-many" });
  await client.call("daemon.stop", { purge: true }, { timeoutMs: END_MS });
  client.close();
}
