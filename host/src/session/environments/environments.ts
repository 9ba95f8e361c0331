// Manages environments: isolated contexts of shared headless browsers, each with its own sandboxes.
import { randomBytes } from "node:crypto";

import { MAX_ENVIRONMENTS } from "@webserv/shared/model/environment.ts";
import type { Environment, EnvironmentStats } from "@webserv/shared/model/environment.ts";
import type { Params } from "@webserv/shared/protocol/methods.ts";
import { daemonEnding } from "@webserv/shared/errors/daemon-ending.ts";
import { toWebservError, WebservError } from "@webserv/shared/errors/errors.ts";

import { EnvironmentContexts } from "./environment-contexts.ts";
import type { EnvironmentContextsOptions } from "./environment-contexts.ts";
import { assertHostsDiffer } from "../routing/route-claims.ts";
import { newSandboxId, sessionSandbox } from "../sandboxes/sandbox-names.ts";
import type { Sandboxes } from "../sandboxes/sandboxes.ts";

/** The number of environments that are made at the same time: more would only wait for one another's processor. */
const MADE_AT_ONCE = 4;
/** Sandboxes of an environment whose daemon was killed are deleted this long after the next daemon starts. */
const SANDBOX_LEASE_MS = 10_000;

export interface EnvironmentsOptions extends Omit<EnvironmentContextsOptions, "onCrash"> {
  readonly sandboxes: Sandboxes;
  /** Returns the ids of a browser's open sessions. */
  readonly sessionsOf: (browserId: string) => readonly string[];
}

type Wish = Pick<Params<"env.create">, "backend" | "freezeAfterMs"> & {
  /** The id of the sandbox for each site. */
  readonly sandboxes: readonly { readonly site: string; readonly sandboxId: string }[];
};

interface EnvironmentRecord {
  readonly environmentId: string;
  readonly wish: Wish;
  readonly createdAt: string;
  state: Exclude<Environment["state"], "frozen">;
}

export class Environments {
  readonly #options: EnvironmentsOptions;
  readonly #contexts: EnvironmentContexts;
  readonly #environments = new Map<string, EnvironmentRecord>();
  /** Environments that a reset or a deletion is at work on. */
  readonly #busy = new Set<string>();
  readonly #ending = new AbortController();

  constructor(options: EnvironmentsOptions) {
    this.#options = options;
    const onCrash = (environmentId: string): void => {
      const record = this.#environments.get(environmentId);
      if (record !== undefined) record.state = "crashed";
    };
    this.#contexts = new EnvironmentContexts({ ...options, onCrash });
  }

