// Keeps the downloads of sessions in the browser's session storage, so that their ends are told by a later worker.
import { download } from "@webserv/shared/model/download.ts";
import * as z from "zod/mini";

import type { KeyValueStore } from "../platform/key-value-store.ts";

/** Downloads kept; of more than these the oldest ones' ends go untold where the worker ends. */
export const MAX_KEPT = 200;

const keptDownload = z.object({
  sessionId: z.string(),
  url: z.string(),
  name: z.string(),
  /** The state that was told last; null: it was not told yet. */
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

/** Kept under the worker's environment: contexts of one browser share their storage. */
export class DownloadStorage {
  readonly #store: KeyValueStore;
  readonly #key: Promise<string>;
  /** Writes in the order they were made: a later state must not be overtaken by an earlier one. */
  #writes: Promise<void> = Promise.resolve();

  constructor(store: KeyValueStore, environment: Promise<string>) {
    this.#store = store;
    this.#key = environment.then((name) => `downloads/${name}`);
  }

  /** Oldest first; nothing of what an older version of the extension left in another shape. */
  async read(): Promise<readonly KeptDownload[]> {
    const key = await this.#key;
    const items = await this.#store.get([key]);
    return z.array(keptDownload).safeParse(items[key]).data ?? [];
  }

  /** Never rejects: what can't be kept is still told by this worker. */
  async write(kept: readonly KeptDownload[]): Promise<void> {
    const last = kept.slice(-MAX_KEPT);
    this.#writes = this.#writes
      .then(async () => this.#store.set({ [await this.#key]: last }))
      .catch(() => {});
    await this.#writes;
  }
}
