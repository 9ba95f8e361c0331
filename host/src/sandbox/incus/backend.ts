// The `incus` backend: a sandbox is a container, cloned from a template of its site's image.
import { join } from "node:path";

import type {
  ExecResult,
  PoolState,
  SandboxLogs,
  SandboxStats,
  SiteState,
} from "@webserv/shared/model/sandbox.ts";
import type { PoolSize, Site } from "@webserv/shared/model/site.ts";

import type {
  ExecOptions,
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
import { adoptSandboxes, sweepClones } from "./adoption.ts";
import type { IncusClient } from "./client/client.ts";
import { readSiteLog } from "./image/init/site-log.ts";
import { findCheckpoint, keepCheckpoint } from "./life/checkpoints.ts";
import { IncusSandbox } from "./life/incus-sandbox.ts";
import { execIn, lastWords, statsOf } from "./life/inspection.ts";
import { openMachinery } from "./life/machinery.ts";
import type { IncusMachinery } from "./life/machinery.ts";
import { Moves } from "./life/moves.ts";
import type { IncusNames } from "./names.ts";
import { newRecord } from "./state/record.ts";
import { RecordStore } from "./state/record-store.ts";
import { siteImages } from "./template/images.ts";
import { notPrepared } from "./template/sites.ts";

export interface IncusBackendOptions {
  readonly ids: SandboxIds;
  /** Its maker closes it, after the backend. */
  readonly client: IncusClient;
  readonly names: IncusNames;
  /** It stands for this daemon's home: things of another owner in Incus are never touched. */
  readonly owner: string;
  /** The records of sandboxes; made 0700. One backend at a time may use it. */
  readonly stateDir: string;
  /** The folder for images on their way into Incus. */
  readonly workDir: string;
  readonly log: Log;
}

interface Opened extends IncusMachinery {
  readonly moves: Moves;
}

/** The time limit of work that asks Incus a question or two. */
const SHORT_MS = 30_000;
/** The time limit for asking Incus for the facts. */
const OPEN_MS = 30_000;
/** The time limit for finding what is left at the end. */
const SWEEP_MS = 30_000;

export function createIncusBackend(options: IncusBackendOptions): SandboxBackend {
  return new SandboxLifecycle<IncusSandbox>(
    options,
    (context) => new IncusDriver(options, context),
  );
}

class IncusDriver implements SandboxDriver<IncusSandbox> {
  readonly name = "incus";
  readonly runsImages = true;
  readonly #options: IncusBackendOptions;
  readonly #context: DriverContext<IncusSandbox>;
  readonly #records: RecordStore;
  #opening: Promise<Opened> | undefined;
  /** It is set once Incus has been asked. */
  #opened: Opened | undefined;

  constructor(options: IncusBackendOptions, context: DriverContext<IncusSandbox>) {
    this.#options = options;
    this.#context = context;
    this.#records = new RecordStore(join(options.stateDir, "sandboxes"));
  }

  unfit(site: Site): string | undefined {
    return site.image === undefined ? 'its definition has no "image" part' : undefined;
  }

  async importSite(request: ImportRequest, signal: AbortSignal): Promise<SiteState> {
    const { sites } = await this.#open(signal);
    await sites.import(request, signal);
    return sites.state(request.source);
  }

  async removeSite(name: string): Promise<boolean> {
    return await (await this.#open()).sites.remove(name);
  }

  async siteState(source: SiteSource): Promise<SiteState> {
    return (await this.#open()).sites.state(source);
  }

  async withTemplate<T>(
    source: SiteSource,
    signal: AbortSignal,
    work: (template: string) => Promise<T>,
  ): Promise<T> {
    const { sites } = await this.#open(signal);
    return await sites.using(source, signal, async ({ instance }) => work(instance));
  }

  async sweepTemplates(siteName: string): Promise<void> {
    await (await this.#open()).sites.sweep(siteName);
  }

  async begin(plan: SandboxPlan): Promise<IncusSandbox> {
    return new IncusSandbox(newRecord(plan), this.#records);
  }

  async make(sandbox: IncusSandbox, signal: AbortSignal): Promise<void> {
    await this.reset(sandbox, signal);
  }

  async copy(
    sandbox: IncusSandbox,
    { checkpoint, withParent }: BranchOrigin<IncusSandbox>,
    signal: AbortSignal,
  ): Promise<void> {
    const { moves } = await this.#open(signal);
    await moves.toBranch(
      sandbox,
      async (work) =>
        withParent(async (parent) => {
          if (checkpoint === undefined) await work({ running: parent.clone });
          else await work({ kept: findCheckpoint(parent, checkpoint).instance });
        }),
      signal,
    );
  }

  /** Does nothing: the maker of a clone gives it up if it fails, and no record names it. */
  async undo(): Promise<void> {}

  async remove(sandbox: IncusSandbox): Promise<void> {
    try {
      await sandbox.destroy((await this.#open()).clones);
    } catch (error) {
      sandbox.fail("it could not be deleted; delete it again");
      throw error;
    }
  }

  async checkpoint(sandbox: IncusSandbox, name: string, signal: AbortSignal): Promise<void> {
    const { clones } = await this.#open(signal);
    await keepCheckpoint(sandbox, name, this.#options.owner, clones, signal);
  }

  async restore(sandbox: IncusSandbox, name: string, signal: AbortSignal): Promise<void> {
    const { moves } = await this.#open(signal);
    await moves.toKept(sandbox, findCheckpoint(sandbox, name).instance, signal);
  }

  async reset(sandbox: IncusSandbox, signal: AbortSignal): Promise<void> {
    const { moves } = await this.#open(signal);
    await moves.toFresh(sandbox, signal);
  }

  async stats({ clone, state }: IncusSandbox): Promise<SandboxStats> {
    const signal = AbortSignal.timeout(SHORT_MS);
    return await statsOf((await this.#open(signal)).engine, state.sandboxId, clone, signal);
  }

  async logs({ place }: IncusSandbox, maxBytes: number): Promise<SandboxLogs> {
    if (place === undefined) return { text: "", truncated: false };
    const signal = AbortSignal.timeout(SHORT_MS);
    return await readSiteLog(this.#options.client, place.instance, maxBytes, signal);
  }

  async exec(
    { clone, state }: IncusSandbox,
    command: readonly string[],
    options: ExecOptions,
    signal: AbortSignal,
  ): Promise<ExecResult> {
    const { client } = this.#options;
    return await execIn(client, clone.instance, state.site, { command, ...options }, signal);
  }

  pools(): readonly PoolState[] {
    return this.#opened?.pool.states() ?? [];
  }

  async setPool(source: SiteSource, size: PoolSize): Promise<PoolState> {
    const { pool, sites } = await this.#open();
    if (!sites.state(source).prepared) throw notPrepared(source.site);
    sites.see(source);
    pool.setSize(source.site.name, size);
    const state = pool.states().find(({ site }) => site === source.site.name);
    if (state === undefined) throw new Error(`no pool of ${source.site.name} was made`);
    return state;
  }

  async adopt(sources: SiteSources, signal: AbortSignal): Promise<Left> {
    const { owner, log } = this.#options;
    return await adoptSandboxes({
      machinery: await this.#open(signal),
      records: this.#records,
      owner,
      sources,
      register: this.#context.sandboxes,
      log,
      signal,
    });
  }

  async close(): Promise<void> {
    const machinery = await this.#opening?.catch(() => undefined);
    if (machinery === undefined) return;
    await machinery.pool.close();
    await machinery.sites.idle();
    machinery.clones.leftovers.stop();
    const { owner, log } = this.#options;
    await sweepClones({ machinery, owner, log, signal: AbortSignal.timeout(SWEEP_MS) });
    machinery.close();
  }

  /** Sandboxes and clones stay for the next backend. */
  async abandon(): Promise<void> {
    const machinery = await this.#opening?.catch(() => undefined);
    machinery?.close();
    await machinery?.pool.abandon();
    await machinery?.sites.idle();
  }

  /** Asks Incus once for the facts that the backend depends on; if Incus is down, the next call asks again. */
  async #open(signal: AbortSignal = AbortSignal.timeout(SHORT_MS)): Promise<Opened> {
    this.#opening ??= this.#openAnew();
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

  async #openAnew(): Promise<Opened> {
    const { client, names, owner, workDir, log } = this.#options;
    const { sandboxes, background } = this.#context;
    const machinery = await openMachinery(
      {
        client,
        names,
        owner,
        log,
        images: siteImages({ client, pool: names.pool, owner, workDir, log }),
        inUse: (template) => sandboxes.uses(template),
        onStop: (instance) => background.add(this.#stopped(instance)),
        onStuck: (instance) => this.#stuck(instance),
      },
      AbortSignal.timeout(OPEN_MS),
    );
    return { ...machinery, moves: new Moves(machinery, background) };
  }

  /** A sandbox whose container ended by itself has failed. */
  async #stopped(instance: string): Promise<void> {
    const sandbox = this.#at(instance);
    if (sandbox === undefined) return;
    sandbox.fail("its site ended by itself");
    this.#context.failed(sandbox);
    const words = await lastWords(this.#options.client, instance);
    if (!sandbox.isAt(instance)) return;
    sandbox.fail(`its site ended by itself; ${words}`);
    this.#context.failed(sandbox);
  }

  #stuck(instance: string): void {
    const sandbox = this.#at(instance);
    if (sandbox === undefined) return;
    sandbox.fail("it rested to be copied, and could not be let go on");
    this.#context.failed(sandbox);
  }

  #at(instance: string): IncusSandbox | undefined {
    return this.#context.sandboxes.all.find((each) => each.isAt(instance));
  }
}
