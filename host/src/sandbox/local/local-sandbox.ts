// Keeps the folders, the process and the state file of one sandbox in step.
import { mkdir, readdir, rename } from "node:fs/promises";
import { join } from "node:path";

import type { Sandbox, SandboxStats } from "@webserv/shared/model/sandbox.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import type { BackgroundWork } from "../lifecycle/background-work.ts";
import { viewOf } from "../lifecycle/sandbox-record.ts";
import { copyTree } from "./files/copy-tree.ts";
import { changedBytes } from "./files/file-marks.ts";
import { groupMembers } from "./process/process-group.ts";
import { memoryBytes } from "./process/process-table.ts";
import { removeTree } from "./files/remove-tree.ts";
import type { SandboxLog } from "./process/sandbox-log.ts";
import { startSite } from "./process/site-run.ts";
import type { RunOptions, SiteRun } from "./process/site-run.ts";
import { writeState } from "./state-file.ts";
import type { SandboxState } from "./state-file.ts";
import type { TemplateStore } from "./template-store.ts";

export interface LocalSandboxOptions extends RunOptions {
  readonly templates: TemplateStore;
  /** The time that a process asked to end may take before it is killed, in ms. */
  readonly graceMs: number;
  readonly background: BackgroundWork;
  readonly failed: (sandbox: LocalSandbox) => void;
}

const MIB = 1024 * 1024;

/** The caller runs at most one of its methods at a time; `view` and `stats` are free. */
export class LocalSandbox {
  readonly dir: string;
  readonly log: SandboxLog;
  readonly #options: LocalSandboxOptions;
  #state: SandboxState;
  #run: SiteRun | undefined;
  #failure: string | undefined;

  constructor(dir: string, log: SandboxLog, state: SandboxState, options: LocalSandboxOptions) {
    this.dir = dir;
    this.log = log;
    this.#state = state;
    this.#options = options;
  }

  get state(): SandboxState {
    return this.#state;
  }

