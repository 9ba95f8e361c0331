// Learns when the page has finished reacting, while something else is waited for.
import type { Params } from "@webserv/shared/protocol/methods.ts";

export interface RestSources {
  readonly work: {
    settle(options: Params<"frame.settle">, signal: AbortSignal): Promise<unknown>;
  };
}

export class Rest {
  readonly #ended = new AbortController();
  hasCome = false;

  constructor({ work }: RestSources, budgetMs: number, signal: AbortSignal) {
    const until = AbortSignal.any([signal, this.#ended.signal]);
    const come = (): void => {
      this.hasCome = true;
    };
    const options = { budgetMs: Math.max(1, Math.floor(budgetMs)), awaitsWorkers: false };
    work.settle(options, until).then(come, come);
  }

  end(): void {
    this.#ended.abort();
  }
}
