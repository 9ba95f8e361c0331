// Manages environments: isolated contexts of shared headless browsers, each with its own sandboxes.
import { randomBytes } from "node:crypto";

import { MAX_ENVIRONMENTS } from "@webserv/shared/model/environment.ts";
import type { Environment, EnvironmentStats } from "@webserv/shared/model/environment.ts";
import type { Params } from "@webserv/shared/protocol/methods.ts";
import { toWebservError, WebservError } from "@webserv/shared/protocol/errors.ts";

import type { LaunchFacts } from "../browsers/browser.ts";
import { EnvironmentLives } from "./environment-contexts.ts";
import type { EnvironmentLivesOptions } from "./environment-contexts.ts";
import { assertHostsDiffer } from "../routing/route-claims.ts";
import { newSandboxId, sessionSandbox } from "../sandboxes/sandbox-names.ts";
import type { Sandboxes } from "../sandboxes/sandboxes.ts";

/**
 * Environments that are made at the same time: more would only wait for one another's processor.
 */
const MADE_AT_ONCE = 4;
/**
 * Sandboxes of an environment whose daemon was killed are gone this long after the next one starts.
 */
const SANDBOX_LEASE_MS = 10_000;

export interface EnvironmentsOptions extends Omit<EnvironmentLivesOptions, "onCrash"> {
  readonly sandboxes: () => Sandboxes;
}

type Wish = Pick<Params<"env.create">, "backend" | "freezeAfterMs"> & {
  /** The id of the sandbox for each site. */
  readonly sandboxes: readonly { readonly site: string; readonly sandboxId: string }[];
};

interface Held {
  readonly environmentId: string;
  readonly wish: Wish;
  readonly createdAt: string;
  state: Exclude<Environment["state"], "frozen">;
}

export class Environments {
  readonly #options: EnvironmentsOptions;
  readonly #lives: EnvironmentLives;
  readonly #held = new Map<string, Held>();
  /** Environments that a reset or a deletion is at work on. */
  readonly #busy = new Set<string>();
  readonly #ending = new AbortController();

  constructor(options: EnvironmentsOptions) {
    this.#options = options;
    const onCrash = (environmentId: string): void => {
      const held = this.#held.get(environmentId);
      if (held !== undefined) held.state = "crashed";
    };
    this.#lives = new EnvironmentLives({ ...options, onCrash });
  }

