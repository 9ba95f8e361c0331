// The `local` backend: a sandbox is a process and a copied folder, on this machine, with nothing to install.
import type {
  ExecResult,
  PoolState,
  Sandbox,
  SandboxLogs,
  SandboxStats,
  SiteState,
} from "@webserv/shared/model/sandbox.ts";
import type { Site } from "@webserv/shared/model/site.ts";
import { WebservError } from "@webserv/shared/protocol/errors.ts";

import type {
  BranchRequest,
  CreateRequest,
  ImportRequest,
  SandboxBackend,
  SiteSource,
} from "../backend.ts";
import type { Left, SiteSources } from "../backend-slot.ts";
import { adoptSandboxes } from "./adoption.ts";
import { copyTree } from "./files/copy-tree.ts";
import { foldersIn, makeFolders, type Folders } from "./folders.ts";
import { createKeeper } from "./process/keeper.ts";
import { createKeyedQueue } from "../keyed-queue.ts";
import { createLimitWatcher } from "./process/limit-watcher.ts";
import type { LocalSandbox, Surroundings } from "./local-sandbox.ts";
import { destroySandbox, makeSandbox, type Log, type MakingParts } from "./making.ts";
import { assertCheckpointName, assertSandboxId } from "../names.ts";
import { createPortReserve } from "./process/port-reserve.ts";
import { deleted, unsupported } from "./refusals.ts";
import { SandboxRegister } from "../lifecycle/sandbox-register.ts";
import { newState } from "./state-file.ts";
import { createTemplateStore, type TemplateStore } from "./template-store.ts";
import { TemplateUse } from "./template-use.ts";

export interface LocalBackendOptions {
  /** Everything is kept in here; made 0700. One backend at a time may use it. */
  readonly dir: string;
  /** What `node` in a site's command means. */
  readonly nodePath: string;
  readonly log: Log;
  /** How long a process asked to end may take before it is ended. */
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
  return new LocalBackend(options);
}

class LocalBackend implements SandboxBackend {
  readonly name = "local";
  readonly #options: LocalBackendOptions;
  readonly #folders: Folders;
  readonly #templates: TemplateStore;
  readonly #templateUse: TemplateUse;
  readonly #keeper = createKeeper();
  readonly #queue = createKeyedQueue();
  readonly #closing = new AbortController();
  readonly #around: Surroundings;
  readonly #sandboxes = new SandboxRegister<LocalSandbox>();
  readonly #behind = new Set<Promise<void>>();
  readonly #listeners = new Set<(sandbox: Sandbox) => void>();
  readonly #making: MakingParts;
  #prepared: Promise<void> | undefined;

