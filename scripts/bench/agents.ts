// Benchmark: what a model reads, calls and waits for in scripted tasks, beside other tools for agents in the same run.
import { existsSync } from "node:fs";

import { findBrowsers } from "../../host/src/browser/installed/find-browser.ts";
import { defaultSocketPath } from "../../host/src/sandbox/incus/client/endpoint.ts";
import { SetupError } from "../bootstrap/words.mjs";
import { startOwnDaemon, type OwnDaemon } from "../own-daemon.ts";
import { devtoolsContender } from "./agents/devtools.ts";
import { figuresOf } from "./agents/figures.ts";
import type { Contender } from "./agents/hands.ts";
import { parseOptions } from "./agents/options.ts";
import { importWordpress } from "./agents/places.ts";
import { playwrightContender } from "./agents/playwright.ts";
import { reportLines, resultLine } from "./agents/report-text.ts";
import { type Run, runTask } from "./agents/run-task.ts";
import { tasks } from "./agents/tasks.ts";
import { cliContender, mcpContender } from "./agents/webserv.ts";
import { interruption, timedWords } from "./course.ts";
import { machineLine } from "./report.ts";

await main();

async function main(): Promise<void> {
  const options = parseOptions(process.argv.slice(2));
  const signal = interruption();
  const say = timedWords();
  const browser = (await findBrowsers())[0];
  if (browser === undefined) throw new SetupError("no browser found; install Chromium");
  const daemon = await startOwnDaemon("bench-agents");
  const runs: Run[] = [];
  const overheads: number[] = [];
  const left: string[] = [];
  try {
    const sites = await openSites(daemon, options.sites, say, signal, left);
    const all: Contender[] = [
      mcpContender(daemon),
      cliContender(daemon, (ms) => overheads.push(ms)),
      await playwrightContender(browser.executable),
      await devtoolsContender(browser.executable),
    ];
    const contenders = all.filter(({ name }) => options.contenders.includes(name));
    const chosen = tasks.filter(({ site }) => sites.includes(site));
    for (let round = 1; round <= options.rounds; round++) {
      for (const task of chosen) {
        for (const contender of contenders) {
          signal.throwIfAborted();
          const run = await runTask(daemon, task, contender);
          say(
            `${round}: ${task.name}, ${contender.name}: ${run.failure ?? `${run.tokens} tokens, ${Math.round(run.ms)} ms`}`,
          );
          if (options.detail)
            for (const { what, tokens, ms } of run.lines)
              say(`    ${what}: ${tokens} tokens, ${Math.round(ms)} ms`);
          runs.push(run);
        }
      }
    }
    const figures = figuresOf(runs, contenders, overheads);
    const machine = machineLine({ browser: `${browser.name} ${browser.version ?? ""}`.trim() });
    if (!options.json)
      process.stdout.write(`${[machine, ...reportLines(figures), ...left].join("\n")}\n`);
    process.stdout.write(`${resultLine(figures)}\n`);
  } finally {
    await daemon.close();
  }
}

async function openSites(
  daemon: OwnDaemon,
  wanted: readonly ("store" | "wordpress")[],
  say: (line: string) => void,
  signal: AbortSignal,
  left: string[],
): Promise<readonly ("store" | "wordpress")[]> {
  if (!wanted.includes("wordpress")) return wanted;
  if (!existsSync(defaultSocketPath())) {
    left.push("left out: the tasks on WordPress, since Incus is not set up here");
    return wanted.filter((site) => site !== "wordpress");
  }
  say("wordpress: into Incus");
  await importWordpress(daemon, say, signal);
  return wanted;
}
