// Tells which files of a copy differ from what it was copied from, and how much they take.
import { lstat } from "node:fs/promises";
import { join } from "node:path";

import { forEachEntry } from "./copy-tree.ts";

export interface FileMark {
  readonly size: number;
  readonly mtimeMs: number;
}

/** Size and time of each file in a folder, by relative path. */
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
  await forEachEntry(dir, undefined, async (entry, path) => {
    if (!entry.isFile()) return;
    try {
      const { size, mtimeMs, blocks } = await lstat(join(dir, path));
      visit(path, { size, mtimeMs, allocated: blocks * 512 });
    } catch (error) {
      // Deleted by the site between the listing and the look.
      if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
    }
  });
}
