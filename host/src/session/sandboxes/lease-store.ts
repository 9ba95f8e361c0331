// Stores the leases of sandboxes on disk, one file each, so that the next daemon keeps their deadlines.
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";

import { sandboxId, sandboxLeaseMs } from "@webserv/shared/model/sandbox.ts";

import { replaceFile } from "../../replace-file.ts";

const leaseRecord = z.object({
  version: z.literal(1),
  sandboxId,
  leaseMs: sandboxLeaseMs,
  /** ISO 8601. */
  until: z.string(),
});
export type LeaseRecord = z.infer<typeof leaseRecord>;

const SUFFIX = ".json";

export class LeaseStore {
  readonly #dir: string;

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** Entries that can't be understood are removed. */
  load(): LeaseRecord[] {
    mkdirSync(this.#dir, { recursive: true, mode: 0o700 });
    return readdirSync(this.#dir).flatMap((name) => {
      const record = this.#read(name);
      if (record !== undefined) return [record];
      rmSync(join(this.#dir, name), { force: true, recursive: true });
      return [];
    });
  }

  /**
   * Writes a lease; errors of the disk are thrown. It is not synced: a lease that is a little older than it was does no
   * harm.
   */
  save(record: LeaseRecord): void {
    mkdirSync(this.#dir, { recursive: true, mode: 0o700 });
    replaceFile(this.#file(record.sandboxId), JSON.stringify(record));
  }

  remove(id: string): void {
    rmSync(this.#file(id), { force: true });
  }

  #file(id: string): string {
    return join(this.#dir, `${id}${SUFFIX}`);
  }

  #read(name: string): LeaseRecord | undefined {
    if (!name.endsWith(SUFFIX)) return undefined;
    try {
      const text = readFileSync(join(this.#dir, name), "utf8");
      const { data } = leaseRecord.safeParse(JSON.parse(text));
      return data?.sandboxId === name.slice(0, -SUFFIX.length) ? data : undefined;
    } catch {
      return undefined;
    }
  }
}
