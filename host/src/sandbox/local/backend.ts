// Implements the `local` backend: a sandbox is a process and a copied folder on this machine, with nothing to install.
import { randomUUID } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import type {
  ExecResult,
  PoolState,
  SandboxLogs,
  SandboxStats,
  SiteState,
} from "@webserv/shared/model/sandbox.ts";
import type { Site } from "@webserv/shared/model/site.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import type {
  ImportRequest,
  Left,
  Log,
  SandboxBackend,
  SiteSource,
  SiteSources,
} from "../backend.ts";
import type {
  BranchOrigin,
  DriverContext,
  SandboxDriver,
  SandboxPlan,
} from "../lifecycle/sandbox-driver.ts";
import type { SandboxIds } from "../sandbox-ids.ts";
import { SandboxLifecycle } from "../lifecycle/sandbox-lifecycle.ts";
import { adoptSandboxes } from "./adoption.ts";
import { copyTree } from "./files/copy-tree.ts";
import { foldersIn, makeFolders, type Folders } from "./folders.ts";
import { LocalSandbox, type LocalSandboxOptions } from "./local-sandbox.ts";
import { createKeeper } from "./process/keeper.ts";
import { createLimitWatcher } from "./process/limit-watcher.ts";
import { createPortReserve } from "./process/port-reserve.ts";
import { SandboxLog } from "./process/sandbox-log.ts";
import { newState } from "./state-file.ts";
import { createTemplateStore, type TemplateStore } from "./template-store.ts";
import { TemplateUse } from "./template-use.ts";

export interface LocalBackendOptions {
  readonly ids: SandboxIds;
  /** Everything is kept in here; made 0700. One backend at a time may use it. */
  readonly dir: string;
  /** `node` in a site's command means this program. */
  readonly nodePath: string;
  readonly log: Log;
  /** The time that a process asked to end may take before it is killed, in ms. */
  readonly graceMs?: number;
}

/**
 * It isolates state, not trust: data, port, environment and limits are a sandbox's own (for what the
 * limits mean here see `createLimitWatcher`), but its process is the user's, with the user's files and
 * network in reach. Sites one would not run oneself belong into containers.
 *
 * Works where there are POSIX process groups and /bin/sh; elsewhere methods that start something
 * throw `backend-unavailable`. The log of a sandbox that could not be started stays in `logs/` for
 * its reader; it is the one thing a failed `create` leaves.
 */
export function createLocalBackend(options: LocalBackendOptions): SandboxBackend {
  return new SandboxLifecycle<LocalSandbox>(
    options,
    (context) => new LocalDriver(options, context),
  );
}

class LocalDriver implements SandboxDriver<LocalSandbox> {
  readonly name = "local";
  readonly runsImages = false;
  readonly #dir: string;
  readonly #folders: Folders;
  readonly #context: DriverContext<LocalSandbox>;
  readonly #templates: TemplateStore;
  readonly #templateUse: TemplateUse;
  readonly #keeper = createKeeper();
  readonly #sandboxOptions: LocalSandboxOptions;
  #prepared: Promise<void> | undefined;

