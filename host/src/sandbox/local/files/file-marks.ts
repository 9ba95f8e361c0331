// Tells which files of a copy differ from what it was copied from, and how much they take.
import { lstat } from "node:fs/promises";
import { join } from "node:path";

import { entriesOf, forEachEntry } from "./copy-tree.ts";

export interface FileMark {
  readonly size: number;
  readonly mtimeMs: number;
}

/** Returns size and time of each file in a folder, by relative path. */
export async function fileMarks(dir: string): Promise<ReadonlyMap<string, FileMark>> {
  const marks = new Map<string, FileMark>();
  await forEachFile(dir, (path, { size, mtimeMs }) => marks.set(path, { size, mtimeMs }));
  return marks;
}

/**
 * Bytes on disk of the files in `dir` that are new or were written to. No portable call tells how
 * many blocks two files share, so a changed file counts whole, and an unchanged one not at all.
 */
export async function changedBytes(
  dir: string,
  original: ReadonlyMap<string, FileMark>,
): Promise<number> {
  let bytes = 0;
  await forEachFile(dir, (path, { size, mtimeMs, allocated }) => {
    const before = original.get(path);
    // Times lose their last digits on the way through utimes.
    const same =
      before !== undefined && before.size === size && Math.abs(before.mtimeMs - mtimeMs) < 1;
    if (!same) bytes += allocated;
  });
  return bytes;
}

async function forEachFile(
  dir: string,
  visit: (path: string, file: FileMark & { readonly allocated: number }) => void,
): Promise<void> {
  await forEachEntry(
    dir,
    undefined,
    async (entry, path) => {
      if (!entry.isFile()) return;
      const stats = await unlessOutOfSight(lstat(join(dir, path)));
      if (stats === undefined) return;
      const { size, mtimeMs, blocks } = stats;
      visit(path, { size, mtimeMs, allocated: blocks * 512 });
    },
    async (folder) => (await unlessOutOfSight(entriesOf(folder))) ?? [],
  );
}

/** Resolves with undefined for a file that the site deleted after the listing, or hid from everybody. */
async function unlessOutOfSight<T>(look: Promise<T>): Promise<T | undefined> {
  try {
    return await look;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT" || code === "EACCES") return undefined;
    throw error;
  }
}
