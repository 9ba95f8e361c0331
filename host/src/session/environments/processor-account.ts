// Who used how much of the processor: each owner what its own processes used, and a fair share of the rest.
import type { BrowserProcess } from "../../browser/contexts/context-processes.ts";

export class ProcessorAccount {
  /** Seconds that each process had used, by its id, as far as they are in somebody's account. */
  #counted = new Map<number, number>();
  readonly #accounts = new Map<string, number>();

  /** From now on. What its processes used before anybody looked is its own, too. */
  open(contextId: string): void {
    this.#accounts.set(contextId, 0);
  }

  close(contextId: string): void {
    this.#accounts.delete(contextId);
  }

  /** In seconds; undefined where it has no account. */
  of(contextId: string): number | undefined {
    return this.#accounts.get(contextId);
  }

  /**
   * Counts what was used since the last time. What serves all is shared by those that have an account
   * now; what is nobody's as yet, or of one whose account is closed, waits or is dropped with its process.
   */
  count(processes: readonly BrowserProcess[]): void {
    const counted = new Map<number, number>();
    let shared = 0;
    for (const { pid, cpuSeconds, contextId } of processes) {
      const before = this.#counted.get(pid) ?? 0;
      const own = contextId === null || contextId === undefined ? undefined : this.of(contextId);
      if (contextId !== null && own === undefined) {
        counted.set(pid, before);
        continue;
      }
      // Fewer than before: another process was given the id.
      const used = cpuSeconds < before ? cpuSeconds : cpuSeconds - before;
      counted.set(pid, cpuSeconds);
      if (contextId === null) shared += used;
      else if (contextId !== undefined) this.#accounts.set(contextId, (own ?? 0) + used);
    }
    this.#counted = counted;
    const each = shared / this.#accounts.size;
    for (const [contextId, seconds] of this.#accounts)
      this.#accounts.set(contextId, seconds + each);
  }
}
