// Makes clones, brings them to rest and back, and deletes them: a clone is one running copy at an address of its own.
import { randomUUID } from "node:crypto";

import type { Site } from "@webserv/shared/model/site.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import { labelKeys } from "../state/labels.ts";
import { instanceOf } from "./addresses.ts";
import type { AddressPlan } from "./addresses.ts";
import { waitForSite } from "./boot.ts";
import type { BootOptions } from "./boot.ts";
import { addressConfig, limitsDigest, networkDevice, rootDevice } from "./clone-config.ts";
import type { Clone, CloneRequest, Place, WithOrigin } from "./clone.ts";
import { clonePlan } from "./clone-plan.ts";
import type { PlanOptions } from "./clone-plan.ts";
import { findControlGroup, findInit } from "./control-group.ts";
import { AddressTaken, NameTaken } from "./engine.ts";
import type { Engine, InstancePlan } from "./engine.ts";
import { Semaphore } from "../../../semaphore.ts";
import { Leftovers } from "./leftovers.ts";
import { noteStrays } from "./strays.ts";

export interface ClonesOptions extends BootOptions, PlanOptions {
  readonly engine: Engine;
  readonly project: string;
  /** True if Incus runs on this machine. */
  readonly local: boolean;
  readonly addresses: AddressPlan;
  /** Called if a clone that was paused for a moment could not be resumed. */
  readonly onStuck: (instance: string) => void;
  readonly log: { warn(fields: object, message: string): void };
}

/** The number of clones that start at once: more would only wait for each other's CPU. */
const STARTS_AT_ONCE = 8;
const DELETES_AT_ONCE = 6;
/** The number of names, taken by another daemon, after which the search for a free one ends. */
const MAX_TAKEN = 20;
/** Undoing is not the caller's to cancel, but it ends too. */
const UNDO_MS = 60_000;

export class Clones {
  readonly #options: ClonesOptions;
  readonly #starts = new Semaphore(STARTS_AT_ONCE);
  readonly #deletes = new Semaphore(DELETES_AT_ONCE);
  /** Holds the clones that could not be deleted when nobody needed them any more. */
  readonly leftovers: Leftovers;

  constructor(options: ClonesOptions) {
    this.#options = options;
    this.leftovers = new Leftovers(async (place) => this.discard(place), options.log);
  }

