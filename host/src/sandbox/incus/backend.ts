// The `incus` backend: a sandbox is a container, cloned from a template of its site's image.
import type {
  ExecResult,
  PoolState,
  Sandbox,
  SandboxLogs,
  SandboxStats,
  SiteState,
} from "@webserv/shared/model/sandbox.ts";
import type { PoolSize, Site } from "@webserv/shared/model/site.ts";
import { WebservError } from "@webserv/shared/protocol/errors.ts";

import type {
  BranchRequest,
  CreateRequest,
  ImportRequest,
  SandboxBackend,
  SiteSource,
} from "../backend.ts";
import { assertCheckpointName, assertSandboxId } from "../names.ts";
import type { SandboxRegister } from "../lifecycle/sandbox-register.ts";
import { adoptSandboxes } from "./adoption.ts";
import type { IncusClient } from "./client/client.ts";
import { readSiteLog } from "./image/init/site-log.ts";
import { findCheckpoint, keepCheckpoint } from "./life/checkpoints.ts";
import type { Held } from "./clone/clone.ts";
import type { IncusSandbox } from "./life/incus-sandbox.ts";
import { execIn, statsOf } from "./life/inspection.ts";
import type { Log } from "./life/machinery.ts";
import type { IncusNames } from "./names.ts";
import { Turns } from "./life/turns.ts";
import { newRecord } from "./state/record.ts";
import { notPrepared } from "./template/sites.ts";

export interface IncusBackendOptions {
  /** Closed by whoever made it, after the backend. */
  readonly client: IncusClient;
  readonly names: IncusNames;
  /** Of this daemon's home: what has another owner in Incus is never touched. */
  readonly owner: string;
  /** The records of sandboxes; made 0700. One backend at a time may use it. */
  readonly stateDir: string;
  /** For images on their way into Incus. */
  readonly workDir: string;
  readonly log: Log;
}

/** For what asks Incus a question or two. */
const SHORT_MS = 30_000;

export function createIncusBackend(options: IncusBackendOptions): SandboxBackend {
  return new IncusBackend(options);
}

class IncusBackend implements SandboxBackend {
  readonly name = "incus";
  readonly #options: IncusBackendOptions;
  readonly #turns: Turns;
  readonly #sandboxes: SandboxRegister<IncusSandbox>;

  constructor(options: IncusBackendOptions) {
    this.#options = options;
    this.#turns = new Turns(options);
    this.#sandboxes = this.#turns.sandboxes;
  }

  unfit(site: Site): string | undefined {
    return site.image === undefined ? 'its definition has no "image" part' : undefined;
  }

