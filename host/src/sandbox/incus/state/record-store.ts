// Stores the records of sandboxes: one file each, there when the write resolves, whole or not at all.
import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";

import * as z from "zod/mini";

import { namingPathOf } from "../../../file-path-named.ts";
import { incusRecord } from "./record.ts";
import type { IncusRecord } from "./record.ts";

const MAX_BYTES = 4 * 1024 * 1024;
const SUFFIX = ".json";

export class RecordStore {
  readonly #dir: string;
  #made: Promise<unknown> | undefined;
  #halves = 0;

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** Survives the machine's end once it resolves. */
  async write(record: IncusRecord): Promise<void> {
    await this.#prepare();
    // Each write has a file of its own, since a slow one of an earlier state may still be under way.
    const half = join(this.#dir, `${record.sandboxId}.${(this.#halves += 1)}.half`);
    const file = await open(half, "wx", 0o600);
    try {
      await namingPathOf(this.#path(record.sandboxId), async () => {
        await file.writeFile(JSON.stringify(record));
        await file.datasync();
      });
    } finally {
      await file.close();
    }
    await rename(half, this.#path(record.sandboxId));
    await this.#syncFolder();
  }

  async remove(sandboxId: string): Promise<void> {
    await this.#prepare();
    await rm(this.#path(sandboxId), { force: true });
    await this.#syncFolder();
  }

  /** Clears what a killed daemon left half written, and returns the rest. */
  async readAll(): Promise<{
    readonly records: readonly IncusRecord[];
    /** Ids whose record can't be understood. */
    readonly unreadable: readonly string[];
  }> {
    await this.#prepare();
    const records: IncusRecord[] = [];
    const unreadable: string[] = [];
    for (const name of await readdir(this.#dir)) {
      if (name.endsWith(".half")) await rm(join(this.#dir, name), { force: true });
      if (!name.endsWith(SUFFIX)) continue;
      const id = name.slice(0, -SUFFIX.length);
      const record = await readRecord(join(this.#dir, name));
      if (record?.sandboxId === id) records.push(record);
      else unreadable.push(id);
    }
    return { records, unreadable };
  }

  async #prepare(): Promise<void> {
    this.#made ??= mkdir(this.#dir, { recursive: true, mode: 0o700 });
    try {
      await this.#made;
    } catch (error) {
      // The next one tries again.
      this.#made = undefined;
      throw error;
    }
  }

  async #syncFolder(): Promise<void> {
    const folder = await open(this.#dir, "r");
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  }

  #path(sandboxId: string): string {
    return join(this.#dir, `${sandboxId}${SUFFIX}`);
  }
}

async function readRecord(path: string): Promise<IncusRecord | undefined> {
  try {
    const text = await readFile(path, "utf8");
    if (text.length > MAX_BYTES) return undefined;
    const parsed = z.safeParse(incusRecord, JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
