// The `incus` backend: a sandbox is a container, cloned from a template of its site's image.
import { join } from "node:path";

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
import { createKeyedQueue } from "../keyed-queue.ts";
import { assertCheckpointName, assertSandboxId } from "../names.ts";
import { SandboxRegister } from "../sandbox-register.ts";
import { adoptSandboxes } from "./adoption.ts";
import type { IncusClient } from "./client/client.ts";
import { readSiteLog } from "./image/site-log.ts";
import { Behind } from "./life/behind.ts";
import { findCheckpoint, keepCheckpoint } from "./life/checkpoints.ts";
import { IncusSandbox } from "./life/incus-sandbox.ts";
import { execIn, lastWords, statsOf } from "./life/inspection.ts";
import { Moves } from "./life/moves.ts";
import { openParts } from "./life/parts.ts";
import type { Log, Parts, PartsOptions } from "./life/parts.ts";
import type { IncusNames } from "./names.ts";
import { newRecord } from "./state/record.ts";
import type { SandboxRecord } from "./state/record.ts";
import { RecordStore } from "./state/record-store.ts";
import { siteImages } from "./template/images.ts";

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

interface Opened {
  readonly parts: Parts;
  readonly moves: Moves;
  readonly sites: Parts["sites"];
}

export function createIncusBackend(options: IncusBackendOptions): SandboxBackend {
  return new IncusBackend(options);
}

class IncusBackend implements SandboxBackend {
  readonly name = "incus";
  readonly #options: IncusBackendOptions;
  readonly #partsOptions: PartsOptions;
  readonly #records: RecordStore;
  readonly #queue = createKeyedQueue();
  readonly #closing = new AbortController();
  readonly #sandboxes = new SandboxRegister<IncusSandbox>();
  readonly #listeners = new Set<(sandbox: Sandbox) => void>();
  readonly #behind: Behind;
  #opening: Promise<Opened> | undefined;
  #opened: Opened | undefined;