  constructor(options: LocalBackendOptions) {
    this.#options = options;
    this.#folders = foldersIn(options.dir);
    this.#templates = createTemplateStore(this.#folders.templates, this.#folders.half);
    this.#templateUse = new TemplateUse(this.#templates, this.#sandboxes);
    this.#around = {
      nodePath: options.nodePath,
      keeper: this.#keeper,
      ports: createPortReserve(),
      limits: createLimitWatcher(),
      templates: this.#templates,
      graceMs: options.graceMs ?? 2000,
      behind: (work) => this.#track(work),
      failed: (sandbox) => {
        for (const listener of this.#listeners) listener(sandbox);
      },
    };
    this.#making = {
      folders: this.#folders,
      around: this.#around,
      register: this.#sandboxes,
      log: options.log,
    };
  }

  unfit(site: Site): string | undefined {
    return site.local === undefined ? 'its definition has no "local" part' : undefined;
  }

  async importSite({ source, image }: ImportRequest, signal: AbortSignal): Promise<SiteState> {
    if (image !== undefined) throw unsupported(`run the image "${image}"`);
    await this.#prepare();
    await this.#templateUse.run(source, this.#until(signal), async () => undefined);
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

  async create({ source, sandboxId }: CreateRequest, signal: AbortSignal): Promise<Sandbox> {
    assertSandboxId(sandboxId);
    return this.#queue.run(sandboxId, signal, async () => {
      const known = this.#sandboxes.find(sandboxId);
      if (known !== undefined && known.state.site.name === source.site.name) return known.view;
      this.#sandboxes.assertFree(sandboxId);
      await this.#prepare();
      return this.#templateUse.run(source, this.#until(signal), async (template) =>
        makeSandbox(
          newState(sandboxId, source, template),
          this.#until(signal),
          this.#making,
          async (dataDir, until) =>
            copyTree(this.#templates.dir(template), dataDir, { signal: until }),
        ),
      );
    });
  }

  get(sandboxId: string): Sandbox {
    return this.#sandboxes.get(sandboxId).view;
  }

  list(): readonly Sandbox[] {
    return this.#sandboxes.views;
  }

  async checkpoint(sandboxId: string, name: string, signal: AbortSignal): Promise<Sandbox> {
    assertCheckpointName(name);
    return this.#with(sandboxId, signal, async (sandbox, until) => sandbox.checkpoint(name, until));
  }

  async restore(sandboxId: string, name: string, signal: AbortSignal): Promise<Sandbox> {
    return this.#with(sandboxId, signal, async (sandbox, until) =>
      sandbox.replaceData(sandbox.checkpointDir(name), sandbox.state.template, until),
    );
  }

  async reset(sandboxId: string, signal: AbortSignal): Promise<Sandbox> {
    return this.#with(sandboxId, signal, async (sandbox, until) => {
      const { site, baseDir, template } = sandbox.state;
      const replace = async (from: string): Promise<void> =>
        sandbox.replaceData(this.#templates.dir(from), from, until);
      // Somebody may have cleared the folder of templates; the site's source makes it anew.
      if (await this.#templates.has(template)) await replace(template);
      else await this.#templateUse.run({ site, baseDir }, until, replace);
    });
  }

  async branch(
    sandboxId: string,
    { checkpoint, newSandboxId }: BranchRequest,
    signal: AbortSignal,
  ): Promise<Sandbox> {
    assertSandboxId(newSandboxId);
    this.#sandboxes.get(sandboxId);
    this.#sandboxes.assertFree(newSandboxId);
    return this.#queue.run(newSandboxId, signal, async () => {
      this.#sandboxes.assertFree(newSandboxId);
      const parent = this.#sandboxes.get(sandboxId);
      const { site, baseDir, template } = parent.state;
      const state = { ...newState(newSandboxId, { site, baseDir }, template), parent: sandboxId };
      return makeSandbox(state, this.#until(signal), this.#making, async (dataDir, until) => {
        // The parent's turn is held while it is copied and no longer.
        await this.#with(sandboxId, until, async (present, copying) => {
          if (checkpoint === undefined) await present.copyData(dataDir, copying);
          else await copyTree(present.checkpointDir(checkpoint), dataDir, { signal: copying });
        });
      });
    });
  }

  async delete(sandboxId: string): Promise<void> {
    this.#sandboxes.find(sandboxId)?.ending.abort(deleted(sandboxId));
    await this.#queue.run(sandboxId, undefined, async () => {
      const sandbox = this.#sandboxes.find(sandboxId);
      if (sandbox === undefined) return;
      await destroySandbox(sandbox, false, this.#making);
      await this.#templateUse.sweep(sandbox.state.site.name);
    });
  }

  async stats(sandboxId: string): Promise<SandboxStats> {
    return this.#sandboxes.get(sandboxId).stats();
  }

  async logs(sandboxId: string, maxBytes: number): Promise<SandboxLogs> {
    return this.#sandboxes.get(sandboxId).log.read(maxBytes);
  }

  async exec(sandboxId: string): Promise<ExecResult> {
    this.#sandboxes.get(sandboxId);
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
    const { adopted, swept } = await adoptSandboxes({
      folders: this.#folders,
      around: this.#around,
      sources,
      signal: this.#until(signal),
      register: (sandbox) => this.#sandboxes.add(sandbox),
    });
    for (const name of await this.#templates.sites()) {
      if (sources(name) === undefined) await this.#templateUse.sweep(name);
    }
    return { adopted, swept };
  }

  onFailure(listener: (sandbox: Sandbox) => void): void {
    this.#listeners.add(listener);
  }

  async close(): Promise<void> {
    this.#closing.abort(new WebservError("backend-unavailable", "the local backend is closed"));
    // A create under way adds its sandbox before it notices; go on until there is none.
    while (this.#sandboxes.ids.length > 0) {
      await Promise.all(this.#sandboxes.ids.map(async (id) => this.delete(id)));
    }
    await Promise.allSettled(this.#behind);
    await this.#keeper.close();
  }

  async abandon(): Promise<void> {
    // What ends from now on has not failed: nobody looks after it any more.
    this.#listeners.clear();
    this.#closing.abort(new WebservError("backend-unavailable", "the local backend is closed"));
    await Promise.allSettled(this.#behind);
    // It ends the processes; their data and what is recorded of them stay.
    await this.#keeper.close();
  }

  /** Runs in the sandbox's turn; the work ends when the sandbox is deleted. */
  async #with(
    sandboxId: string,
    signal: AbortSignal,
    work: (sandbox: LocalSandbox, until: AbortSignal) => Promise<void>,
  ): Promise<Sandbox> {
    this.#sandboxes.get(sandboxId);
    return this.#queue.run(sandboxId, signal, async () => {
      const sandbox = this.#sandboxes.get(sandboxId);
      const until = AbortSignal.any([this.#until(signal), sandbox.ending.signal]);
      until.throwIfAborted();
      try {
        await work(sandbox, until);
      } catch (error) {
        until.throwIfAborted();
        throw error;
      }
      return sandbox.view;
    });
  }

  async #prepare(): Promise<void> {
    this.#prepared ??= makeFolders(this.#options.dir);
    return this.#prepared;
  }

  #until(signal: AbortSignal): AbortSignal {
    return AbortSignal.any([signal, this.#closing.signal]);
  }

  #track(work: Promise<void>): void {
    const { log } = this.#options;
    const tracked = work
      .catch((error: unknown) => log.warn({ err: error }, "could not tidy up a sandbox"))
      .finally(() => this.#behind.delete(tracked));
    this.#behind.add(tracked);
  }
}