  /** Copies, starts, and resolves when the site answers. */
  async make(request: CloneRequest, signal: AbortSignal): Promise<Clone> {
    const { engine } = this.#options;
    return await this.#at(signal, async (place) => {
      const plan = clonePlan(this.#options, request, place, true);
      await this.#starts.run(signal, async () => engine.copy(request.from, plan, signal));
      return await this.#bootedAt(place, request, signal);
    });
  }

  /**
   * Copies another clone's disk; if that one runs it is paused. It is held for the copy alone, not until the new one is
   * up.
   */
  async branch(
    withOrigin: WithOrigin,
    request: Omit<CloneRequest, "from">,
    signal: AbortSignal,
  ): Promise<Clone> {
    const { engine } = this.#options;
    return await this.#at(signal, async (place) => {
      const plan = clonePlan(this.#options, request, place, false);
      // The parent is held first and the gate entered then: the holder of the parent may itself be waiting at the gate.
      await withOrigin(async (from) =>
        this.#starts.run(signal, async () => {
          if ("kept" in from) await engine.copy(from.kept, plan, signal);
          else await this.#copyRunning(from.running, plan, signal);
        }),
      );
      await this.#starts.run(signal, async () => engine.start(plan.name, signal));
      return await this.#bootedAt(place, request, signal);
    });
  }

  /** Copies a running clone's disk, as it is at one moment, into an instance that is not started. */
  async keep(clone: Clone, plan: InstancePlan, signal: AbortSignal): Promise<void> {
    const { log } = this.#options;
    try {
      await this.#copyRunning(clone, plan, signal);
    } catch (error) {
      await this.remove(plan.name).catch((err: unknown) => {
        log.warn({ err, instance: plan.name }, "could not delete what was half made");
      });
      throw error;
    }
  }

  /**
   * Has an instance made at an address of its own, for `work` alone: it is deleted afterwards, however
   * that ends.
   */
  async building(
    template: string,
    create: (plan: InstancePlan) => Promise<void>,
    work: (clone: Clone) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    const { network, storagePool } = this.#options;
    const clone = await this.#at(signal, async (place) => {
      const { instance, address } = place;
      await create({
        name: instance,
        config: { ...addressConfig(address), [labelKeys.clone]: place.id },
        devices: { root: rootDevice(storagePool), eth0: networkDevice(network, address) },
        start: true,
      });
      return { ...place, template };
    });
    try {
      await work(clone);
    } finally {
      await this.giveUp(clone);
    }
  }

  /** Runs while every process of the clone rests, and lets them go on whatever happens. */
  async resting(clone: Clone, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    try {
      await this.freeze(clone, signal);
      await work();
    } finally {
      await this.thaw(clone).catch((error: unknown) => {
        this.#options.onStuck(clone.instance);
        throw error;
      });
    }
  }

  async freeze({ instance, group }: Clone, signal: AbortSignal): Promise<void> {
    if (group !== undefined && (await group.freeze(signal))) return;
    await this.#options.engine.freeze(instance, signal);
  }

  /**
   * Resumes the clone; no signal ends this, since nobody else would thaw it. Throws `sandbox-failed` if it has ended.
   */
  async thaw({ instance, group }: Clone): Promise<void> {
    if (group === undefined) {
      await this.#options.engine.thaw(instance, undoSignal());
      return;
    }
    try {
      group.thaw();
    } catch (cause) {
      throw new WebservError("sandbox-failed", `the container ${instance} has ended`, { cause });
    }
  }

  async ready(site: Site, clone: Clone, signal: AbortSignal): Promise<void> {
    await waitForSite(site, clone, this.#options, signal);
  }

  /** Resolves as soon as the site answers anything: its own addresses may not be set yet. */
  async answers(site: Site, clone: Clone, signal: AbortSignal): Promise<void> {
    await waitForSite(site, clone, this.#options, signal, true);
  }

  /** Returns a running clone as a handle, with the kernel's switches if they are ours. */
  async grasp(place: Place, template: string, signal: AbortSignal): Promise<Clone> {
    const { engine, project, local } = this.#options;
    const { instance } = place;
    const near = local ? await findInit({ project, instance }) : undefined;
    const pid = near ?? (await engine.pid(instance, signal));
    // The end of a clone that an earlier daemon made is to be noticed, too.
    this.#options.stops.watch(instance);
    if (pid === undefined) return { ...place, template };
    const group = await findControlGroup({ project, instance, pid });
    return { ...place, template, pid, ...(group === undefined ? {} : { group }) };
  }

  /** Announces that the clone is about to be ended on purpose. */
  expectEnd({ instance }: Clone): void {
    this.#options.stops.forget(instance);
  }

  /** Ends and deletes it; resolves when nothing of it is left. */
  async discard({ instance, address, id }: Place): Promise<void> {
    await this.remove(instance, id);
    this.#options.addresses.giveBack(address);
  }

  /** Discards a clone that nobody needs any more; if that fails it is tried again later. Never rejects. */
  async giveUp(place: Place): Promise<void> {
    await this.leftovers.discard(place);
  }

  /**
   * Ends and deletes any instance of ours; one that bears another id, or is another daemon's, has only
   * come to the same name. Never cut short by a caller.
   */
  async remove(instance: string, id?: string): Promise<void> {
    const { stops, engine, owner, project, local } = this.#options;
    stops.forget(instance);
    await this.#deletes.run(undefined, async () => {
      const config = await engine.labels(instance, undoSignal());
      if (config?.[labelKeys.owner] !== owner) return;
      if (id !== undefined && config[labelKeys.clone] !== id) return;
      // The processes of an Incus elsewhere are not here: what bears the name here is another's.
      const idBase = local ? Number(config["volatile.idmap.base"]) : Number.NaN;
      const strays = await noteStrays({ project, instance, idBase });
      await engine.remove(instance, undoSignal());
      await strays.clear();
    });
  }

  /** Finds an address and runs the work at it; undoes the instance if that fails. */
  async #at(
    signal: AbortSignal,
    bringUp: (place: Required<Place>) => Promise<Clone>,
  ): Promise<Clone> {
    const { addresses } = this.#options;
    const taken: string[] = [];
    try {
      for (;;) {
        const address = addresses.take();
        const place = { instance: instanceOf(address), address, id: randomUUID() };
        try {
          return await bringUp(place);
        } catch (error) {
          // The instance of that name is another daemon's: it is not ours to delete.
          const foreign = error instanceof NameTaken;
          if (!foreign) await this.giveUp(place);
          const again = foreign || error instanceof AddressTaken;
          // The name is tried again only when the search is over.
          if (again && taken.length < MAX_TAKEN && !signal.aborted) {
            addresses.claim(address);
            taken.push(address);
            continue;
          }
          if (foreign) addresses.giveBack(address);
          signal.throwIfAborted();
          throw error;
        }
      }
    } finally {
      for (const address of taken) addresses.giveBack(address);
    }
  }

  async #copyRunning(clone: Clone, plan: InstancePlan, signal: AbortSignal): Promise<void> {
    const { engine } = this.#options;
    await this.resting(clone, signal, async () => engine.copy(clone.instance, plan, signal));
  }

  /** Asks for the control group while the site comes up: it costs a request. */
  async #bootedAt(
    place: Place,
    { site, template }: Pick<CloneRequest, "site" | "template">,
    signal: AbortSignal,
  ): Promise<Clone> {
    const failed = new AbortController();
    const grasped = this.grasp(place, template, AbortSignal.any([signal, failed.signal]));
    // It may fail before it is waited for.
    grasped.catch(() => undefined);
    try {
      await this.ready(site, { ...place, template }, signal);
      return { ...(await grasped), limits: limitsDigest(site.limits) };
    } catch (error) {
      failed.abort(error);
      await grasped.catch(() => undefined);
      throw error;
    }
  }
}

function undoSignal(): AbortSignal {
  return AbortSignal.timeout(UNDO_MS);
}
