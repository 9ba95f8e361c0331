// Accounts for processor time: each owner has that of its own processes, and a fair share of the rest.
import type { BrowserProcess } from "../../browser/contexts/context-processes.ts";

export class ProcessorAccount {
  /** Seconds of each process that are in somebody's account, by process id. */
  #counted = new Map<number, number>();
  readonly #accounts = new Map<string, number>();

  /** Opens an account. The time that its processes used before the first sample counts, too. */
  open(contextId: string): void {
    this.#accounts.set(contextId, 0);
  }

  close(contextId: string): void {
    this.#accounts.delete(contextId);
  }

  /** Returns seconds; undefined if it has no account. */
  of(contextId: string): number | undefined {
    return this.#accounts.get(contextId);
  }

  /**
   * Counts the time used since the last sample. Time of shared processes is divided among the open
   * accounts. Time of a process whose owner is not known yet waits; if its account is closed, it is
   * dropped with the process.
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
      // A lower figure than before means that another process was given the id.
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
