// Sandboxes over and over while processes are killed at random.
import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";
import * as z from "zod/mini";

import { until } from "../support/daemon/daemon.ts";
import { describeWithIncus } from "../support/incus/incus.ts";
import { belongings, usedMiB } from "../support/incus/leftovers.ts";
import { createOwnWorld } from "../support/incus/own-backend.ts";
import type { OwnWorld } from "../support/incus/own-backend.ts";
import { NoAnswer } from "../support/incus/own-incus.ts";
import type { OwnIncus } from "../support/incus/own-incus.ts";
import { rounds, SEED } from "../support/time/rounds.ts";
import { between, seededRandom } from "../unit/shared/rpc/seeded-random.ts";

const cycles = rounds({ short: 24, soak: 1000 });
/** Incus 6.0 hangs now and then after kills like these, and goes on only when it is killed itself. */
const STALL_MS = 100_000;
const MAX_HANGS = 3;
const WORKERS = 4;

describeWithIncus("a long life", () => {
  let world: OwnWorld | undefined;
  let churn: Churn | undefined;
  // Each try has an Incus of its own: what a failed one leaves says nothing about the next.
  beforeEach(async () => {
    world = await createOwnWorld(4096);
  });
  afterEach(async () => {
    await churn?.kill();
    churn = undefined;
    await world?.remove();
    world = undefined;
  });

  test(`${cycles} cycles of create, use and delete leave nothing, whoever is killed (seed ${SEED})`, async ({
    signal,
  }) => {
    if (world === undefined) throw new Error("there is no Incus");
    const { incus, place } = world;
    const random = seededRandom(SEED);
    const before = await belongings(incus);
    const usedBefore = await usedMiB(incus);
    const working = new Churn(JSON.stringify(place));
    churn = working;
    working.start(between(random, 1, 1_000_000));
    let kills = 0;
    let hangs = 0;
    const hung = async (why: string): Promise<void> => {
      hangs += 1;
      process.stderr.write(`\nwebserv: Incus hangs (${why}) and is killed\n`);
      if (hangs > MAX_HANGS) throw new Error(`Incus hung ${hangs} times; the last time: ${why}`);
      await working.kill();
      await incus.restart();
      working.start(between(random, 1, 1_000_000));
    };
    while (working.cycles < cycles) {
      await working.reaches(working.cycles + between(random, 3, 9), signal, hung);
      if (between(random, 0, 2) === 0) {
        await working.kill();
        working.start(between(random, 1, 1_000_000));
        continue;
      }
      try {
        if (await killSomething(incus, random, working)) kills += 1;
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
        await hung(error.message);
      }
    }
    await working.finish(signal, hung);

    // A killed container fails at most the one operation that is under way with it, an Incus that hangs
    // whatever each worker tries meanwhile, and its deletion.
    expect(working.failures.slice(kills + 2 * WORKERS * hangs)).toEqual([]);
    expect(await belongings(incus)).toEqual(before);
    await expect
      // btrfs frees what is deleted a little later.
      .poll(async () => (await usedMiB(incus)) - usedBefore, { interval: 200 })
      .toBeLessThan(8);
  });
});

const tellings = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("begun") }),
  z.object({ kind: z.literal("cycle") }),
  z.object({ kind: z.literal("failed"), code: z.string(), message: z.string() }),
]);

/** The process that makes and deletes sandboxes, and its successors. */
class Churn {
  cycles = 0;
  readonly failures: string[] = [];
  readonly #place: string;
  #process: ChildProcess | undefined;
  #ended: Promise<void> = Promise.resolve();
  #killed = false;
  #wake = Promise.withResolvers<void>();
  #heardAt = performance.now();
  #finishing = false;

  constructor(place: string) {
    this.#place = place;
  }

