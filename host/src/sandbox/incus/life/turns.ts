// Runs what concerns one sandbox one after the other, with what the backend is made of at hand, and ends with the backend.
import { join } from "node:path";

import type { Sandbox } from "@webserv/shared/model/sandbox.ts";
import { WebservError } from "@webserv/shared/protocol/errors.ts";

import { createKeyedQueue } from "../../keyed-queue.ts";
import { SandboxRegister } from "../../lifecycle/sandbox-register.ts";
import { sweepClones } from "../adoption.ts";
import type { IncusBackendOptions } from "../backend.ts";
import type { SandboxRecord } from "../state/record.ts";
import { RecordStore } from "../state/record-store.ts";
import { siteImages } from "../template/images.ts";
import type { Sites } from "../template/sites.ts";
import { Behind } from "../../lifecycle/background-work.ts";
import { IncusSandbox } from "./incus-sandbox.ts";
import { lastWords } from "./inspection.ts";
import { Moves } from "./moves.ts";
import { openParts } from "./machinery.ts";
import type { Parts, PartsOptions } from "./machinery.ts";

export interface Opened {
  readonly parts: Parts;
  readonly moves: Moves;
  readonly sites: Sites;
}

/** Asking Incus for the facts. */
const OPEN_MS = 30_000;
/** Finding what is left at the end. */
const SWEEP_MS = 30_000;

export class Turns {
  readonly records: RecordStore;
  readonly sandboxes = new SandboxRegister<IncusSandbox>();
  /** What the backend is made of, once Incus has been asked. */
  opened: Opened | undefined;
  readonly #options: IncusBackendOptions;
  readonly #partsOptions: PartsOptions;
  readonly #queue = createKeyedQueue();
  readonly #closing = new AbortController();
  readonly #listeners = new Set<(sandbox: Sandbox) => void>();
  readonly #behind: Behind;
  #opening: Promise<Opened> | undefined;

