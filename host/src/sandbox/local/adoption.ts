// Takes back the sandboxes an earlier daemon left, and sweeps what it left half made.
import { randomUUID } from "node:crypto";
import { readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";

import type { Sandbox } from "@webserv/shared/model/sandbox.ts";

import type { Left, SiteSources } from "../backend.ts";
import type { Folders } from "./folders.ts";
import { LocalSandbox } from "./local-sandbox.ts";
import type { LocalSandboxOptions } from "./local-sandbox.ts";
import { endGroup } from "./process/process-group.ts";
import { startMark } from "./process/process-table.ts";
import { removeTree } from "./files/remove-tree.ts";
import { SandboxLog } from "./process/sandbox-log.ts";
import { readState } from "./state-file.ts";
import type { SandboxState } from "./state-file.ts";

export interface AdoptionRequest {
  readonly folders: Folders;
  readonly sandboxOptions: LocalSandboxOptions;
  readonly sources: SiteSources;
  readonly signal: AbortSignal;
  readonly register: (sandbox: LocalSandbox) => void;
}

/** The number of sites that start at once: more would only wait for each other's CPU. */
const WIDTH = 4;
/** Logs of sandboxes that are no more, kept for whoever still wants to know what went wrong. */
const MAX_ORPHAN_LOGS = 20;

export async function adoptSandboxes(request: AdoptionRequest): Promise<Left> {
  const { folders, signal } = request;
  const found = await Promise.all(
    (await readdir(folders.sandboxes)).map(async (id) => ({
      id,
      state: await readState(join(folders.sandboxes, id)),
    })),
  );
  // Before anything is copied or deleted: nothing may still write to it.
  await Promise.all(found.map(async ({ state }) => reap(state, request.sandboxOptions.graceMs)));

  const swept: string[] = [];
  const whole: SandboxState[] = [];
  for (const { id, state } of found) {
    if (state?.phase === "whole" && state.sandboxId === id && (await hasData(folders, state))) {
      whole.push(state);
    } else {
      const doomed = join(folders.half, randomUUID());
      await rename(join(folders.sandboxes, id), doomed);
      await removeTree(doomed);
      swept.push(id);
    }
  }
  await sweepLogs(folders, new Set(whole.map((state) => state.sandboxId)));

  const adopted: Sandbox[] = [];
  const workers = Array.from({ length: WIDTH }, async () => {
    for (let state = whole.shift(); state !== undefined; state = whole.shift()) {
      signal.throwIfAborted();
      const sandbox = await revive(state, request);
      adopted.push(sandbox.view);
    }
  });
  await Promise.all(workers);
  return { adopted, swept };
}

/** Ends a process group an earlier daemon recorded, if it is still that one. */
async function reap(state: SandboxState | undefined, graceMs: number): Promise<void> {
  for (const { pid, mark } of state?.processes ?? []) {
    if ((await startMark(pid)) === mark) await endGroup(pid, graceMs);
  }
}

async function hasData(folders: Folders, state: SandboxState): Promise<boolean> {
  return stat(join(folders.sandboxes, state.sandboxId, `data-${state.generation}`)).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

async function revive(state: SandboxState, request: AdoptionRequest): Promise<LocalSandbox> {
  const { folders, sandboxOptions, sources, signal } = request;
  const source = sources(state.site.name) ?? { site: state.site, baseDir: state.baseDir };
  const log = new SandboxLog(join(folders.logs, `${state.sandboxId}.log`));
  const dir = join(folders.sandboxes, state.sandboxId);
  const sandbox = new LocalSandbox(
    dir,
    log,
    { ...state, site: source.site, baseDir: source.baseDir },
    sandboxOptions,
  );
  request.register(sandbox);
  await sandbox.sweep();
  await sandbox.revive(signal);
  return sandbox;
}

async function sweepLogs(folders: Folders, sandboxes: ReadonlySet<string>): Promise<void> {
  const orphans = (await readdir(folders.logs)).filter(
    (name) => !sandboxes.has(name.replace(/\.log(\.1)?$/, "")),
  );
  const dated = await Promise.all(
    orphans.map(async (name) => ({ name, at: (await stat(join(folders.logs, name))).mtimeMs })),
  );
  const old = dated.sort((a, b) => b.at - a.at).slice(MAX_ORPHAN_LOGS);
  await Promise.all(old.map(async ({ name }) => rm(join(folders.logs, name), { force: true })));
}
