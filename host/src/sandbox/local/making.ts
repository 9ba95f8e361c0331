// Makes a sandbox's folder and starts its site; where that fails, nothing of it stays but its log.
import { randomUUID } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import type { Sandbox } from "@webserv/shared/model/sandbox.ts";

import type { Folders } from "./folders.ts";
import { LocalSandbox } from "./local-sandbox.ts";
import type { Surroundings } from "./local-sandbox.ts";
import { SandboxLog } from "./process/sandbox-log.ts";
import type { SandboxRegister } from "../lifecycle/sandbox-register.ts";
import type { SandboxState } from "./state-file.ts";

export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export interface MakingParts {
  readonly folders: Folders;
  readonly around: Surroundings;
  readonly register: SandboxRegister<LocalSandbox>;
  readonly log: Log;
}

/** Throws what the copying and the start throw, or the reason of `signal` or of the sandbox's end. */
export async function makeSandbox(
  state: SandboxState,
  signal: AbortSignal,
  parts: MakingParts,
  copyData: (dataDir: string, until: AbortSignal) => Promise<void>,
): Promise<Sandbox> {
  const { folders, around, register, log } = parts;
  const { sandboxId } = state;
  const dir = join(folders.sandboxes, sandboxId);
  // Fails where a sandbox lies that was not adopted: nothing of it may be overwritten.
  await mkdir(dir, { mode: 0o700 });
  const sandboxLog = new SandboxLog(join(folders.logs, `${sandboxId}.log`));
  const sandbox = new LocalSandbox(dir, sandboxLog, state, around);
  const until = AbortSignal.any([signal, sandbox.ending.signal]);
  register.add(sandbox);
  try {
    until.throwIfAborted();
    await sandbox.make(copyData, until);
    const { readyMs } = sandbox.view;
    log.info({ sandboxId, site: state.site.name, readyMs }, "sandbox ready");
    return sandbox.view;
  } catch (error) {
    const thrown: unknown = until.aborted ? until.reason : error;
    await destroySandbox(sandbox, !until.aborted, parts);
    throw thrown;
  }
}

export async function destroySandbox(
  sandbox: LocalSandbox,
  keepLog: boolean,
  { folders, register }: Pick<MakingParts, "folders" | "register">,
): Promise<void> {
  const { sandboxId } = sandbox.state;
  await sandbox.destroy(join(folders.half, randomUUID()), keepLog);
  register.remove(sandboxId);
}
