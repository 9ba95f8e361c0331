// Keeps the record of one sandbox in step with its present clone.
import type { Sandbox } from "@webserv/shared/model/sandbox.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import { stillStarting } from "../../still-starting.ts";
import { viewOf } from "../../lifecycle/sandbox-record.ts";
import type { IncusRecord } from "../state/record.ts";
import type { RecordStore } from "../state/record-store.ts";
import { addressOf } from "../clone/addresses.ts";
import { insidePort } from "../clone/clone-config.ts";
import type { Clone, Place } from "../clone/clone.ts";
import type { Clones } from "../clone/clones.ts";

/** The caller runs at most one of the changing methods at a time; `view` is free. */
export class IncusSandbox {
  readonly #records: RecordStore;
  #record: IncusRecord;
  #clone: Clone | undefined;
  #failure: string | undefined;

  constructor(record: IncusRecord, records: RecordStore) {
    this.#record = record;
    this.#records = records;
  }

  get state(): IncusRecord {
    return this.#record;
  }

  get view(): Sandbox {
    const { site } = this.#record;
    const address = this.#clone?.address;
    const runs = address !== undefined;
    const origins = runs
      ? site.hosts.map((_, index) => `http://${address}:${insidePort(site, index)}`)
      : [];
    return viewOf("incus", this.#record, { runs, origins, failure: this.#failure });
  }

  /** The clone that it is. @throws WebservError `sandbox-failed`, `sandbox-not-ready`. */
  get clone(): Clone {
    const { sandboxId } = this.#record;
    if (this.#failure !== undefined) {
      throw new WebservError(
        "sandbox-failed",
        `the sandbox "${sandboxId}" has failed: ${this.#failure}`,
        { next: "Reset it, restore a checkpoint, or delete it." },
      );
    }
    if (this.#clone !== undefined) return this.#clone;
    throw stillStarting(sandboxId);
  }

  /** The place of its present clone, if it has had one, whether it still runs or not. */
  get place(): Place | undefined {
    const { instance, cloneId: id } = this.#record;
    const address = instance === undefined ? undefined : addressOf(instance);
    if (instance === undefined || address === undefined) return undefined;
    return { instance, address, ...(id === undefined ? {} : { id }) };
  }

  /** Tells whether the instance of this name is its present clone. */
  isAt(instance: string): boolean {
    return this.#record.instance === instance;
  }

  /**
   * Becomes another clone. On disk first: a clone that no record names is swept, so that before it
   * the new one and after it the old one is nobody's, whenever the daemon dies.
   */
  async become(clone: Clone, readyMs: number): Promise<void> {
    const { instance, id } = clone;
    const { cloneId: _, ...before } = this.#record;
    await this.#write({
      ...before,
      instance,
      ...(id === undefined ? {} : { cloneId: id }),
      readyMs,
    });
    this.#clone = clone;
    this.#failure = undefined;
  }

  async save(change: Partial<IncusRecord>): Promise<void> {
    await this.#write({ ...this.#record, ...change });
  }

  async #write(next: IncusRecord): Promise<void> {
    await this.#records.write(next);
    this.#record = next;
  }

  /** Takes back the clone that the record names. */
  recover(clone: Clone): void {
    this.#clone = clone;
  }

  /**
   * Deletes all that it is made of, its record last: if that ends early, the next daemon sweeps the rest by the record.
   * It may be called again if it threw; things that are gone are not looked for again, since names are reused.
   */
  async destroy(clones: Clones): Promise<void> {
    const { place } = this;
    const { checkpoints } = this.#record;
    await Promise.all(checkpoints.map(async ({ instance }) => clones.remove(instance)));
    if (checkpoints.length > 0) await this.save({ checkpoints: [] });
    if (place !== undefined) await clones.discard(place);
    const { instance: _, cloneId: __, ...rest } = this.#record;
    await this.#write(rest);
    this.#clone = undefined;
    await this.#records.remove(this.#record.sandboxId);
  }

  fail(why: string): void {
    this.#failure = why;
  }
}
