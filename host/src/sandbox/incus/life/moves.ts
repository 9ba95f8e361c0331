// Has a sandbox become another clone: a fresh one, one of a kept state, or a copy of another sandbox.
import { BASE } from "../template/templates.ts";
import type { BackgroundWork } from "../../lifecycle/background-work.ts";
import type { Clone, WithOrigin } from "../clone/clone.ts";
import type { IncusSandbox } from "./incus-sandbox.ts";
import type { IncusMachinery } from "./machinery.ts";

/** The clone that it was is deleted in the background. If one of these throws, the sandbox is what it was before. */
export class Moves {
  readonly #machinery: IncusMachinery;
  readonly #background: BackgroundWork;

  constructor(machinery: IncusMachinery, background: BackgroundWork) {
    this.#machinery = machinery;
    this.#background = background;
  }

  /** Makes it a clone of its template: one of the pool if there is one. */
  async toFresh(sandbox: IncusSandbox, signal: AbortSignal): Promise<void> {
    const { template } = sandbox.state;
    await this.#become(sandbox, signal, async () => {
      const ready = await this.#takeReady(sandbox);
      return ready ?? (await this.#clone(sandbox, `${template}/${BASE}`, signal));
    });
  }

  /** Makes it a clone of an instance that is never started, such as a checkpoint's. */
  async toKept(sandbox: IncusSandbox, instance: string, signal: AbortSignal): Promise<void> {
    await this.#become(sandbox, signal, async () => this.#clone(sandbox, instance, signal));
  }

  /** Makes it a copy of another's disk, as it is now or was at a checkpoint. */
  async toBranch(
    sandbox: IncusSandbox,
    withOrigin: WithOrigin,
    signal: AbortSignal,
  ): Promise<void> {
    const { clones } = this.#machinery;
    const { site, template, sandboxId } = sandbox.state;
    await this.#become(sandbox, signal, async () =>
      this.#waitedFor(async () => clones.branch(withOrigin, { site, template, sandboxId }, signal)),
    );
  }

  async #become(
    sandbox: IncusSandbox,
    signal: AbortSignal,
    obtain: () => Promise<Clone>,
  ): Promise<void> {
    const { clones, stops } = this.#machinery;
    await this.#background.room(signal);
    const startedAt = performance.now();
    const before = sandbox.place;
    const clone = await obtain();
    try {
      await sandbox.become(clone, performance.now() - startedAt);
    } catch (error) {
      await clones.giveUp(clone);
      throw error;
    }
    // Before the record named it, nobody would have been told of its end.
    if (stops.watch(clone.instance).aborted) sandbox.fail("its site ended by itself");
    if (before !== undefined) this.#background.add(clones.giveUp(before));
  }

  /** Nothing is asked of Incus here, which is what makes it quick. */
  async #takeReady({ state: { site, template } }: IncusSandbox): Promise<Clone | undefined> {
    const { pool, templates, clones } = this.#machinery;
    if (templates.current(site.name)?.instance !== template) return undefined;
    const clone = pool.acquire(site.name);
    if (clone === undefined) return undefined;
    try {
      await clones.thaw(clone);
      return clone;
    } catch {
      // It ended in this very moment.
      this.#background.add(clones.giveUp(clone));
      return undefined;
    }
  }

  async #clone(sandbox: IncusSandbox, from: string, signal: AbortSignal): Promise<Clone> {
    const { site, template, sandboxId } = sandbox.state;
    return await this.#waitedFor(async () =>
      this.#machinery.clones.make({ site, template, from, sandboxId }, signal),
    );
  }

  /** The pool leaves the machine to it meanwhile. */
  async #waitedFor<T>(work: () => Promise<T>): Promise<T> {
    const goOn = this.#machinery.pool.pause();
    try {
      return await work();
    } finally {
      goOn();
    }
  }
}