  get view(): Sandbox {
    const { site } = this.#state;
    const runs = this.#run !== undefined;
    const origin = this.#run?.origin ?? "";
    // There is one server, which tells its names apart by the Host header.
    const origins = site.hosts.map(() => origin);
    return viewOf("local", this.#state, { runs, origins, failure: this.#failure });
  }

  /** Has the data copied into the folder, which is empty, and starts the site. */
  async make(copyData: (dataDir: string) => Promise<void>, signal: AbortSignal): Promise<void> {
    await mkdir(join(this.dir, "checkpoints"), { mode: 0o700 });
    await this.#save({});
    await copyData(this.#dataDir());
    this.#adopt(await this.#start(this.#state.generation, signal));
    await this.#save({ phase: "whole", processes: this.#recorded() });
  }

  /** Starts the site again from the data that is there; a site that can't be started has failed. */
  async revive(signal: AbortSignal): Promise<void> {
    await this.#save({ processes: [] });
    try {
      this.#adopt(await this.#start(this.#state.generation, signal));
      await this.#save({ processes: this.#recorded() });
    } catch (error) {
      signal.throwIfAborted();
      this.#failure = error instanceof Error ? error.message : String(error);
    }
  }

  /** Copies the data, as it is at one moment, to a folder that is not there yet. */
  async copyData(to: string, signal: AbortSignal): Promise<void> {
    const resume = await this.#run?.process.pause(signal);
    try {
      await copyTree(this.#dataDir(), to, { signal });
    } finally {
      resume?.();
    }
  }

  checkpointDir(name: string): string {
    if (!this.#state.checkpoints.some((checkpoint) => checkpoint.name === name)) {
      const names = this.#state.checkpoints.map((checkpoint) => checkpoint.name).join(", ");
      throw new WebservError(
        "unknown-checkpoint",
        `sandbox "${this.#state.sandboxId}" has no checkpoint "${name}"; it has ${names === "" ? "none" : names}`,
      );
    }
    return join(this.dir, "checkpoints", name);
  }

  async checkpoint(name: string, signal: AbortSignal): Promise<void> {
    if (this.#state.checkpoints.some((checkpoint) => checkpoint.name === name)) {
      throw new WebservError(
        "checkpoint-exists",
        `sandbox "${this.#state.sandboxId}" already has a checkpoint "${name}"`,
      );
    }
    const half = join(this.dir, `checkpoint-${name}.half`);
    const whole = join(this.dir, "checkpoints", name);
    try {
      await this.copyData(half, signal);
      await rename(half, whole);
      const entry = { name, createdAt: new Date().toISOString() };
      await this.#save({ checkpoints: [...this.#state.checkpoints, entry] });
    } catch (error) {
      await removeAll(half, whole);
      throw error;
    }
  }

  /**
   * Goes on from a copy of another folder. The present process serves until the new one is ready,
   * and stays if that fails.
   */
  async replaceData(from: string, template: string, signal: AbortSignal): Promise<void> {
    const before = { run: this.#run, generation: this.#state.generation };
    const generation = before.generation + 1;
    try {
      await copyTree(from, this.#dataDir(generation), { signal });
      const run = await this.#start(generation, signal);
      try {
        await this.#save({
          generation,
          template,
          readyMs: run.readyMs,
          processes: [{ pid: run.process.pid, mark: run.process.mark }],
        });
      } catch (error) {
        await run.end(0);
        throw error;
      }
      this.#adopt(run);
    } catch (error) {
      await this.#removeGeneration(generation);
      // The caller wants to hear of the first failure; a process too many in the file does no harm.
      await this.#save({ processes: this.#recorded() }).catch(() => undefined);
      throw error;
    }
    // Its data goes as well, so it has nothing to put in order.
    this.#options.background.add(
      (async () => {
        await before.run?.end(0);
        await this.#removeGeneration(before.generation);
      })(),
    );
  }

  /** Ends the process and deletes the folder, by way of `halfDir`, where a next daemon sweeps. */
  async destroy(doomed: string, keepLog: boolean): Promise<void> {
    const run = this.#run;
    this.#run = undefined;
    await run?.end(this.#options.graceMs);
    try {
      await rename(this.dir, doomed);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
    }
    await removeAll(doomed);
    this.log.close();
    if (!keepLog) await removeAll(this.log.path, `${this.log.path}.1`);
  }

  async stats(): Promise<SandboxStats> {
    const pid = this.#failure === undefined ? this.#run?.process.pid : undefined;
    const rows = pid === undefined ? [] : await groupMembers(pid);
    return {
      sandboxId: this.#state.sandboxId,
      memoryMiB: rows.reduce((sum, row) => sum + memoryBytes(row), 0) / MIB,
      diskMiB: (await this.#addedBytes(this.#state.generation)) / MIB,
      cpuSeconds: rows.reduce((sum, row) => sum + row.cpuSeconds, 0),
      processes: rows.length,
      overheadMiB: 0,
    };
  }

  /** Deletes what an interrupted operation of an earlier daemon left in the folder. */
  async sweep(): Promise<void> {
    const { generation, checkpoints } = this.#state;
    const wanted = new Set(["state.json", "checkpoints", `data-${generation}`]);
    const kept = new Set(checkpoints.map((checkpoint) => checkpoint.name));
    const folder = join(this.dir, "checkpoints");
    const left = [
      ...(await readdir(this.dir))
        .filter((name) => !wanted.has(name))
        .map((name) => join(this.dir, name)),
      ...(await readdir(folder))
        .filter((name) => !kept.has(name))
        .map((name) => join(folder, name)),
    ];
    await removeAll(...left);
  }

  async #start(generation: number, signal: AbortSignal): Promise<SiteRun> {
    return startSite(
      {
        sandboxId: this.#state.sandboxId,
        site: this.#state.site,
        dataDir: this.#dataDir(generation),
        tmpDir: this.#tmpDir(generation),
        log: this.log,
        record: async (process) => this.#save({ processes: [...this.#recorded(), process] }),
        addedBytes: async () => this.#addedBytes(generation),
      },
      this.#options,
      signal,
    );
  }

  #adopt(run: SiteRun): void {
    this.#run = run;
    this.#failure = undefined;
    this.#state = { ...this.#state, readyMs: run.readyMs };
    void this.#watchOver(run);
  }

  async #watchOver(run: SiteRun): Promise<void> {
    const why = await run.failed;
    if (this.#run !== run) return;
    this.#failure = why;
    this.#options.failed(this);
  }

  #recorded(): SandboxState["processes"] {
    const running = this.#run?.process;
    return running === undefined ? [] : [{ pid: running.pid, mark: running.mark }];
  }

  async #save(change: Partial<SandboxState>): Promise<void> {
    const next = { ...this.#state, ...change };
    await writeState(this.dir, next);
    this.#state = next;
  }

  async #addedBytes(generation: number): Promise<number> {
    const original = await this.#options.templates.marks(this.#state.template);
    const added = await Promise.all([
      changedBytes(this.#dataDir(generation), original),
      changedBytes(this.#tmpDir(generation), new Map()),
    ]);
    return added.reduce((sum, bytes) => sum + bytes, 0);
  }

  async #removeGeneration(generation: number): Promise<void> {
    await removeAll(this.#dataDir(generation), this.#tmpDir(generation));
  }

  #dataDir(generation = this.#state.generation): string {
    return join(this.dir, `data-${generation}`);
  }

  #tmpDir(generation: number): string {
    return join(this.dir, `tmp-${generation}`);
  }
}

async function removeAll(...paths: readonly string[]): Promise<void> {
  await Promise.all(paths.map(removeTree));
}