  constructor(options: IncusBackendOptions) {
    const { client, names, owner, workDir, log } = options;
    this.#options = options;
    this.#records = new RecordStore(join(options.stateDir, "sandboxes"));
    this.#behind = new Behind((error) => log.warn({ err: error }, "could not tidy up a sandbox"));
    this.#partsOptions = {
      client,
      names,
      owner,
      log,
      images: siteImages({ client, pool: names.pool, owner, workDir, log }),
      inUse: (template) => this.#sandboxes.uses(template),
      onStop: (instance) => this.#behind.add(this.#stopped(instance)),
    };
  }

  unfit(site: Site): string | undefined {
    return site.image === undefined ? 'its definition has no "image" part' : undefined;
  }

  async importSite(request: ImportRequest, signal: AbortSignal): Promise<SiteState> {
    const { sites } = await this.#open(signal);
    await sites.import(request, this.#until(signal));
    return sites.state(request.source);
  }

  async removeSite(name: string): Promise<void> {
    const signal = AbortSignal.timeout(SHORT_MS);
    await (await this.#open(signal)).sites.remove(name, signal);
  }

  async siteState(source: SiteSource): Promise<SiteState> {
    return (await this.#open(AbortSignal.timeout(SHORT_MS))).sites.state(source);
  }

  async create({ source, sandboxId }: CreateRequest, signal: AbortSignal): Promise<Sandbox> {
    assertSandboxId(sandboxId);
    return await this.#queue.run(sandboxId, signal, async () => {
      const known = this.#sandboxes.find(sandboxId);
      if (known !== undefined && known.state.site.name === source.site.name) return known.view;
      this.#sandboxes.assertFree(sandboxId);
      const { sites } = await this.#open(signal);
      return await sites.using(source, this.#until(signal), async ({ instance }) =>
        this.#make(newRecord(sandboxId, source, instance), signal, async (sandbox, moves, until) =>
          moves.toFresh(sandbox, until),
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
    return await this.#with(sandboxId, signal, async (sandbox, { parts }, until) =>
      keepCheckpoint(sandbox, name, this.#options.owner, parts.clones, until),
    );
  }

  async restore(sandboxId: string, name: string, signal: AbortSignal): Promise<Sandbox> {
    return await this.#with(sandboxId, signal, async (sandbox, { moves }, until) =>
      moves.toKept(sandbox, findCheckpoint(sandbox, name).instance, until),
    );
  }

  async reset(sandboxId: string, signal: AbortSignal): Promise<Sandbox> {
    return await this.#with(sandboxId, signal, async (sandbox, { moves }, until) =>
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
    return await this.#queue.run(newSandboxId, signal, async () => {
      this.#sandboxes.assertFree(newSandboxId);
      const { site, baseDir, template } = this.#sandboxes.get(sandboxId).state;
      const record = { ...newRecord(newSandboxId, { site, baseDir }, template), parent: sandboxId };
      return await this.#make(record, signal, async (sandbox, moves, until) =>
        // The parent's turn, so that what is copied is not deleted meanwhile.
        this.#queue.run(sandboxId, until, async () => {
          const parent = this.#sandboxes.get(sandboxId);
          if (checkpoint === undefined) await moves.toBranch(sandbox, parent.clone, until);
          else await moves.toKept(sandbox, findCheckpoint(parent, checkpoint).instance, until);
        }),
      );
    });
  }

  async delete(sandboxId: string): Promise<void> {
    this.#sandboxes.find(sandboxId)?.ending.abort(deleted(sandboxId));
    await this.#queue.run(sandboxId, undefined, async () => {
      const sandbox = this.#sandboxes.find(sandboxId);
      if (sandbox === undefined) return;
      const signal = AbortSignal.timeout(SHORT_MS);
      const { parts, sites } = await this.#open(signal);
      await sandbox.destroy(parts.clones);
      this.#sandboxes.remove(sandboxId);
      await sites.sweep(sandbox.state.site.name, signal);
    });
  }

  async stats(sandboxId: string): Promise<SandboxStats> {
    const { clone } = this.#sandboxes.get(sandboxId);
    const signal = AbortSignal.timeout(SHORT_MS);
    return await statsOf((await this.#open(signal)).parts.engine, sandboxId, clone, signal);
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
    const until = AbortSignal.any([this.#until(signal), ending.signal]);
    const { client } = this.#options;
    return await execIn(client, clone.instance, state.site, { command, ...options }, until);
  }

  pools(): readonly PoolState[] {
    return this.#opened?.parts.pool.states() ?? [];
  }

  async setPool(source: SiteSource, size: PoolSize): Promise<PoolState> {
    const { parts, sites } = await this.#open(AbortSignal.timeout(SHORT_MS));
    const { pool } = parts;
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
      parts: (await this.#open(signal)).parts,
      records: this.#records,
      owner: this.#options.owner,
      sources,
      register: this.#sandboxes,
      log: this.#options.log,
      signal: this.#until(signal),
    });
  }

  onFailure(listener: (sandbox: Sandbox) => void): void {
    this.#listeners.add(listener);
  }

  async close(): Promise<void> {
    this.#closing.abort(new WebservError("backend-unavailable", "the incus backend is closed"));
    // A create under way adds its sandbox before it notices; go on until there is none.
    while (this.#sandboxes.ids.length > 0) {
      await Promise.all(this.#sandboxes.ids.map(async (id) => this.#giveUp(id)));
    }
    const opened = await this.#opening?.catch(() => undefined);
    await opened?.parts.pool.close();
    await opened?.parts.sites.idle();
    await this.#behind.finished();
    opened?.parts.close();
  }

  async #giveUp(sandboxId: string): Promise<void> {
    try {
      await this.delete(sandboxId);
    } catch (error) {
      // Its record stays, so that the next daemon takes it back or deletes it.
      this.#options.log.warn({ err: error, sandboxId }, "a sandbox could not be deleted");
      this.#sandboxes.remove(sandboxId);
    }
  }

  /** Asks Incus for what it depends on, once; where Incus is down the next call asks again. */
  async #open(signal: AbortSignal): Promise<Opened> {
    this.#opening ??= openParts(this.#partsOptions, AbortSignal.timeout(SHORT_MS)).then(
      (parts) => ({ parts, moves: new Moves(parts, this.#behind), sites: parts.sites }),
    );
    const opening = this.#opening;
    try {
      this.#opened = await opening;
    } catch (error) {
      if (this.#opening === opening) this.#opening = undefined;
      throw error;
    }
    signal.throwIfAborted();
    return this.#opened;
  }

  /** Runs in the sandbox's turn; the work ends when the sandbox is deleted. */
  async #with(
    sandboxId: string,
    signal: AbortSignal,
    work: (sandbox: IncusSandbox, opened: Opened, until: AbortSignal) => Promise<void>,
  ): Promise<Sandbox> {
    this.#sandboxes.get(sandboxId);
    return await this.#queue.run(sandboxId, signal, async () => {
      const sandbox = this.#sandboxes.get(sandboxId);
      const until = AbortSignal.any([this.#until(signal), sandbox.ending.signal]);
      until.throwIfAborted();
      try {
        await work(sandbox, await this.#open(until), until);
      } catch (error) {
        until.throwIfAborted();
        throw error;
      }
      return sandbox.view;
    });
  }

  async #make(
    record: SandboxRecord,
    signal: AbortSignal,
    bringUp: (sandbox: IncusSandbox, moves: Moves, until: AbortSignal) => Promise<void>,
  ): Promise<Sandbox> {
    const { sandboxId, site } = record;
    const sandbox = new IncusSandbox(record, this.#records);
    const until = AbortSignal.any([this.#until(signal), sandbox.ending.signal]);
    this.#sandboxes.add(sandbox);
    try {
      until.throwIfAborted();
      await bringUp(sandbox, (await this.#open(until)).moves, until);
      const { readyMs } = sandbox.view;
      this.#options.log.info({ sandboxId, site: site.name, readyMs }, "sandbox ready");
      return sandbox.view;
    } catch (error) {
      this.#sandboxes.remove(sandboxId);
      until.throwIfAborted();
      throw error;
    }
  }

  /** A sandbox whose container ended by itself has failed. */
  async #stopped(instance: string): Promise<void> {
    const sandbox = this.#sandboxes.all.find((each) => each.isAt(instance));
    if (sandbox === undefined) return;
    sandbox.fail("its site ended by itself");
    const words = await lastWords(this.#options.client, instance);
    if (!sandbox.isAt(instance)) return;
    sandbox.fail(`its site ended by itself; ${words}`);
    for (const listener of this.#listeners) listener(sandbox.view);
  }

  #until(signal: AbortSignal): AbortSignal {
    return AbortSignal.any([signal, this.#closing.signal]);
  }
}

function deleted(sandboxId: string): WebservError {
  return new WebservError("unknown-sandbox", `the sandbox "${sandboxId}" was deleted meanwhile`);
}
