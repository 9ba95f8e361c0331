// Prepares a site once for all who need it: it goes on when the first one no longer waits.
import { unlessAborted } from "@webserv/shared/rpc/abort.ts";

import type { Progress, SandboxBackend, SiteSource } from "../../sandbox/backend.ts";

interface Preparation {
  readonly work: Promise<unknown>;
  readonly hearing: Set<Progress>;
  /** It was at this when it last told. */
  at: Parameters<Progress>[0] | undefined;
}

interface Waiting {
  readonly signal: AbortSignal;
  readonly progress: Progress;
}

export class SharedPreparations {
  readonly #stopping: AbortSignal;
  readonly #preparations = new Map<string, Preparation>();

  /** @param stopping ends all that goes on */
  constructor(stopping: AbortSignal) {
    this.#stopping = stopping;
  }

  /**
   * Resolves when what the site's sandboxes are made from is there; if it is not, its import begins, or the one that
   * goes on is joined.
   * @throws WebservError what the import throws; the signal's reason, and the import goes on.
   */
  async ensure(backend: SandboxBackend, source: SiteSource, waiting: Waiting): Promise<void> {
    if ((await backend.siteState(source)).prepared) return;
    const key = `${backend.name} ${source.site.name}`;
    const preparation = this.#preparations.get(key) ?? this.#begin(key, backend, source);
    const { hearing, at } = preparation;
    hearing.add(waiting.progress);
    if (at !== undefined) waiting.progress(at);
    try {
      await unlessAborted(preparation.work, waiting.signal);
    } finally {
      hearing.delete(waiting.progress);
    }
  }

  #begin(key: string, backend: SandboxBackend, source: SiteSource): Preparation {
    const hearing = new Set<Progress>();
    const progress: Progress = (now) => {
      preparation.at = now;
      for (const hear of hearing) hear(now);
    };
    // Not before `preparation` is there to be told of.
    const work = Promise.resolve()
      .then(() => backend.importSite({ source, progress }, this.#stopping))
      .finally(() => this.#preparations.delete(key));
    const preparation: Preparation = { work, hearing, at: undefined };
    this.#preparations.set(key, preparation);
    // Nobody may be waiting any more when it fails; whoever asks next begins anew.
    work.catch(() => {});
    return preparation;
  }
}
