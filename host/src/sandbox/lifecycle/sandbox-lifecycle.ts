// Runs the life of a backend's sandboxes: one thing at a time for each, made whole or undone, ended with their backend.
import type {
  BackendName,
  ExecResult,
  PoolState,
  Sandbox,
  SandboxLogs,
  SandboxStats,
  SiteState,
} from "@webserv/shared/model/sandbox.ts";
import type { PoolSize, Site } from "@webserv/shared/model/site.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import type {
  BranchRequest,
  CreateRequest,
  ExecOptions,
  ImportRequest,
  Left,
  Log,
  SandboxBackend,
  SiteSource,
  SiteSources,
} from "../backend.ts";
import { assertCheckpointName, assertSandboxId } from "../names.ts";
import { BackgroundWork } from "./background-work.ts";
import type { DrivenSandbox, DriverContext, SandboxDriver, SandboxPlan } from "./sandbox-driver.ts";
import type { SandboxIds, Turn } from "../sandbox-ids.ts";
import { SandboxRegister } from "./sandbox-register.ts";

export interface LifecycleOptions {
  /** Shared by all backends of a daemon. */
  readonly ids: SandboxIds;
  readonly log: Log;
}

/** Every backend is a driver with this around it. */
export class SandboxLifecycle<S extends DrivenSandbox> implements SandboxBackend {
  readonly #ids: SandboxIds;
  readonly #log: Log;
  readonly #sandboxes: SandboxRegister<S>;
  readonly #background: BackgroundWork;
  readonly #driver: SandboxDriver<S>;
  readonly #closing = new AbortController();
  readonly #listeners = new Set<(sandbox: Sandbox) => void>();

