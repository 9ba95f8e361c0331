// Runs a real daemon process with a home of its own, for tests.
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { connectDaemon } from "@webserv/host/src/reach/connect.ts";
import type { GreetOptions } from "@webserv/host/src/reach/connect.ts";
import { readDaemonRecord, readToken } from "@webserv/host/src/reach/run-files.ts";
import { pathsFor } from "@webserv/host/src/paths.ts";
import type { Paths } from "@webserv/host/src/paths.ts";
import { isRunning } from "@webserv/host/src/running-process.ts";
import type { Peer } from "@webserv/shared/rpc/peer.ts";
import { PATIENCE_MS } from "../time/patience.ts";
import { DAEMON } from "../programs/programs.ts";

/** The longest wait for a process of the home to end before it is killed, in ms. */
const TERM_MS = 30_000;

/** Holds a folder for one daemon's home, removed at the end of the scope. */
export class TestHome {
  readonly paths: Paths;
  readonly #folder: string;
  readonly #daemons: TestDaemon[] = [];

  private constructor(folder: string, below: string) {
    this.#folder = folder;
    this.paths = pathsFor(join(folder, below));
  }

  /** Makes a home; `below` is a folder in it that is the home. */
  static async make(below = ""): Promise<TestHome> {
    return new TestHome(await mkdtemp(join(tmpdir(), "webserv-test-")), below);
  }

  /** Starts a daemon and waits until it serves. */
  async daemon(options: DaemonStart = {}): Promise<TestDaemon> {
    const daemon = new TestDaemon(this.paths, options);
    this.#daemons.push(daemon);
    await daemon.whenServing();
    return daemon;
  }

  /** Starts a daemon's process and does not wait. */
  start(options: DaemonStart = {}): TestDaemon {
    const daemon = new TestDaemon(this.paths, options);
    this.#daemons.push(daemon);
    return daemon;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const daemon of this.#daemons) await daemon.stop();
    // These are daemons that native hosts or agents started; one that was waiting takes the place of another. A stopped
    // process handles no SIGTERM.
    const beganAt = Date.now();
    await until(() => {
      const signal = Date.now() - beganAt < TERM_MS ? "SIGTERM" : "SIGKILL";
      const pids = processesOf(this.paths.home);
      for (const pid of pids) endIfThere(pid, signal);
      return pids.length === 0;
    }, "the home's last process ends");
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Signals a process, which may end by itself between the look and the signal. */
function endIfThere(pid: number, signal: "SIGTERM" | "SIGKILL"): void {
  if (signal === "SIGKILL") process.stderr.write(`killed ${pid}: ${commandLine(pid)}\n`);
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

export interface DaemonStart {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export class TestDaemon {
  readonly paths: Paths;
  readonly process: ChildProcess;
  /** The exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
  #output = "";
  readonly #peers: Peer<"agent-daemon", "daemon-agent">[] = [];

  constructor(paths: Paths, { args = [], env = {} }: DaemonStart) {
    this.paths = paths;
    this.process = spawn(process.execPath, [DAEMON, ...args], {
      // The backends are the same on every machine, whether it has Incus or not; tests that mean Incus say so.
      env: { ...process.env, WEBSERV_HOME: paths.home, WEBSERV_BACKENDS: "local", ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const note = (bytes: Buffer): void => {
      this.#output += bytes.toString("utf8");
    };
    this.process.stdout?.on("data", note);
    this.process.stderr?.on("data", note);
    this.ended = once(this.process, "exit").then(
      ([code, signal]: (number | string | null)[]) => code ?? signal ?? "nothing",
    );
  }

  get pid(): number {
    return this.process.pid ?? 0;
  }

  get running(): boolean {
    return this.process.exitCode === null && this.process.signalCode === null;
  }

  /** Returns what it printed. */
  get output(): string {
    return this.#output;
  }

  get port(): number {
    return readDaemonRecord(this.paths)?.port ?? 0;
  }

  get token(): string {
    return readToken(this.paths) ?? "";
  }

  get log(): string {
    const file = join(this.paths.logDir, "daemon.log");
    return existsSync(file) ? readFileSync(file, "utf8") : "";
  }

  async whenServing(): Promise<void> {
    await until(() => {
      if (!this.running) throw new Error(`the daemon ended: ${this.#output}`);
      return readDaemonRecord(this.paths)?.pid === this.pid;
    }, "the daemon serves");
  }

  /** Resolves with an agent's connection, with the hello said. */
  async agent(
    told: Pick<GreetOptions, "onEvent"> = {},
  ): Promise<Peer<"agent-daemon", "daemon-agent">> {
    const peer = await connectDaemon({
      ...told,
      home: this.paths.home,
      start: false,
      client: { name: "test", version: "1" },
      callMs: PATIENCE_MS,
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    this.#peers.push(peer);
    return peer;
  }

  /** Kills the daemon as a crash does. */
  async kill(): Promise<void> {
    this.process.kill("SIGKILL");
    await this.ended;
  }

  /** Stops the daemon as a person or a service does. */
  async stop(): Promise<number | string> {
    for (const peer of this.#peers) peer.close();
    if (this.running) this.process.kill("SIGTERM");
    return await this.ended;
  }
}

/** Waits for a condition; fails with its name. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  what: string,
  waitMs = PATIENCE_MS,
): Promise<void> {
  const deadline = Date.now() + waitMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`waited ${waitMs} ms in vain until ${what}`);
    await delay(10);
  }
}

/** Finds the processes that were started with this home, as far as the platform tells. */
function processesOf(home: string): number[] {
  if (process.platform !== "linux") {
    const pid = readDaemonRecord(pathsFor(home))?.pid;
    return pid !== undefined && isRunning(pid) ? [pid] : [];
  }
  return readdirSync("/proc").flatMap((name) => {
    try {
      const environment = readFileSync(`/proc/${name}/environ`, "utf8").split("\0");
      const ours = environment.includes(`WEBSERV_HOME=${home}`);
      return ours && Number(name) !== process.pid ? [Number(name)] : [];
    } catch {
      // It is no process, not ours to look at, or ended meanwhile.
      return [];
    }
  });
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
}