  start(seed: number): void {
    const script = join(import.meta.dirname, "../support/incus/sandbox-churn.ts");
    const started = fork(script, [this.#place, String(seed), String(WORKERS)], {
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    let words = "";
    started.stderr?.on("data", (chunk) => {
      words = (words + String(chunk)).slice(-4000);
    });
    this.#process = started;
    this.#killed = false;
    this.#heardAt = performance.now();
    started.on("message", (message) => {
      const told = tellings.parse(message);
      if (told.kind !== "failed") this.#heardAt = performance.now();
      if (told.kind === "cycle") this.cycles += 1;
      if (told.kind === "failed") this.failures.push(`${told.code}: ${told.message}`);
      this.#wake.resolve();
    });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    started.once("exit", (code, ended) => {
      if (code === 0 || this.#killed) resolve();
      else reject(new Error(`the process ended with ${code ?? ended}: ${words}`));
      this.#wake.resolve();
    });
    promise.catch(() => undefined);
    this.#ended = promise;
  }

  /** `stalled` is to help where nothing is heard of it for long. */
  async reaches(
    cycles: number,
    signal: AbortSignal,
    stalled: (why: string) => Promise<void>,
  ): Promise<void> {
    while (this.cycles < cycles) {
      signal.throwIfAborted();
      const ended = this.#process?.exitCode !== null || this.#process.signalCode !== null;
      if (ended) return await this.#ended;
      this.#wake = Promise.withResolvers();
      const wake = (): void => this.#wake.resolve();
      signal.addEventListener("abort", wake, { once: true });
      const timer = setTimeout(wake, STALL_MS);
      await this.#wake.promise;
      clearTimeout(timer);
      signal.removeEventListener("abort", wake);
      if (performance.now() - this.#heardAt < STALL_MS) continue;
      await stalled(`no cycle has ended for ${STALL_MS / 1000} s`);
      if (this.#finishing) this.#process?.send("finish");
    }
  }

  /** As abruptly as can be. */
  async kill(): Promise<void> {
    this.#killed = true;
    this.#process?.kill("SIGKILL");
    await this.#ended;
  }

  /** It asks for nothing new meanwhile. */
  async held<T>(work: () => Promise<T>): Promise<T> {
    this.#process?.kill("SIGSTOP");
    try {
      return await work();
    } finally {
      this.#process?.kill("SIGCONT");
    }
  }

  /** Lets it delete everything and end by itself. */
  async finish(signal: AbortSignal, stalled: (why: string) => Promise<void>): Promise<void> {
    this.#finishing = true;
    this.#process?.send("finish");
    await this.reaches(Number.POSITIVE_INFINITY, signal, stalled);
  }
}

const instance = z.object({ name: z.string(), status: z.string() });

/** Kills the monitor, the init or the site's own process of a container; false where there was none left. */
async function killSomething(
  incus: OwnIncus,
  random: () => number,
  churn: Churn,
): Promise<boolean> {
  const which = between(random, 0, 2);
  if (which > 0) return await killIn(incus, random, which);
  return await churn.held(async () => {
    // Incus 6.0 waits without end for a container whose monitor is killed while it is being stopped.
    await until(async () => !(await isAtWork(incus)), "Incus has done what it was asked");
    return await killIn(incus, random, which);
  });
}

/** `which`: 0 the monitor, 1 the init, 2 the site's own process. */
async function killIn(incus: OwnIncus, random: () => number, which: number): Promise<boolean> {
  const { project } = incus.names;
  const all = await incus.ask("GET", `/1.0/instances?recursion=1&project=${project}`);
  const running = z.parse(z.array(instance), all).filter(({ status }) => status === "Running");
  const victim = running[between(random, 0, Math.max(0, running.length - 1))];
  if (victim === undefined) return false;
  try {
    const path = `/1.0/instances/${victim.name}/state?project=${project}`;
    const { pid } = z.parse(z.object({ pid: z.number() }), await incus.ask("GET", path));
    const site = await childOf(pid);
    const chosen = [await parentOf(pid), pid, site][which];
    // One without its site is about to end. It may also have been deleted between these lines.
    if (site === undefined || chosen === undefined || chosen <= 1) return false;
    if (!(await isOf(chosen, project))) return false;
    process.kill(chosen, "SIGKILL");
    return true;
  } catch {
    return false;
  }
}

async function isAtWork(incus: OwnIncus): Promise<boolean> {
  const operations = await incus.ask("GET", `/1.0/operations?project=${incus.names.project}`);
  const { running = [] } = z.parse(
    z.object({ running: z.optional(z.array(z.string())) }),
    operations,
  );
  return running.length > 0;
}

async function parentOf(pid: number): Promise<number> {
  return Number(/^PPid:\t(\d+)$/m.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1]);
}

async function childOf(pid: number): Promise<number | undefined> {
  const [first] = (await readFile(`/proc/${pid}/task/${pid}/children`, "utf8")).trim().split(" ");
  return first === undefined || first === "" ? undefined : Number(first);
}

/** Whether the process is a container of this project, or its monitor. */
async function isOf(pid: number, project: string): Promise<boolean> {
  const [groups, args] = await Promise.all([
    readFile(`/proc/${pid}/cgroup`, "utf8"),
    readFile(`/proc/${pid}/cmdline`, "utf8"),
  ]);
  return groups.includes(`.${project}_`) || args.includes(`${project}_`);
}
