// Manages the sandboxes that sessions and agents use: each id is made once and kept as long as its lease, and routes
// follow it.
import type {
  ExecResult,
  Sandbox,
  SandboxLogs,
  SandboxStats,
} from "@webserv/shared/model/sandbox.ts";
import type { Site } from "@webserv/shared/model/site.ts";
import type { Session } from "@webserv/shared/model/session.ts";
import { toWebservError, WebservError } from "@webserv/shared/errors/errors.ts";

import type { Progress, SandboxBackend } from "../../sandbox/backend.ts";
import type { SiteRegistry } from "../../site/site-registry.ts";
import type { SandboxLeases } from "./sandbox-leases.ts";
import { SharedPreparations } from "./shared-preparations.ts";
import { assertSame, away } from "./sandbox-wish.ts";
import type { BranchWish, SandboxWish } from "./sandbox-wish.ts";
import type { Backends } from "../../sandbox/backends/backends.ts";
import { taken } from "../../sandbox/lifecycle/sandbox-register.ts";
import type { Turn } from "../../sandbox/sandbox-ids.ts";
import { stillStarting } from "../../sandbox/still-starting.ts";

export interface SandboxesOptions {
  readonly backends: Backends;
  readonly sites: SiteRegistry;
  readonly leases: SandboxLeases;
  /** Called when a sandbox listens elsewhere, or nowhere, from now on. */
  readonly moved: (sandboxId: string) => Promise<void>;
  /** The daemon's end: nothing waits for a backend that does not answer after it. */
  readonly stopping: AbortSignal;
}

/** The time that a deletion waits for a backend that may have the sandbox and does not work yet, in ms. */
const REVEAL_MS = 3000;

export class Sandboxes {
  readonly #options: SandboxesOptions;
  readonly #preparations: SharedPreparations;

  constructor(options: SandboxesOptions) {
    this.#options = options;
    this.#preparations = new SharedPreparations(options.stopping);
  }

  list(): readonly Sandbox[] {
    return this.#options.backends.list().map((sandbox) => this.#shown(sandbox));
  }

  /** @throws WebservError `unknown-sandbox`. */
  get(sandboxId: string): Sandbox {
    return this.#shown(this.#options.backends.get(sandboxId));
  }

  site(name: string): Site {
    return this.#options.sites.get(name).site;
  }

