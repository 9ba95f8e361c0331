// Unites several backends: finds the one that takes a site or has a sandbox, and tells which of them work.
import type {
  BackendChoice,
  BackendName,
  BackendState,
  PoolState,
  Sandbox,
} from "@webserv/shared/model/sandbox.ts";
import type { Site } from "@webserv/shared/model/site.ts";
import { toWebservError, WebservError } from "@webserv/shared/errors/errors.ts";

import { BackendSlot } from "./backend-slot.ts";
import type { BackendEntry } from "./backend-slot.ts";
import type { Left, SandboxBackend, SiteSource, SiteSources } from "../backend.ts";
import { SandboxIds } from "../sandbox-ids.ts";

export interface BackendsOptions {
  /** The backends in order of preference: if several can run a site, the first is taken. */
  readonly entries: readonly BackendEntry[];
  readonly log: { warn(fields: object, message: string): void };
}

/** It is well below the time that a daemon may take to start. */
const ADOPT_MS = 15_000;

export interface Wish {
  readonly backend?: BackendChoice;
  /** An image that is to be run. */
  readonly image?: string;
}

/**
 * A backend that does not work when the daemon starts is tried again whenever it is asked for; what
 * an earlier daemon left there is taken back then.
 */
export class Backends {
  /** The turns of all their sandboxes. */
  readonly ids = new SandboxIds();
  readonly #slots: readonly BackendSlot[];
  readonly #log: BackendsOptions["log"];

  constructor({ entries, log }: BackendsOptions) {
    this.#slots = entries.map((entry) => new BackendSlot(entry, this.ids));
    this.#log = log;
  }