  constructor(
    { ids, log }: LifecycleOptions,
    driverOf: (context: DriverContext<S>) => SandboxDriver<S>,
  ) {
    this.#ids = ids;
    this.#log = log;
    this.#sandboxes = new SandboxRegister(ids);
    this.#background = new BackgroundWork((error) =>
      log.warn({ err: error }, "could not tidy up a sandbox"),
    );
    this.#driver = driverOf({
      sandboxes: this.#sandboxes,
      background: this.#background,
      failed: (sandbox) => this.#tellFailure(sandbox),
    });
  }

  get name(): BackendName {
    return this.#driver.name;
  }

  get runsImages(): boolean {
    return this.#driver.runsImages;
  }

  unfit(site: Site): string | undefined {
    return this.#driver.unfit(site);
  }

  async importSite(request: ImportRequest, signal: AbortSignal): Promise<SiteState> {
    return await this.#driver.importSite(request, this.#until(signal));
  }

  async removeSite(name: string): Promise<boolean> {
    return await this.#driver.removeSite(name);
  }

  async siteState(source: SiteSource): Promise<SiteState> {
    return await this.#driver.siteState(source);
  }

  async create({ source, sandboxId }: CreateRequest, caller: AbortSignal | Turn): Promise<Sandbox> {
    assertSandboxId(sandboxId);
    return await this.#ids.run(sandboxId, caller, async (turn) => {
      const known = this.#sandboxes.find(sandboxId);
      if (known !== undefined && known.state.site.name === source.site.name) return known.view;
      this.#sandboxes.assertFree(sandboxId);
      const until = this.#until(turn.signal);
      return await this.#driver.withTemplate(source, until, async (template) =>
        this.#bringUp({ sandboxId, source, template }, until, async (sandbox) =>
          this.#driver.make(sandbox, until),
        ),
      );
    });
  }

  find(sandboxId: string): Sandbox | undefined {
    return this.#sandboxes.find(sandboxId)?.view;
  }

  get(sandboxId: string): Sandbox {
    return this.#sandboxes.get(sandboxId).view;
  }

  list(): readonly Sandbox[] {
    return this.#sandboxes.views;
  }

  async checkpoint(sandboxId: string, name: string, signal: AbortSignal): Promise<Sandbox> {
    assertCheckpointName(name);
    return await this.#change(sandboxId, signal, async (sandbox, until) =>
      this.#driver.checkpoint(sandbox, name, until),
    );
  }

  async restore(sandboxId: string, name: string, signal: AbortSignal): Promise<Sandbox> {
    return await this.#change(sandboxId, signal, async (sandbox, until) =>
      this.#driver.restore(sandbox, name, until),
    );
  }

  async reset(sandboxId: string, signal: AbortSignal): Promise<Sandbox> {
    return await this.#change(sandboxId, signal, async (sandbox, until) =>
      this.#driver.reset(sandbox, until),
    );
  }

  async branch(
    sandboxId: string,
    { checkpoint, newSandboxId }: BranchRequest,
    caller: AbortSignal | Turn,
  ): Promise<Sandbox> {
    assertSandboxId(newSandboxId);
    this.#sandboxes.get(sandboxId);
    this.#sandboxes.assertFree(newSandboxId);
    return await this.#ids.run(newSandboxId, caller, async (turn) => {
      this.#sandboxes.assertFree(newSandboxId);
      const { site, baseDir, template } = this.#sandboxes.get(sandboxId).state;
      const source = { site, baseDir };
      const plan = { sandboxId: newSandboxId, source, template, parent: sandboxId };
      const until = this.#until(turn.signal);
      return await this.#bringUp(plan, until, async (sandbox) =>
        this.#driver.copy(
          sandbox,
          {
            checkpoint,
            withParent: async (work) => void (await this.#change(sandboxId, until, work)),
          },
          until,
        ),
      );
    });
  }

  async delete(sandboxId: string, caller?: Turn): Promise<void> {
    const remove = async (): Promise<void> => {
      const sandbox = this.#sandboxes.find(sandboxId);
      if (sandbox === undefined) return;
      await this.#driver.remove(sandbox);
      this.#sandboxes.remove(sandboxId);
      await this.#driver.sweepTemplates(sandbox.state.site.name);
    };
    // Work under way is told that the backend is closed, if that is why.
    await this.#ids.end(sandboxId, caller, remove, this.#closing.signal.reason);
  }

  async stats(sandboxId: string): Promise<SandboxStats> {
    return await this.#driver.stats(this.#sandboxes.get(sandboxId));
  }

  async logs(sandboxId: string, maxBytes: number): Promise<SandboxLogs> {
    return await this.#driver.logs(this.#sandboxes.get(sandboxId), maxBytes);
  }

  async exec(
    sandboxId: string,
    command: readonly string[],
    options: ExecOptions,
    signal: AbortSignal,
  ): Promise<ExecResult> {
    const sandbox = this.#sandboxes.get(sandboxId);
    const until = this.#until(this.#ids.until(sandboxId, signal));
    return await this.#driver.exec(sandbox, command, options, until);
  }

  pools(): readonly PoolState[] {
    return this.#driver.pools();
  }

  async setPool(source: SiteSource, size: PoolSize): Promise<PoolState> {
    return await this.#driver.setPool(source, size);
  }

  async adopt(sources: SiteSources, signal: AbortSignal): Promise<Left> {
    return await this.#driver.adopt(sources, this.#until(signal));
  }

  onFailure(listener: (sandbox: Sandbox) => void): void {
    this.#listeners.add(listener);
  }

  async close(): Promise<void> {
    this.#endWork(
      "is closed",
      "Connect again: another daemon is started. This one deletes its sandboxes, so create yours again.",
    );
    // A create under way adds its sandbox before it notices; go on until there is none.
    while (this.#sandboxes.ids.length > 0) {
      await Promise.all(this.#sandboxes.ids.map(async (id) => this.#giveUp(id)));
    }
    await this.#background.finished();
    await this.#driver.close();
  }

  async abandon(): Promise<void> {
    // A sandbox that ends from now on has not failed: nobody looks after it any more.
    this.#listeners.clear();
    this.#endWork(
      "was given up, since what an earlier daemon left could not be taken back",
      "Send the call again, which opens the backend anew. If it ran a command, first look at what that did.",
    );
    await this.#background.finished();
    await this.#driver.abandon();
    for (const sandboxId of this.#sandboxes.ids) this.#sandboxes.remove(sandboxId);
  }

  /** Registers before it makes, so that a deletion or the end finds what is being made; undoes what fails. */
  async #bringUp(
    plan: SandboxPlan,
    until: AbortSignal,
    make: (sandbox: S) => Promise<void>,
  ): Promise<Sandbox> {
    const { sandboxId, source } = plan;
    const sandbox = await this.#driver.begin(plan);
    this.#sandboxes.add(sandbox);
    try {
      until.throwIfAborted();
      await make(sandbox);
      const { readyMs } = sandbox.view;
      this.#log.info({ sandboxId, site: source.site.name, readyMs }, "sandbox ready");
      return sandbox.view;
    } catch (error) {
      const thrown: unknown = until.aborted ? until.reason : error;
      await this.#driver.undo(sandbox, until.aborted);
      this.#sandboxes.remove(sandboxId);
      throw thrown;
    }
  }

  /** Changes a sandbox in its turn; the work ends when the sandbox is deleted. */
  async #change(
    sandboxId: string,
    caller: AbortSignal,
    work: (sandbox: S, until: AbortSignal) => Promise<void>,
  ): Promise<Sandbox> {
    this.#sandboxes.get(sandboxId);
    return await this.#ids.run(sandboxId, caller, async (turn) => {
      const sandbox = this.#sandboxes.get(sandboxId);
      const until = this.#until(turn.signal);
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

  /** A sandbox that can't be deleted now stays on disk: the next daemon takes it back, or deletes it. */
  async #giveUp(sandboxId: string): Promise<void> {
    try {
      await this.delete(sandboxId);
    } catch (error) {
      this.#log.warn({ err: error, sandboxId }, "a sandbox could not be deleted");
      this.#sandboxes.remove(sandboxId);
    }
  }

  #endWork(how: string, next: string): void {
    const message = `the ${this.name} backend ${how}`;
    this.#closing.abort(new WebservError("backend-unavailable", message, { next }));
  }

  #tellFailure(sandbox: S): void {
    if (this.#ids.isEnding(sandbox.state.sandboxId)) return;
    for (const listener of this.#listeners) listener(sandbox.view);
  }

  #until(signal: AbortSignal): AbortSignal {
    return AbortSignal.any([signal, this.#closing.signal]);
  }
}
