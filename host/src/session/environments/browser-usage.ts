// Measures what each environment of one browser takes of the machine.
import type { BrowserProcess } from "../../browser/contexts/context-processes.ts";
import { ProcessorAccount } from "./processor-account.ts";

/** Time that a process uses between the last sample and its end is in no account. */
const SAMPLE_MS = 5_000;

export interface BrowserUsageOptions {
  /** Lists all processes of the browser. Never rejects. */
  readonly processes: () => Promise<readonly BrowserProcess[]>;
  /**
   * Returns the proportional share (PSS) of a process's memory; null if the system does not say, or
   * the process has ended.
   */
  readonly memoryMiB: (pid: number) => Promise<number | null>;
}

export interface Usage {
  /** Memory of its own processes, and a share of those that serve all. */
  readonly memoryMiB: number | null;
  /** Processor time of the same, since the environment began. */
  readonly cpuSeconds: number | null;
}

export class BrowserUsage {
  readonly #options: BrowserUsageOptions;
  readonly #account = new ProcessorAccount();
  readonly #contexts = new Set<string>();
  #sampling: Promise<readonly BrowserProcess[]> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: BrowserUsageOptions) {
    this.#options = options;
  }

  /** Must be called before a context is made: earlier use of shared processes belongs to the contexts before it. */
  async sample(): Promise<void> {
    await this.#sample();
  }

  /** Opens the account of a new context. */
  begin(contextId: string): void {
    this.#account.open(contextId);
    this.#contexts.add(contextId);
    this.#timer ??= setInterval(() => void this.#sample(), SAMPLE_MS).unref();
  }

  end(contextId: string): void {
    this.#account.close(contextId);
    this.#contexts.delete(contextId);
    if (this.#contexts.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async of(contextId: string): Promise<Usage> {
    const processes = await this.#sample();
    if (processes.length === 0) return { memoryMiB: null, cpuSeconds: null };
    const [own, shared] = await Promise.all([
      this.#memory(processes.filter((each) => each.contextId === contextId)),
      this.#memory(processes.filter((each) => each.contextId === null)),
    ]);
    const memoryMiB = shared === null ? null : (own ?? 0) + shared / this.#contexts.size;
    return { memoryMiB, cpuSeconds: this.#account.of(contextId) ?? null };
  }

  /** Samples the processes. Callers that come meanwhile share the same sample. */
  async #sample(): Promise<readonly BrowserProcess[]> {
    this.#sampling ??= this.#options.processes().then((processes) => {
      this.#account.count(processes);
      return processes;
    });
    try {
      return await this.#sampling;
    } finally {
      this.#sampling = undefined;
    }
  }

  async #memory(processes: readonly BrowserProcess[]): Promise<number | null> {
    const told = await Promise.all(processes.map(({ pid }) => this.#options.memoryMiB(pid)));
    const known = told.filter((each) => each !== null);
    return known.length === 0 ? null : known.reduce((sum, each) => sum + each, 0);
  }
}