  async importSite(request: ImportRequest, signal: AbortSignal): Promise<SiteState> {
    const { sites } = await this.#turns.open(signal);
    await sites.import(request, this.#turns.until(signal));
    return sites.state(request.source);
  }

  async removeSite(name: string): Promise<boolean> {
    return await (await this.#turns.open(AbortSignal.timeout(SHORT_MS))).sites.remove(name);
  }

  async siteState(source: SiteSource): Promise<SiteState> {
    return (await this.#turns.open(AbortSignal.timeout(SHORT_MS))).sites.state(source);
  }

  async create({ source, sandboxId }: CreateRequest, signal: AbortSignal): Promise<Sandbox> {
    assertSandboxId(sandboxId);
    return await this.#turns.run(sandboxId, signal, async () => {
      const known = this.#sandboxes.find(sandboxId);
      if (known !== undefined && known.state.site.name === source.site.name) return known.view;
      this.#sandboxes.assertFree(sandboxId);
      const { sites } = await this.#turns.open(signal);
      return await sites.using(source, this.#turns.until(signal), async ({ instance }) =>
        this.#turns.bringUp(
          newRecord(sandboxId, source, instance),
          signal,
          async (sandbox, moves, until) => moves.toFresh(sandbox, until),
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
    return await this.#turns.change(sandboxId, signal, async (sandbox, { parts }, until) =>
      keepCheckpoint(sandbox, name, this.#options.owner, parts.clones, until),
    );
  }

  async restore(sandboxId: string, name: string, signal: AbortSignal): Promise<Sandbox> {
    return await this.#turns.change(sandboxId, signal, async (sandbox, { moves }, until) =>
      moves.toKept(sandbox, findCheckpoint(sandbox, name).instance, until),
    );
  }

  async reset(sandboxId: string, signal: AbortSignal): Promise<Sandbox> {
    return await this.#turns.change(sandboxId, signal, async (sandbox, { moves }, until) =>
      moves.toFresh(sandbox, until),
    );
  }

  async branch(
    sandboxId: string,
    { checkpoint, newSandboxId }: BranchRequest,
    signal: AbortSignal,
  ): Promise<Sandbox> {
    assertSandboxId(newSandboxId);
    this.#sandboxes.get(sandboxId);
    this.#sandboxes.assertFree(newSandboxId);
    // In the parent's turn, so that what is copied is not deleted meanwhile.
    const held =
      (until: AbortSignal): Held =>
      async (work) =>
        this.#turns.run(sandboxId, until, async () => {
          const parent = this.#sandboxes.get(sandboxId);
          if (checkpoint === undefined) await work({ running: parent.clone });
          else await work({ kept: findCheckpoint(parent, checkpoint).instance });
        });
    return await this.#turns.run(newSandboxId, signal, async () => {
      this.#sandboxes.assertFree(newSandboxId);
      const { site, baseDir, template } = this.#sandboxes.get(sandboxId).state;
      const record = { ...newRecord(newSandboxId, { site, baseDir }, template), parent: sandboxId };
      return await this.#turns.bringUp(record, signal, async (sandbox, moves, until) =>
        moves.toBranch(sandbox, held(until), until),
      );
    });
  }

  async delete(sandboxId: string): Promise<void> {
    this.#sandboxes.find(sandboxId)?.ending.abort(deleted(sandboxId));
    await this.#turns.run(sandboxId, undefined, async () => {
      const sandbox = this.#sandboxes.find(sandboxId);
      if (sandbox === undefined) return;
      try {
        const { parts } = await this.#turns.open(AbortSignal.timeout(SHORT_MS));
        await sandbox.destroy(parts.clones);
      } catch (error) {
        sandbox.fail("it could not be deleted; delete it again");
        throw error;
      }
      this.#sandboxes.remove(sandboxId);
      const { sites } = await this.#turns.open(AbortSignal.timeout(SHORT_MS));
      await sites.sweep(sandbox.state.site.name);
    });
  }

  async stats(sandboxId: string): Promise<SandboxStats> {
    const { clone } = this.#sandboxes.get(sandboxId);
    const signal = AbortSignal.timeout(SHORT_MS);
    return await statsOf((await this.#turns.open(signal)).parts.engine, sandboxId, clone, signal);
  }

  async logs(sandboxId: string, maxBytes: number): Promise<SandboxLogs> {
    const { place } = this.#sandboxes.get(sandboxId);
    if (place === undefined) return { text: "", truncated: false };
    const signal = AbortSignal.timeout(SHORT_MS);
    return await readSiteLog(this.#options.client, place.instance, maxBytes, signal);
  }

  async exec(
    sandboxId: string,
    command: readonly string[],
    options: { readonly user?: string; readonly cwd?: string },
    signal: AbortSignal,
  ): Promise<ExecResult> {
    const { clone, ending, state } = this.#sandboxes.get(sandboxId);
    const until = AbortSignal.any([this.#turns.until(signal), ending.signal]);
    const { client } = this.#options;
    return await execIn(client, clone.instance, state.site, { command, ...options }, until);
  }

  pools(): readonly PoolState[] {
    return this.#turns.opened?.parts.pool.states() ?? [];
  }

  async setPool(source: SiteSource, size: PoolSize): Promise<PoolState> {
    const { parts, sites } = await this.#turns.open(AbortSignal.timeout(SHORT_MS));
    const { pool } = parts;
    if (!sites.state(source).prepared) throw notPrepared(source.site);
    sites.see(source);
    pool.setSize(source.site.name, size);
    const state = pool.states().find(({ site }) => site === source.site.name);
    if (state === undefined) throw new Error(`no pool of ${source.site.name} was made`);
    return state;
  }

  async adopt(
    sources: (siteName: string) => SiteSource | undefined,
    signal: AbortSignal,
  ): Promise<{ adopted: readonly Sandbox[]; swept: readonly string[] }> {
    return await adoptSandboxes({
      parts: (await this.#turns.open(signal)).parts,
      records: this.#turns.records,
      owner: this.#options.owner,
      sources,
      register: this.#sandboxes,
      log: this.#options.log,
      signal: this.#turns.until(signal),
    });
  }

  onFailure(listener: (sandbox: Sandbox) => void): void {
    this.#turns.onFailure(listener);
  }

  async abandon(): Promise<void> {
    await this.#turns.abandon();
  }

  async close(): Promise<void> {
    await this.#turns.close(async (id) => this.delete(id));
  }
}

function deleted(sandboxId: string): WebservError {
  return new WebservError("unknown-sandbox", `the sandbox "${sandboxId}" was deleted meanwhile`);
}
