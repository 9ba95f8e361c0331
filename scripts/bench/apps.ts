// Benchmark: scripted tasks in five applications of other people, each installed from its registry.
import { execFile } from "node:child_process";
import { appendFileSync } from "node:fs";
import { promisify } from "node:util";

import { findBrowsers } from "../../host/src/browser/installed/find-browser.ts";
import { SetupError } from "../bootstrap/words.mjs";
import { startOwnDaemon } from "../own-daemon.ts";
import type { Application } from "./apps/application.ts";
import { type AppFigures, figuresOf, type Run } from "./apps/figures.ts";
import { install } from "./apps/install.ts";
import { jupyterlab } from "./apps/jupyterlab.ts";
import { nodeRed } from "./apps/node-red.ts";
import { parseOptions } from "./apps/options.ts";
import { oscar } from "./apps/oscar.ts";
import { callLine, reportLines, resultLine } from "./apps/report-text.ts";
import { runApplication } from "./apps/run.ts";
import { streamlit } from "./apps/streamlit.ts";
import { wagtail } from "./apps/wagtail.ts";
import { interruption, timedWords } from "./course.ts";
import { machineLine } from "./report.ts";

const applications: readonly Application[] = [jupyterlab, nodeRed, oscar, streamlit, wagtail];

await main();

async function main(): Promise<void> {
  const options = parseOptions(process.argv.slice(2));
  const signal = interruption();
  const say = timedWords();
  const browser = (await findBrowsers())[0];
  if (browser === undefined) throw new SetupError("no browser found; install Chromium");
  const daemon = await startOwnDaemon("bench-apps");
  try {
    const all: AppFigures[] = [];
    for (const application of applications) {
      if (!options.only.includes(application.name)) continue;
      all.push(await measure(application));
    }
    const machine = machineLine({ browser: `${browser.name} ${browser.version ?? ""}`.trim() });
    if (!options.json) process.stdout.write(`${[machine, ...reportLines(all)].join("\n")}\n`);
    process.stdout.write(`${resultLine(all, await commit())}\n`);
    if (all.some(({ rounds, done }) => rounds === 0 || done < rounds)) process.exitCode = 1;
  } finally {
    await daemon.close();
  }

  async function measure(application: Application): Promise<AppFigures> {
    const { name, packages } = application;
    const runs: Run[] = [];
    try {
      say(`${name}: ${packages.pinned.join(" ")}`);
      const installation = await install(application);
      for (let round = 1; round <= options.rounds; round++) {
        const onCall: Parameters<typeof runApplication>[3] = (call) => {
          if (options.detail) say(`    ${callLine(call)}`);
          if (options.transcript === undefined) return;
          appendFileSync(options.transcript, `### ${name}: ${call.what}\n${call.text}\n`);
        };
        const run = await runApplication(daemon, application, installation, onCall, signal);
        say(`${name}, round ${round}: ${run.failure ?? "done"}`);
        runs.push(run);
      }
      return figuresOf(name, packages.pinned, runs);
    } catch (error) {
      signal.throwIfAborted();
      const reason = error instanceof Error ? error.message : String(error);
      say(`${name}: left out: ${reason}`);
      return figuresOf(name, packages.pinned, runs, reason);
    }
  }
}

/** Resolves with the short hash of the sources that run; empty if this is no checkout. */
async function commit(): Promise<string> {
  const options = { cwd: import.meta.dirname };
  const told = await promisify(execFile)("git", ["rev-parse", "--short", "HEAD"], options).catch(
    () => ({ stdout: "" }),
  );
  return told.stdout.trim();
}