  constructor(options: IncusBackendOptions) {
    const { client, names, owner, workDir, log } = options;
    this.#options = options;
    this.records = new RecordStore(join(options.stateDir, "sandboxes"));
    this.#behind = new Behind((error) => log.warn({ err: error }, "could not tidy up a sandbox"));
    this.#partsOptions = {
      client,
      names,
      owner,
      log,
      images: siteImages({ client, pool: names.pool, owner, workDir, log }),
      inUse: (template) => this.sandboxes.uses(template),
      onStop: (instance) => this.#behind.add(this.#stopped(instance)),
      onStuck: (instance) => this.#stuck(instance),
    };
  }

  onFailure(listener: (sandbox: Sandbox) => void): void {
    this.#listeners.add(listener);
  }

  /** In the turn of this id. */
  async run<T>(
    sandboxId: string,
    signal: AbortSignal | undefined,
    work: () => Promise<T>,
  ): Promise<T> {
    return await this.#queue.run(sandboxId, signal, work);
  }

  /** Has every sandbox deleted by `remove`, and waits for all that is under way. */
  async close(remove: (sandboxId: string) => Promise<void>): Promise<void> {
    this.#closing.abort(new WebservError("backend-unavailable", "the incus backend is closed"));
    // A create under way adds its sandbox before it notices; go on until there is none.
    while (this.sandboxes.ids.length > 0) {
      await Promise.all(this.sandboxes.ids.map(async (id) => this.#giveUp(id, remove)));
    }
    const opened = await this.#opening?.catch(() => undefined);
    await opened?.parts.pool.close();
    await opened?.parts.sites.idle();
    await this.#behind.finished();
    if (opened === undefined) return;
    const { owner, log } = this.#options;
    opened.parts.clones.leftovers.stop();
    await sweepClones({ parts: opened.parts, owner, log, signal: AbortSignal.timeout(SWEEP_MS) });
    opened.parts.close();
  }

  /** Ends what is under way and listens no more; sandboxes and clones stay for the next backend. */
  async abandon(): Promise<void> {
    this.#closing.abort(new WebservError("backend-unavailable", "the incus backend is let go of"));
    const opened = await this.#opening?.catch(() => undefined);
    opened?.parts.close();
    await opened?.parts.pool.abandon();
    await opened?.parts.sites.idle();
    await this.#behind.finished();
  }

  async #giveUp(sandboxId: string, remove: (sandboxId: string) => Promise<void>): Promise<void> {
    try {
      await remove(sandboxId);
    } catch (error) {
      // Its record stays, so that the next daemon takes it back or deletes it.
      this.#options.log.warn({ err: error, sandboxId }, "a sandbox could not be deleted");
      this.sandboxes.remove(sandboxId);
    }
  }

  /** Asks Incus for what it depends on, once; where Incus is down the next call asks again. */
  async open(signal: AbortSignal): Promise<Opened> {
    this.#opening ??= openParts(this.#partsOptions, AbortSignal.timeout(OPEN_MS)).then((parts) => ({
      parts,
      moves: new Moves(parts, this.#behind),
      sites: parts.sites,
    }));
    const opening = this.#opening;
    try {
      this.opened = await opening;
    } catch (error) {
      if (this.#opening === opening) this.#opening = undefined;
      throw error;
    }
    signal.throwIfAborted();
    return this.opened;
  }

  /** Runs in the sandbox's turn; the work ends when the sandbox is deleted. */
  async change(
    sandboxId: string,
    signal: AbortSignal,
    work: (sandbox: IncusSandbox, opened: Opened, until: AbortSignal) => Promise<void>,
  ): Promise<Sandbox> {
    this.sandboxes.get(sandboxId);
    return await this.run(sandboxId, signal, async () => {
      const sandbox = this.sandboxes.get(sandboxId);
      const until = AbortSignal.any([this.until(signal), sandbox.ending.signal]);
      until.throwIfAborted();
      try {
        await work(sandbox, await this.open(until), until);
      } catch (error) {
        until.throwIfAborted();
        throw error;
      }
      return sandbox.view;
    });
  }

  async bringUp(
    record: SandboxRecord,
    signal: AbortSignal,
    make: (sandbox: IncusSandbox, moves: Moves, until: AbortSignal) => Promise<void>,
  ): Promise<Sandbox> {
    const { sandboxId, site } = record;
    const sandbox = new IncusSandbox(record, this.records);
    const until = AbortSignal.any([this.until(signal), sandbox.ending.signal]);
    this.sandboxes.add(sandbox);
    try {
      until.throwIfAborted();
      await make(sandbox, (await this.open(until)).moves, until);
      const { readyMs } = sandbox.view;
      this.#options.log.info({ sandboxId, site: site.name, readyMs }, "sandbox ready");
      return sandbox.view;
    } catch (error) {
      this.sandboxes.remove(sandboxId);
      until.throwIfAborted();
      throw error;
    }
  }

  /** A sandbox whose container ended by itself has failed. */
  async #stopped(instance: string): Promise<void> {
    const sandbox = this.sandboxes.all.find((each) => each.isAt(instance));
    if (sandbox === undefined) return;
    sandbox.fail("its site ended by itself");
    this.#tell(sandbox);
    const words = await lastWords(this.#options.client, instance);
    if (!sandbox.isAt(instance)) return;
    sandbox.fail(`its site ended by itself; ${words}`);
    this.#tell(sandbox);
  }

  #stuck(instance: string): void {
    const sandbox = this.sandboxes.all.find((each) => each.isAt(instance));
    if (sandbox === undefined) return;
    sandbox.fail("it rested to be copied, and could not be let go on");
    this.#tell(sandbox);
  }

  #tell(sandbox: IncusSandbox): void {
    for (const listener of this.#listeners) listener(sandbox.view);
  }

  until(signal: AbortSignal): AbortSignal {
    return AbortSignal.any([signal, this.#closing.signal]);
  }
}
