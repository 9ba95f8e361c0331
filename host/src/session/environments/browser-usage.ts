// What the environments of one browser take of the machine, each for itself.
import type { BrowserProcess } from "../../browser/contexts/context-processes.ts";
import { ProcessorAccount } from "./processor-account.ts";

/** What a process uses after the last look and before its end is in nobody's account. */
const LOOK_MS = 5_000;

export interface BrowserUsageOptions {
  /** All processes of the browser. Never rejects. */
  readonly processes: () => Promise<readonly BrowserProcess[]>;
  /** Proportional share (PSS) of a process's memory; null where the system does not tell, or it has ended. */
  readonly memoryMiB: (pid: number) => Promise<number | null>;
}

export interface Usage {
  /** Its own processes', and a share of those that serve all. */
  readonly memoryMiB: number | null;
  /** The same of the processor, since it began. */
  readonly cpuSeconds: number | null;
}

export class BrowserUsage {
  readonly #options: BrowserUsageOptions;
  readonly #account = new ProcessorAccount();
  readonly #contexts = new Set<string>();
  #looking: Promise<readonly BrowserProcess[]> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: BrowserUsageOptions) {
    this.#options = options;
  }

  /** Before a context is made: what serves all has been used for those that were there. */
  async settle(): Promise<void> {
    await this.#look();
  }

  /** A context has been made. */
  begin(contextId: string): void {
    this.#account.open(contextId);
    this.#contexts.add(contextId);
    this.#timer ??= setInterval(() => void this.#look(), LOOK_MS).unref();
  }

  end(contextId: string): void {
    this.#account.close(contextId);
    this.#contexts.delete(contextId);
    if (this.#contexts.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async of(contextId: string): Promise<Usage> {
    const processes = await this.#look();
    if (processes.length === 0) return { memoryMiB: null, cpuSeconds: null };
    const [own, shared] = await Promise.all([
      this.#memory(processes.filter((each) => each.contextId === contextId)),
      this.#memory(processes.filter((each) => each.contextId === null)),
    ]);
    const memoryMiB = shared === null ? null : (own ?? 0) + shared / this.#contexts.size;
    return { memoryMiB, cpuSeconds: this.#account.of(contextId) ?? null };
  }

  /** One look at a time, which all who ask meanwhile share. */
  async #look(): Promise<readonly BrowserProcess[]> {
    this.#looking ??= this.#options.processes().then((processes) => {
      this.#account.count(processes);
      return processes;
    });
    try {
      return await this.#looking;
    } finally {
      this.#looking = undefined;
    }
  }

  async #memory(processes: readonly BrowserProcess[]): Promise<number | null> {
    const told = await Promise.all(processes.map(({ pid }) => this.#options.memoryMiB(pid)));
    const known = told.filter((each) => each !== null);
    return known.length === 0 ? null : known.reduce((sum, each) => sum + each, 0);
  }
}