  /**
   * Opens the backends that work. One that needs long to take back its sandboxes, as after the machine's start, goes on
   * in the background. Throws nothing but the signal's reason.
   */
  async adopt(sources: SiteSources, signal: AbortSignal): Promise<Left> {
    const found = await Promise.all(
      this.#slots.map(async (slot) => {
        slot.begin(sources);
        try {
          const within = AbortSignal.any([signal, AbortSignal.timeout(ADOPT_MS)]);
          return (await slot.open(within)).left;
        } catch (error) {
          signal.throwIfAborted();
          this.#log.warn({ err: error, backend: slot.name }, "a backend does not work here");
          return undefined;
        }
      }),
    );
    return {
      adopted: found.flatMap((left) => left?.adopted ?? []),
      swept: found.flatMap((left) => left?.swept ?? []),
    };
  }

  /** Tells of each whether it works now. */
  async states(signal: AbortSignal): Promise<BackendState[]> {
    return await Promise.all(
      this.#slots.map(async (slot) => {
        const reason = await slot.fault(signal);
        const { name } = slot;
        return reason === undefined
          ? { name, available: true }
          : { name, available: false, reason };
      }),
    );
  }

  /**
   * Returns the backend for new sandboxes of a site.
   * @throws WebservError `backend-unavailable`, `unsupported`, `site-not-prepared`.
   */
  async choose(source: SiteSource, wish: Wish, signal: AbortSignal): Promise<SandboxBackend> {
    const { backend: name = "auto" } = wish;
    if (name !== "auto") return await this.#named(name, source.site, signal);
    if (source.site.local === undefined && source.site.image === undefined) {
      throw new WebservError(
        "unsupported",
        `nothing can run the site "${source.site.name}": its definition has neither "local" nor "image"`,
        { next: "Add one of them; host/sites/README.md says what they hold." },
      );
    }
    const why: string[] = [];
    let unprepared = false;
    for (const slot of this.#slots) {
      const shortcoming = await this.#shortcoming(slot, source, wish, signal);
      if (typeof shortcoming !== "string") return shortcoming;
      why.push(`${slot.name}: ${shortcoming}`);
      unprepared ||= shortcoming === UNPREPARED;
    }
    throw new WebservError(
      unprepared ? "site-not-prepared" : "backend-unavailable",
      `nothing here can run the site "${source.site.name}" (${why.join("; ")})`,
    );
  }

  /** Finds those that can run the site, and why the others can't. */
  async fitting(
    site: Site,
    signal: AbortSignal,
  ): Promise<{ readonly fit: readonly SandboxBackend[]; readonly unfit: readonly BackendState[] }> {
    const fit: SandboxBackend[] = [];
    const unfit: BackendState[] = [];
    for (const slot of this.#slots) {
      const found = await usable(slot, site, signal);
      if (typeof found === "string") {
        unfit.push({ name: slot.name, available: false, reason: found });
      } else fit.push(found);
    }
    return { fit, unfit };
  }

  find(sandboxId: string): Sandbox | undefined {
    return this.#holding(sandboxId)?.sandbox;
  }

  /** @throws WebservError `unknown-sandbox`, which names the backends that can't be asked now. */
  get(sandboxId: string): Sandbox {
    return this.#held(sandboxId).sandbox;
  }

  /** The backend that has the sandbox. @throws WebservError `unknown-sandbox`. */
  of(sandboxId: string): SandboxBackend {
    return this.#held(sandboxId).backend;
  }

  /** Lists all sandboxes, the oldest first. */
  list(): readonly Sandbox[] {
    return this.#opened()
      .flatMap((backend) => backend.list())
      .sort((a, b) => (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : 0));
  }

  pools(): readonly PoolState[] {
    return this.#opened().flatMap((backend) => backend.pools());
  }

  /** Deletes the preparations of a site in every backend that can be asked. Resolves with the backends that had any. */
  async removeSite(name: string): Promise<readonly BackendName[]> {
    const removed = await Promise.all(
      this.#opened().map(async (backend) =>
        (await backend.removeSite(name)) ? [backend.name] : [],
      ),
    );
    return removed.flat();
  }

  /** Returns the backends that may have something of ours and can't be asked now, each with the reason. */
  async unasked(signal: AbortSignal): Promise<readonly BackendState[]> {
    const used = new Set(this.#slots.filter((slot) => slot.usedBefore).map(({ name }) => name));
    const states = await this.states(signal);
    return states.filter(({ name, available }) => !available && used.has(name));
  }

  /** Tells whether a backend that can't be asked now has a record of the sandbox. */
  mayHold(sandboxId: string): boolean {
    return this.#unseen(sandboxId).length > 0;
  }

  /**
   * Tries again the backends that may hold sandboxes of ours, or this one, and could not be asked until now. Resolves
   * with whether all can be asked then: a sandbox that is not known is not there. If the signal ends the wait, the work
   * goes on in the background.
   */
  async reveal(signal: AbortSignal, sandboxId?: string): Promise<boolean> {
    const slots = this.#unseen(sandboxId);
    const opened = await Promise.allSettled(slots.map(async (slot) => slot.open(signal)));
    return opened.every(({ status }) => status === "fulfilled");
  }

  onFailure(listener: (sandbox: Sandbox) => void): void {
    for (const slot of this.#slots) slot.onOpen((backend) => backend.onFailure(listener));
  }

  /** Calls the listener with the sandboxes taken back by each backend, also by one that works only later. */
  onLeft(listener: (left: Left) => void): void {
    for (const slot of this.#slots) slot.onLeft(listener);
  }

  /** Ends all backends with their sandboxes, also those that are being opened. */
  async close(): Promise<void> {
    const ends = await Promise.allSettled(this.#slots.map(async (slot) => slot.close()));
    const reasons: unknown[] = [];
    for (const end of ends) if (end.status === "rejected") reasons.push(end.reason);
    if (reasons.length > 1) throw new AggregateError(reasons, "several backends did not end");
    if (reasons.length === 1) throw reasons[0];
  }

  #unseen(sandboxId?: string): BackendSlot[] {
    return this.#slots.filter(
      (slot) =>
        slot.backend === undefined &&
        slot.usedBefore &&
        (sandboxId === undefined || slot.mayHold(sandboxId)),
    );
  }

  #opened(): SandboxBackend[] {
    return this.#slots.flatMap(({ backend }) => (backend === undefined ? [] : [backend]));
  }

  async #named(name: BackendName, site: Site, signal: AbortSignal): Promise<SandboxBackend> {
    const slot = this.#slots.find((slot) => slot.name === name);
    if (slot === undefined) {
      throw new WebservError("backend-unavailable", `this daemon has no ${name} backend`, {
        next: "See `webserv daemon status`; WEBSERV_BACKENDS names the backends a daemon has.",
      });
    }
    const { backend } = await slot.open(signal);
    const unfit = backend.unfit(site);
    if (unfit === undefined) return backend;
    throw new WebservError(
      "unsupported",
      `the ${name} backend can't run the site "${site.name}": ${unfit}`,
    );
  }

  /** Returns the backend, or the reason why it is not the one for the site. */
  async #shortcoming(
    slot: BackendSlot,
    source: SiteSource,
    wish: Wish,
    signal: AbortSignal,
  ): Promise<SandboxBackend | string> {
    const backend = await usable(slot, source.site, signal);
    if (typeof backend === "string") return backend;
    if (!backend.runsImages) return wish.image === undefined ? backend : "it runs no images";
    const importable = wish.image ?? source.site.image?.source;
    if (importable !== undefined || (await backend.siteState(source)).prepared) return backend;
    return UNPREPARED;
  }

  #holding(sandboxId: string): Holding | undefined {
    for (const backend of this.#opened()) {
      const sandbox = backend.find(sandboxId);
      if (sandbox !== undefined) return { backend, sandbox };
    }
    return undefined;
  }

  #held(sandboxId: string): Holding {
    const holding = this.#holding(sandboxId);
    if (holding !== undefined) return holding;
    const note = this.#unseen()
      .map(({ name }) => ` (the ${name} backend can't be asked now)`)
      .join("");
    throw new WebservError("unknown-sandbox", `no sandbox has the id "${sandboxId}"${note}`);
  }
}

interface Holding {
  readonly backend: SandboxBackend;
  readonly sandbox: Sandbox;
}

const UNPREPARED = "no image of it is imported";

/** Returns the backend, or the reason why it can't run the site. */
async function usable(
  slot: BackendSlot,
  site: Site,
  signal: AbortSignal,
): Promise<SandboxBackend | string> {
  try {
    const { backend } = await slot.open(signal);
    return backend.unfit(site) ?? backend;
  } catch (error) {
    signal.throwIfAborted();
    return toWebservError(error).message;
  }
}
