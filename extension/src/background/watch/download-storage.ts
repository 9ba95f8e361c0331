// Keeps the downloads of sessions in the browser's session storage, so that a later worker can report their ends.
import { download } from "@webserv/shared/model/page/download.ts";
import * as z from "zod/mini";

import type { KeyValueStore } from "../platform/key-value-store.ts";

/** The most downloads that are kept; the ends of older ones are not reported once the worker has ended. */
export const MAX_KEPT = 200;

const keptDownload = z.object({
  sessionId: z.string(),
  url: z.string(),
  name: z.string(),
  /** The state that was reported last; null if none was reported yet. */
  told: z.nullable(download.shape.state),
  item: z.object({
    id: z.int(),
    url: z.string(),
    finalUrl: z.string(),
    filename: z.string(),
    state: z.string(),
    bytesReceived: z.number(),
    totalBytes: z.number(),
    error: z.optional(z.string()),
  }),
});
export type KeptDownload = z.infer<typeof keptDownload>;

/** Keeps everything under the name of the worker's environment, since contexts of one browser share their storage. */
export class DownloadStorage {
  readonly #store: KeyValueStore;
  readonly #key: Promise<string>;
  /** Resolves after the last write, for which the next one waits: a later state must not be overtaken by an earlier. */
  #writes: Promise<void> = Promise.resolve();

  constructor(store: KeyValueStore, environment: Promise<string>) {
    this.#store = store;
    this.#key = environment.then((name) => `downloads/${name}`);
  }

  /** Returns the kept downloads, oldest first, but none if an older version of the extension left another shape. */
  async read(): Promise<readonly KeptDownload[]> {
    const key = await this.#key;
    const items = await this.#store.get([key]);
    return z.array(keptDownload).safeParse(items[key]).data ?? [];
  }

  /** Stores the latest downloads. It never rejects, since this worker still reports downloads that can't be stored. */
  async write(kept: readonly KeptDownload[]): Promise<void> {
    const last = kept.slice(-MAX_KEPT);
    this.#writes = this.#writes
      .then(async () => this.#store.set({ [await this.#key]: last }))
      .catch(() => {});
    await this.#writes;
  }
}