  constructor(
    { dir, nodePath, graceMs = 2000 }: LocalBackendOptions,
    context: DriverContext<LocalSandbox>,
  ) {
    this.#dir = dir;
    this.#folders = foldersIn(dir);
    this.#context = context;
    this.#templates = createTemplateStore(this.#folders.templates, this.#folders.half);
    this.#templateUse = new TemplateUse(this.#templates, context.sandboxes);
    this.#sandboxOptions = {
      nodePath,
      keeper: this.#keeper,
      ports: createPortReserve(),
      limits: createLimitWatcher(),
      templates: this.#templates,
      graceMs,
      background: context.background,
      failed: context.failed,
    };
  }

  unfit(site: Site): string | undefined {
    return site.local === undefined ? 'its definition has no "local" part' : undefined;
  }

  async importSite({ source, image }: ImportRequest, signal: AbortSignal): Promise<SiteState> {
    if (image !== undefined) throw unsupported(`run the image "${image}"`);
    await this.withTemplate(source, signal, async () => undefined);
    return this.siteState(source);
  }

  async removeSite(name: string): Promise<boolean> {
    await this.#prepare();
    const had = (await this.#templates.sites()).has(name);
    this.#templates.forget(name);
    await this.#templateUse.sweep(name);
    return had;
  }

  async siteState({ site: { name } }: SiteSource): Promise<SiteState> {
    await this.#prepare();
    return { site: name, backend: "local", prepared: (await this.#templates.sites()).has(name) };
  }

  async withTemplate<T>(
    source: SiteSource,
    signal: AbortSignal,
    work: (template: string) => Promise<T>,
  ): Promise<T> {
    await this.#prepare();
    return this.#templateUse.run(source, signal, work);
  }

  async sweepTemplates(siteName: string): Promise<void> {
    await this.#templateUse.sweep(siteName);
  }

  async begin(plan: SandboxPlan): Promise<LocalSandbox> {
    const { sandboxId } = plan;
    const dir = join(this.#folders.sandboxes, sandboxId);
    // It fails if a sandbox lies there that was not adopted: nothing of it may be overwritten.
    await mkdir(dir, { mode: 0o700 });
    const log = new SandboxLog(join(this.#folders.logs, `${sandboxId}.log`));
    return new LocalSandbox(dir, log, newState(plan), this.#sandboxOptions);
  }

  async make(sandbox: LocalSandbox, signal: AbortSignal): Promise<void> {
    const from = this.#templates.dir(sandbox.state.template);
    await sandbox.make(async (dataDir) => copyTree(from, dataDir, { signal }), signal);
  }

  async copy(
    sandbox: LocalSandbox,
    { checkpoint, withParent }: BranchOrigin<LocalSandbox>,
    signal: AbortSignal,
  ): Promise<void> {
    const copyData = async (dataDir: string): Promise<void> =>
      withParent(async (parent, until) => {
        if (checkpoint === undefined) await parent.copyData(dataDir, until);
        else await copyTree(parent.checkpointDir(checkpoint), dataDir, { signal: until });
      });
    await sandbox.make(copyData, signal);
  }

  async undo(sandbox: LocalSandbox, wasEnded: boolean): Promise<void> {
    await sandbox.destroy(join(this.#folders.half, randomUUID()), !wasEnded);
  }

  async remove(sandbox: LocalSandbox): Promise<void> {
    await sandbox.destroy(join(this.#folders.half, randomUUID()), false);
  }

  async checkpoint(sandbox: LocalSandbox, name: string, signal: AbortSignal): Promise<void> {
    await sandbox.checkpoint(name, signal);
  }

  async restore(sandbox: LocalSandbox, name: string, signal: AbortSignal): Promise<void> {
    await sandbox.replaceData(sandbox.checkpointDir(name), sandbox.state.template, signal);
  }

  async reset(sandbox: LocalSandbox, signal: AbortSignal): Promise<void> {
    const { site, baseDir, template } = sandbox.state;
    const replace = async (from: string): Promise<void> =>
      sandbox.replaceData(this.#templates.dir(from), from, signal);
    // Somebody may have cleared the folder of templates; the site's source makes it anew.
    if (await this.#templates.has(template)) await replace(template);
    else await this.#templateUse.run({ site, baseDir }, signal, replace);
  }

  async stats(sandbox: LocalSandbox): Promise<SandboxStats> {
    return sandbox.stats();
  }

  async logs(sandbox: LocalSandbox, maxBytes: number): Promise<SandboxLogs> {
    return sandbox.log.read(maxBytes);
  }

  async exec(): Promise<ExecResult> {
    throw unsupported("run a command inside a sandbox, for it has no inside");
  }

  pools(): readonly PoolState[] {
    return [];
  }

  async setPool(): Promise<PoolState> {
    throw unsupported("keep sandboxes ready");
  }

  async adopt(sources: SiteSources, signal: AbortSignal): Promise<Left> {
    await this.#prepare();
    const left = await adoptSandboxes({
      folders: this.#folders,
      sandboxOptions: this.#sandboxOptions,
      sources,
      signal,
      register: (sandbox) => this.#context.sandboxes.add(sandbox),
    });
    for (const name of await this.#templates.sites()) {
      if (sources(name) === undefined) await this.#templateUse.sweep(name);
    }
    return left;
  }

  async close(): Promise<void> {
    await this.#keeper.close();
  }

  /** Processes end with their keeper; their data and what is recorded of them stay. */
  async abandon(): Promise<void> {
    await this.#keeper.close();
  }

  async #prepare(): Promise<void> {
    this.#prepared ??= makeFolders(this.#dir);
    return this.#prepared;
  }
}

/** `what` goes on from "can't", such as "keep sandboxes ready". */
function unsupported(what: string): WebservError {
  return new WebservError("unsupported", `the local backend can't ${what}`);
}