  /**
   * Starts a sandbox and resolves when it answers. A second call with the same id and site resolves with the same one,
   * also while that is being made. An import that has to come first goes on when nobody waits any more.
   */
  async create(
    wish: SandboxWish,
    signal: AbortSignal,
    progress: Progress = () => {},
  ): Promise<Sandbox> {
    const { backends, leases, sites } = this.#options;
    const { sandboxId, leaseMs } = wish;
    const source = sites.get(wish.site);
    // One that is there is given at once, also while it is reset; one that is being made or deleted is waited for.
    const present = backends.ids.isEnding(sandboxId) ? undefined : backends.find(sandboxId);
    if (present !== undefined && present.state !== "starting") return this.#again(present, wish);
    return await this.#make(sandboxId, signal, async (turn) => {
      const known = await this.#find(sandboxId, turn.signal);
      if (known !== undefined) return this.#again(known, wish);
      const backend = await backends.choose(source, wish, turn.signal);
      await this.#preparations.ensure(backend, source, { signal: turn.signal, progress });
      leases.grant(sandboxId, leaseMs);
      try {
        return await leases.using(sandboxId, () => backend.create({ source, sandboxId }, turn));
      } catch (error) {
        leases.forget(sandboxId);
        throw error;
      }
    });
  }

  async checkpoint(sandboxId: string, name: string, signal: AbortSignal): Promise<Sandbox> {
    return await this.#with(sandboxId, signal, (backend) =>
      backend.checkpoint(sandboxId, name, signal),
    );
  }

  async restore(sandboxId: string, name: string, signal: AbortSignal): Promise<Sandbox> {
    return await this.#with(sandboxId, signal, (backend) =>
      backend.restore(sandboxId, name, signal),
    );
  }

  async reset(sandboxId: string, signal: AbortSignal): Promise<Sandbox> {
    return await this.#with(sandboxId, signal, (backend) => backend.reset(sandboxId, signal));
  }

  async branch(sandboxId: string, wish: BranchWish, signal: AbortSignal): Promise<Sandbox> {
    const { leases } = this.#options;
    const { newSandboxId, checkpoint, leaseMs } = wish;
    const request = { newSandboxId, ...(checkpoint === undefined ? {} : { checkpoint }) };
    return await this.#with(sandboxId, signal, (backend) =>
      this.#make(newSandboxId, signal, async (turn) => {
        const known = await this.#find(newSandboxId, turn.signal);
        if (known !== undefined) throw taken(known);
        leases.grant(newSandboxId, leaseMs);
        try {
          return await leases.using(newSandboxId, () => backend.branch(sandboxId, request, turn));
        } catch (error) {
          leases.forget(newSandboxId);
          throw error;
        }
      }),
    );
  }

  /**
   * Deletes a sandbox, also one that is being made; does nothing if there is none.
   * @returns whether there was one, or a backend that can't be asked now may have it
   */
  async delete(sandboxId: string): Promise<boolean> {
    const { backends, leases, moved, stopping } = this.#options;
    let existed = backends.ids.has(sandboxId);
    try {
      await backends.ids.end(sandboxId, undefined, async (turn) => {
        const complete =
          backends.find(sandboxId) !== undefined ||
          (await backends.reveal(
            AbortSignal.any([stopping, AbortSignal.timeout(REVEAL_MS)]),
            sandboxId,
          ));
        const isFound = backends.find(sandboxId) !== undefined;
        existed ||= isFound || !complete;
        if (isFound) await backends.of(sandboxId).delete(sandboxId, turn);
        // It may be in a backend that can't be asked now: the next one that can be asked deletes it.
        if (complete) leases.forget(sandboxId);
        else leases.expire(sandboxId);
      });
      return existed;
    } catch (error) {
      // Nobody else may know of it: it is tried again until it is gone.
      leases.expire(sandboxId);
      throw error;
    } finally {
      await moved(sandboxId);
    }
  }

  /**
   * Keeps it for another lease, also while its backend can't be asked.
   * @throws WebservError `unknown-sandbox`; `backend-unavailable` if it was renewed and can't be shown.
   */
  renew(sandboxId: string, leaseMs: number | undefined): Sandbox {
    const { backends, leases } = this.#options;
    const hidden = backends.find(sandboxId) === undefined && backends.mayHold(sandboxId);
    if (!hidden) this.get(sandboxId);
    leases.renew(sandboxId, leaseMs);
    if (hidden) throw away(sandboxId);
    return this.get(sandboxId);
  }

  /** Registers that a session no longer sees them: their leases count from now on. */
  released(of: Session["sandboxes"]): void {
    for (const { sandboxId } of of) this.#options.leases.touch(sandboxId);
  }

  async stats(sandboxId: string): Promise<SandboxStats> {
    return await this.#options.backends.of(sandboxId).stats(sandboxId);
  }

  async logs(sandboxId: string, maxBytes: number): Promise<SandboxLogs> {
    return await this.#options.backends.of(sandboxId).logs(sandboxId, maxBytes);
  }

  async exec(
    sandboxId: string,
    command: readonly string[],
    { user, cwd }: { readonly user?: string | undefined; readonly cwd?: string | undefined },
    signal: AbortSignal,
  ): Promise<ExecResult> {
    const backend = this.#options.backends.of(sandboxId);
    const options = {
      ...(user === undefined ? {} : { user }),
      ...(cwd === undefined ? {} : { cwd }),
    };
    return await this.#options.leases.using(sandboxId, () =>
      backend.exec(sandboxId, command, options, signal),
    );
  }

  /** Returns the origin at which a sandbox serves one of its hosts, while it is ready. */
  originOf(sandboxId: string, { host, port }: Site["hosts"][number]): string | undefined {
    const sandbox = this.#options.backends.find(sandboxId);
    if (sandbox?.state !== "ready") return undefined;
    const index = sandbox.hosts.findIndex((one) => one.host === host && one.port === port);
    return sandbox.origins[index];
  }

  /**
   * Returns a sandbox that runs already.
   * @throws WebservError `unknown-sandbox`, `sandbox-failed`, `sandbox-not-ready`.
   */
  ready(sandboxId: string): Sandbox {
    const sandbox = this.get(sandboxId);
    this.#options.leases.assertKept(sandboxId);
    if (sandbox.state === "ready") return sandbox;
    throw sandbox.state === "failed"
      ? new WebservError(
          "sandbox-failed",
          `the sandbox ${sandboxId} has failed: ${sandbox.failure ?? "no reason known"}`,
          { next: "Reset it, restore a checkpoint, or delete it." },
        )
      : stillStarting(sandboxId);
  }

  /**
   * Returns the hosts of a sandbox that a session of an earlier daemon saw: while its backend can't be asked yet, those
   * of its site.
   * @throws WebservError what `ready` throws; `unknown-site`.
   */
  hostsOf({ site, sandboxId }: Session["sandboxes"][number]): Site["hosts"] {
    const { backends, leases } = this.#options;
    if (backends.find(sandboxId) !== undefined || !backends.mayHold(sandboxId)) {
      return this.ready(sandboxId).hosts;
    }
    leases.assertKept(sandboxId);
    return this.site(site).hosts;
  }

  /**
   * Returns the reason why the pages of a session can't be its sites': the first of its sandboxes that does not run.
   */
  fault(of: Session["sandboxes"]): WebservError | undefined {
    for (const { sandboxId } of of) {
      try {
        this.ready(sandboxId);
      } catch (error) {
        return toWebservError(error);
      }
    }
    return undefined;
  }

  /** Tells the routes that a sandbox listens elsewhere, or nowhere, from now on. */
  async moved(sandboxId: string): Promise<void> {
    await this.#options.moved(sandboxId);
  }

  /** Returns the one that is there and renews its lease. @throws WebservError `sandbox-exists`. */
  #again(known: Sandbox, wish: SandboxWish): Sandbox {
    assertSame(known, wish);
    this.#options.leases.renew(wish.sandboxId, wish.leaseMs);
    return this.#shown(known);
  }

  /** Finds a sandbox; undefined if no backend has it. @throws WebservError `backend-unavailable`. */
  async #find(sandboxId: string, signal: AbortSignal): Promise<Sandbox | undefined> {
    const { backends } = this.#options;
    const complete =
      backends.find(sandboxId) !== undefined || (await backends.reveal(signal, sandboxId));
    signal.throwIfAborted();
    if (!complete) throw away(sandboxId);
    return backends.find(sandboxId);
  }

  /** One maker of an id at a time; a deletion of the id ends it. */
  async #make(
    sandboxId: string,
    signal: AbortSignal,
    work: (turn: Turn) => Promise<Sandbox>,
  ): Promise<Sandbox> {
    return await this.#options.backends.ids.run(sandboxId, signal, async (turn) =>
      this.#shown(await work(turn)),
    );
  }

  async #with(
    sandboxId: string,
    signal: AbortSignal,
    work: (backend: SandboxBackend) => Promise<Sandbox>,
  ): Promise<Sandbox> {
    const { backends, leases } = this.#options;
    if (backends.find(sandboxId) === undefined) await backends.reveal(signal, sandboxId);
    const backend = backends.of(sandboxId);
    try {
      return this.#shown(await leases.using(sandboxId, () => work(backend)));
    } finally {
      await this.moved(sandboxId);
    }
  }

  #shown(sandbox: Sandbox): Sandbox {
    const leaseUntil = this.#options.leases.until(sandbox.sandboxId);
    return leaseUntil === undefined ? sandbox : { ...sandbox, leaseUntil };
  }
}
