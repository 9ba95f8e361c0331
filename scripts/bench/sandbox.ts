// Benchmark: sandboxes on Incus beside Docker: launch, acquire, reset, branch, disk, memory, density.
import { join } from "node:path";

import { withLock } from "../bootstrap/lock.mjs";
import { SetupError } from "../bootstrap/words.mjs";
import { type OwnDocker, startDocker } from "./docker/daemon.ts";
import { dockerEngine } from "./docker/engine.ts";
import { findDocker } from "./docker/packages.ts";
import { interruption, timedWords } from "./course.ts";
import { machineLine } from "./report.ts";
import { openIncus } from "./sandbox/incus-engine.ts";
import { type Options, parseOptions } from "./sandbox/options.ts";
import { reportLines } from "./sandbox/report-text.ts";
import { resultLine } from "./sandbox/result-line.ts";
import { runBench } from "./sandbox/run.ts";

/** The lock that lets one run at a time on a machine: two would measure each other, and share names. */
const LOCK = "/run/lock/webserv-bench";
/** The exit code of an interrupted command, as a shell reports it. */
const INTERRUPTED = 130;
const dockerCache = join(import.meta.dirname, "..", "..", ".cache", "docker");

await main();

async function main(): Promise<void> {
  const options = parseOptions(process.argv.slice(2));
  if (process.getuid?.() !== 0) {
    throw new SetupError(
      "the sandbox benchmark starts a Docker and empties caches: run it as root",
    );
  }
  const signal = interruption((name) => process.stderr.write(`${name}: taking everything away\n`));
  try {
    await withLock(LOCK, () => bench(options, signal));
  } catch (error) {
    if (!signal.aborted) throw error;
    process.stderr.write(`${reasonOf(error)}\n`);
    process.exitCode = INTERRUPTED;
  }
}

async function bench(options: Options, signal: AbortSignal): Promise<void> {
  const failures: string[] = [];
  const notes: string[] = [];
  const say = timedWords();
  const failed = (what: string, error: unknown): void => {
    failures.push(`NOT MEASURED: ${what}: ${reasonOf(error)}`);
    say(failures.at(-1) ?? "");
  };
  const incus = await openIncus(say, signal);
  try {
    const docker = options.docker ? await dockerOrWhyNot(notes, signal) : undefined;
    try {
      const engine = docker === undefined ? undefined : dockerEngine(docker);
      const beside = engine === undefined ? {} : { docker: engine };
      const figures = await runBench({ options, incus, ...beside, say, failed, signal });
      const versions = { Incus: incus.engine.version, Docker: docker?.version ?? "not measured" };
      const lines = [machineLine(versions), ...reportLines(figures), "", ...notes, ...failures];
      if (!options.json) process.stdout.write(`${lines.join("\n")}\n`);
      process.stdout.write(`${resultLine(figures)}\n`);
    } finally {
      await docker?.close();
    }
  } finally {
    await incus.close();
  }
  if (failures.length > 0) process.exitCode = 1;
}

async function dockerOrWhyNot(
  notes: string[],
  signal: AbortSignal,
): Promise<OwnDocker | undefined> {
  try {
    return await startDocker(await findDocker(dockerCache, signal), signal);
  } catch (error) {
    signal.throwIfAborted();
    notes.push(`Not beside Docker: ${reasonOf(error)}`);
    return undefined;
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