  list(): Environment[] {
    return [...this.#environments.values()].map((record) => this.#describe(record));
  }

  /** Tells whether the sandbox belongs to an environment, and lives as long as that. */
  holds(sandboxId: string): boolean {
    return [...this.#environments.values()].some(({ wish }) =>
      wish.sandboxes.some((sandbox) => sandbox.sandboxId === sandboxId),
    );
  }

  /**
   * Gives a session of an environment that names no sandboxes those of the environment.
   * @param sameAs the browser of the session that is replaced
   */
  withSandboxes(params: Params<"session.open">, sameAs?: string): Params<"session.open"> {
    const record = this.#environments.get(params.browserId ?? sameAs ?? "");
    if (record === undefined || params.sites.length + params.sandboxes.length > 0) return params;
    return { ...params, sandboxes: record.wish.sandboxes.map(({ sandboxId }) => sandboxId) };
  }

  /**
   * Makes all or none: if one can't be made, the others are deleted again.
   * @throws WebservError `limit-reached`, `unknown-site`, `site-taken`, and what browsers and
   *   sandboxes throw.
   */
  async create(
    { count, sites, ...wish }: Params<"env.create">,
    signal: AbortSignal,
  ): Promise<Environment[]> {
    if (this.#environments.size + count > MAX_ENVIRONMENTS) {
      throw new WebservError(
        "limit-reached",
        `${count} more environments would be over the limit of ${MAX_ENVIRONMENTS}: ${this.#environments.size} are there already`,
        { next: "Delete those that are no longer needed: `webserv env delete`." },
      );
    }
    assertHostsDiffer(
      sites.map((site) => ({
        site,
        sandboxId: newSandboxId(site),
        hosts: this.#options.sandboxes.site(site).hosts,
      })),
    );
    const failed = new AbortController();
    const until = AbortSignal.any([signal, this.#ending.signal, failed.signal]);
    const made = Array.from({ length: count }, () => this.#register(sites, wish));
    const queue = [...made];
    const work = async (): Promise<void> => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        until.throwIfAborted();
        await this.#begin(next, until);
      }
    };
    await Promise.all(
      Array.from({ length: MADE_AT_ONCE }, () =>
        work().catch((error: unknown) => failed.abort(error)),
      ),
    );
    if (!failed.signal.aborted) return made.map((record) => this.#describe(record));
    await Promise.allSettled(made.map((record) => this.#remove(record)));
    throw toWebservError(failed.signal.reason);
  }

  /**
   * Makes a new context and brings sandboxes to their beginning, under the same ids; also after a
   * crash.
   * @throws WebservError `unknown-environment`, `environment-busy`, and what browsers and sandboxes
   *   throw.
   */
  async reset(environmentId: string, signal: AbortSignal): Promise<Environment> {
    const record = this.#get(environmentId);
    return await this.#alone(record, async () => {
      const until = AbortSignal.any([signal, this.#ending.signal]);
      const sandboxes = this.#options.sandboxes;
      await this.#contexts.end(environmentId);
      record.state = "starting";
      try {
        await allOf([
          this.#contexts.begin(environmentId, record.wish.freezeAfterMs, until),
          ...record.wish.sandboxes.map(({ sandboxId }) => sandboxes.reset(sandboxId, until)),
        ]);
      } catch (error) {
        await this.#contexts.end(environmentId);
        record.state = "crashed";
        throw error;
      }
      this.#ready(record);
      return this.#describe(record);
    });
  }

  /** @throws WebservError `unknown-environment`, `environment-busy`. */
  async delete(environmentId: string): Promise<void> {
    const record = this.#get(environmentId);
    await this.#alone(record, () => this.#remove(record));
  }

  /** @throws WebservError `unknown-environment`, `unknown-sandbox`. */
  async stats(environmentId: string): Promise<EnvironmentStats> {
    const { wish } = this.#get(environmentId);
    const sandboxes = this.#options.sandboxes;
    const [{ sharedBy, memoryMiB, cpuSeconds }, stats] = await Promise.all([
      this.#contexts.usage(environmentId),
      Promise.all(wish.sandboxes.map(({ sandboxId }) => sandboxes.stats(sandboxId))),
    ]);
    const rounded = (amount: number | null): number | null =>
      amount === null ? null : Math.round(amount * 10) / 10;
    return {
      environmentId,
      sharedBy,
      memoryMiB: rounded(memoryMiB),
      cpuSeconds: rounded(cpuSeconds),
      sandboxes: stats,
    };
  }

  /** Deletes all environments, because the daemon is ending. */
  async closeAll(): Promise<void> {
    this.#ending.abort(daemonEnding("cancelled"));
    await Promise.allSettled(
      [...this.#environments.values()].map((record) => this.#remove(record)),
    );
  }

  #get(environmentId: string): EnvironmentRecord {
    const record = this.#environments.get(environmentId);
    if (record !== undefined) return record;
    throw new WebservError(
      "unknown-environment",
      `no environment has the id "${environmentId}"; environments end with the daemon that made them`,
    );
  }

  async #alone<T>(record: EnvironmentRecord, work: () => Promise<T>): Promise<T> {
    const { environmentId } = record;
    if (record.state === "starting" || this.#busy.has(environmentId)) {
      throw new WebservError(
        "environment-busy",
        `the environment ${environmentId} is being made, reset or deleted`,
      );
    }
    this.#busy.add(environmentId);
    try {
      return await work();
    } finally {
      this.#busy.delete(environmentId);
    }
  }

  #register(sites: readonly string[], wish: Omit<Wish, "sandboxes">): EnvironmentRecord {
    const record: EnvironmentRecord = {
      environmentId: `env-${randomBytes(4).toString("hex")}`,
      wish: {
        ...wish,
        sandboxes: sites.map((site) => ({ site, sandboxId: newSandboxId(site) })),
      },
      createdAt: new Date().toISOString(),
      state: "starting",
    };
    this.#environments.set(record.environmentId, record);
    return record;
  }

  async #begin(record: EnvironmentRecord, signal: AbortSignal): Promise<void> {
    const { backend, freezeAfterMs, sandboxes } = record.wish;
    await allOf([
      this.#contexts.begin(record.environmentId, freezeAfterMs, signal),
      ...sandboxes.map((sandbox) =>
        this.#options.sandboxes.create({ ...sandbox, backend, leaseMs: SANDBOX_LEASE_MS }, signal),
      ),
    ]);
    this.#ready(record);
  }

  /** Its browser may have crashed while its sandboxes were still being made. */
  #ready(record: EnvironmentRecord): void {
    const isAlive = this.#contexts.facts(record.environmentId) !== undefined;
    record.state = isAlive ? "ready" : "crashed";
    this.#contexts.ready(record.environmentId);
  }

  async #remove(record: EnvironmentRecord): Promise<void> {
    await this.#contexts.end(record.environmentId);
    this.#environments.delete(record.environmentId);
    const sandboxes = this.#options.sandboxes;
    await Promise.all(record.wish.sandboxes.map(({ sandboxId }) => sandboxes.delete(sandboxId)));
  }

  #describe({ environmentId, state, wish, createdAt }: EnvironmentRecord): Environment {
    const sandboxes = this.#options.sandboxes;
    const pid = this.#contexts.facts(environmentId)?.pid;
    return {
      environmentId,
      state: state === "ready" && this.#contexts.isFrozen(environmentId) ? "frozen" : state,
      sandboxes: wish.sandboxes.map(({ site, sandboxId }) =>
        sessionSandbox({ site, sandboxId, hosts: sandboxes.site(site).hosts }),
      ),
      ...(pid === undefined ? {} : { pid }),
      sessions: [...this.#options.sessionsOf(environmentId)],
      createdAt,
    };
  }
}

/** Rejects with the first error, but not before all have ended: nothing may be made after its undoing. */
async function allOf(works: readonly Promise<unknown>[]): Promise<void> {
  const ends = await Promise.allSettled(works);
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}