  list(): Environment[] {
    return [...this.#held.values()].map((held) => this.#view(held));
  }

  /**
   * Returns the facts of an environment's browser for the registry; the environment's id is its
   * launch id.
   */
  find(launchId: string): LaunchFacts | undefined {
    return this.#lives.facts(launchId);
  }

  /** Tells whether the sandbox belongs to an environment, and lives as long as that. */
  holds(sandboxId: string): boolean {
    return [...this.#held.values()].some(({ wish }) =>
      wish.sandboxes.some((sandbox) => sandbox.sandboxId === sandboxId),
    );
  }

  /**
   * Gives a session of an environment that names no sandboxes those of the environment.
   * @param sameAs the browser of the session that is replaced
   */
  withSandboxes(params: Params<"session.open">, sameAs?: string): Params<"session.open"> {
    const held = this.#held.get(params.browserId ?? sameAs ?? "");
    if (held === undefined || params.sites.length + params.sandboxes.length > 0) return params;
    return { ...params, sandboxes: held.wish.sandboxes.map(({ sandboxId }) => sandboxId) };
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
    if (this.#held.size + count > MAX_ENVIRONMENTS) {
      throw new WebservError(
        "limit-reached",
        `${count} more environments than the ${this.#held.size} there are would be over ${MAX_ENVIRONMENTS}`,
        { next: "Delete those that are no longer needed: `webserv env delete`." },
      );
    }
    assertHostsDiffer(
      sites.map((site) => ({
        site,
        sandboxId: newSandboxId(site),
        hosts: this.#options.sandboxes().site(site).hosts,
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
    if (!failed.signal.aborted) return made.map((held) => this.#view(held));
    await Promise.allSettled(made.map((held) => this.#remove(held)));
    throw toWebservError(failed.signal.reason);
  }

  /**
   * Makes a new context and brings sandboxes to their beginning, under the same ids; also after a
   * crash.
   * @throws WebservError `unknown-environment`, `environment-busy`, and what browsers and sandboxes
   *   throw.
   */
  async reset(environmentId: string, signal: AbortSignal): Promise<Environment> {
    const held = this.#get(environmentId);
    return await this.#alone(held, async () => {
      const until = AbortSignal.any([signal, this.#ending.signal]);
      const sandboxes = this.#options.sandboxes();
      await this.#lives.end(environmentId);
      held.state = "starting";
      try {
        await allOf([
          this.#lives.begin(environmentId, held.wish.freezeAfterMs, until),
          ...held.wish.sandboxes.map(({ sandboxId }) => sandboxes.reset(sandboxId, until)),
        ]);
      } catch (error) {
        await this.#lives.end(environmentId);
        held.state = "crashed";
        throw error;
      }
      this.#ready(held);
      return this.#view(held);
    });
  }

  /** @throws WebservError `unknown-environment`, `environment-busy`. */
  async delete(environmentId: string): Promise<void> {
    const held = this.#get(environmentId);
    await this.#alone(held, () => this.#remove(held));
  }

  /** @throws WebservError `unknown-environment`, `unknown-sandbox`. */
  async stats(environmentId: string): Promise<EnvironmentStats> {
    const { wish } = this.#get(environmentId);
    const sandboxes = this.#options.sandboxes();
    const [{ sharedBy, memoryMiB, cpuSeconds }, stats] = await Promise.all([
      this.#lives.usage(environmentId),
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
    this.#ending.abort(new WebservError("cancelled", "the daemon is ending"));
    await Promise.allSettled([...this.#held.values()].map((held) => this.#remove(held)));
  }

  #get(environmentId: string): Held {
    const held = this.#held.get(environmentId);
    if (held !== undefined) return held;
    throw new WebservError(
      "unknown-environment",
      `no environment has the id "${environmentId}"; environments end with the daemon that made them`,
    );
  }

  async #alone<T>(held: Held, work: () => Promise<T>): Promise<T> {
    const { environmentId } = held;
    if (held.state === "starting" || this.#busy.has(environmentId)) {
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

  #register(sites: readonly string[], wish: Omit<Wish, "sandboxes">): Held {
    const held: Held = {
      environmentId: `env-${randomBytes(4).toString("hex")}`,
      wish: {
        ...wish,
        sandboxes: sites.map((site) => ({ site, sandboxId: newSandboxId(site) })),
      },
      createdAt: new Date().toISOString(),
      state: "starting",
    };
    this.#held.set(held.environmentId, held);
    return held;
  }

  async #begin(held: Held, signal: AbortSignal): Promise<void> {
    const { backend, freezeAfterMs, sandboxes } = held.wish;
    await allOf([
      this.#lives.begin(held.environmentId, freezeAfterMs, signal),
      ...sandboxes.map((sandbox) =>
        this.#options
          .sandboxes()
          .create({ ...sandbox, backend, leaseMs: SANDBOX_LEASE_MS }, signal),
      ),
    ]);
    this.#ready(held);
  }

  /** Its browser may have crashed while its sandboxes were still being made. */
  #ready(held: Held): void {
    const isAlive = this.#lives.facts(held.environmentId) !== undefined;
    held.state = isAlive ? "ready" : "crashed";
    this.#lives.ready(held.environmentId);
  }

  async #remove(held: Held): Promise<void> {
    await this.#lives.end(held.environmentId);
    this.#held.delete(held.environmentId);
    const sandboxes = this.#options.sandboxes();
    await Promise.all(held.wish.sandboxes.map(({ sandboxId }) => sandboxes.delete(sandboxId)));
  }

  #view({ environmentId, state, wish, createdAt }: Held): Environment {
    const sandboxes = this.#options.sandboxes();
    const pid = this.#lives.facts(environmentId)?.pid;
    return {
      environmentId,
      state: state === "ready" && this.#lives.isFrozen(environmentId) ? "frozen" : state,
      sandboxes: wish.sandboxes.map(({ site, sandboxId }) =>
        sessionSandbox({ site, sandboxId, hosts: sandboxes.site(site).hosts }),
      ),
      ...(pid === undefined ? {} : { pid }),
      sessions: this.#options.sessions().idsOf(environmentId),
      createdAt,
    };
  }
}

/**
 * Rejects with the first error, but not before all have ended: nothing may be made after its
 * undoing.
 */
async function allOf(works: readonly Promise<unknown>[]): Promise<void> {
  const ends = await Promise.allSettled(works);
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}
