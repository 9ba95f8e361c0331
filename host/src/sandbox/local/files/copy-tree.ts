// Copies a folder, sharing its blocks if the file system can.
import { constants } from "node:fs";
import type { Dirent } from "node:fs";
import { copyFile, lstat, mkdir, readdir, readlink, symlink, utimes } from "node:fs/promises";
import { join } from "node:path";

export interface CopyOptions {
  readonly signal: AbortSignal;
  /** Says what a link becomes, given its path in the source and what it points to; may throw. */
  readonly link?: (path: string, target: string) => string;
}

/** The number of file operations that keep Node's four file threads busy. */
const WIDTH = 8;

/**
 * Copies files (block by block shared on btrfs, XFS, APFS and the like, byte by byte elsewhere),
 * folders and links, with modes and the files' times, so that `fileMarks` can tell later what was
 * changed. Sockets, pipes and devices are left out: they mean nothing in a copy. `to` must not be
 * there; what was copied before a failure or an abort stays, for the caller to delete.
 */
export async function copyTree(from: string, to: string, options: CopyOptions): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  await forEachEntry(from, options.signal, async (entry, path) => {
    const source = join(from, path);
    const target = join(to, path);
    if (entry.isDirectory()) {
      // We may write in it, whatever its mode, or it could neither be filled nor deleted.
      await mkdir(target, { mode: (await lstat(source)).mode | 0o700 });
    } else if (entry.isFile()) {
      await copyFile(source, target, constants.COPYFILE_FICLONE);
      const { atime, mtime } = await lstat(source);
      await utimes(target, atime, mtime);
    } else if (entry.isSymbolicLink()) {
      const pointsTo = await readlink(source);
      await symlink(options.link?.(source, pointsTo) ?? pointsTo, target);
    }
  });
}

export async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  return readdir(folder, { withFileTypes: true });
}

/** Visits everything in a folder, a folder before what is in it; `path` is relative. */
export async function forEachEntry(
  root: string,
  signal: AbortSignal | undefined,
  visit: (entry: Dirent, path: string) => Promise<void>,
  list: (folder: string) => Promise<readonly Dirent[]> = entriesOf,
): Promise<void> {
  const waiting: (() => Promise<void>)[] = [];
  const enter = async (folder: string): Promise<void> => {
    for (const entry of await list(join(root, folder))) {
      const path = join(folder, entry.name);
      waiting.push(async () => {
        await visit(entry, path);
        if (entry.isDirectory()) await enter(path);
      });
    }
  };
  await enter("");
  // Rounds, since a worker that finds nothing to do may stop just before a folder is opened.
  while (waiting.length > 0) {
    signal?.throwIfAborted();
    const workers = Array.from({ length: WIDTH }, async () => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        try {
          signal?.throwIfAborted();
          await next();
        } catch (error) {
          // The other workers have nothing left to do.
          waiting.length = 0;
          throw error;
        }
      }
    });
    const results = await Promise.allSettled(workers);
    for (const result of results) if (result.status === "rejected") throw result.reason;
  }
}
