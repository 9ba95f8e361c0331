// Keeps the downloads of sessions in the browser's session storage, so that their ends are told by a later worker.
import { download } from "@webserv/shared/model/download.ts";
import * as z from "zod/mini";

import type { KeyValueStore } from "../platform/key-value-store.ts";

/** At most so many downloads are kept; nobody tells the ends of older ones once the worker has ended. */
export const MAX_KEPT = 200;

const keptDownload = z.object({
  sessionId: z.string(),
  url: z.string(),
  name: z.string(),
  /** This is the state that was told last; null if none was told yet. */
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

/** Keeps everything under the worker's environment: contexts of one browser share their storage. */
export class DownloadStorage {
  readonly #store: KeyValueStore;
  readonly #key: Promise<string>;
  /** Makes one write wait for the one before: a later state must not be overtaken by an earlier one. */
  #writes: Promise<void> = Promise.resolve();

  constructor(store: KeyValueStore, environment: Promise<string>) {
    this.#store = store;
    this.#key = environment.then((name) => `downloads/${name}`);
  }

  /** Returns the oldest first, and leaves out what an older version of the extension left in another shape. */
  async read(): Promise<readonly KeptDownload[]> {
    const key = await this.#key;
    const items = await this.#store.get([key]);
    return z.array(keptDownload).safeParse(items[key]).data ?? [];
  }

  /** It never rejects: this worker still tells of what can't be kept. */
  async write(kept: readonly KeptDownload[]): Promise<void> {
    const last = kept.slice(-MAX_KEPT);
    this.#writes = this.#writes
      .then(async () => this.#store.set({ [await this.#key]: last }))
      .catch(() => {});
    await this.#writes;
  }
}
