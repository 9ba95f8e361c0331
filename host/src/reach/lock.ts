// Lets one daemon at a time serve a home, by a lock that the kernel releases however the daemon ends.
import { closeSync, fstatSync, openSync, rmSync, statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";

export interface HomeLock {
  /** Releases the lock and removes its file. */
  release(): void;
}

/**
 * Takes the lock, or returns undefined if a living process holds it. SQLite's exclusive transaction
 * is a lock of the operating system on every platform; a pid file would have to guess whether its
 * writer still lives.
 */
export function lockHome(file: string): HomeLock | undefined {
  const Database = sqlite().DatabaseSync;
  for (;;) {
    // The file is touched and closed before SQLite opens it: closing a file drops a process's POSIX locks on it.
    const touched = openSync(file, "a", 0o600);
    const inode = fstatSync(touched).ino;
    closeSync(touched);
    const database = new Database(file, { timeout: 0 });
    try {
      database.exec("BEGIN EXCLUSIVE");
    } catch (error) {
      database.close();
      if (isHeld(error)) return undefined;
      throw error;
    }
    // A daemon on its way out may have removed the file between our opening and our locking it.
    if (isFile(file, inode)) return lockOf(file, inode, database);
    database.close();
  }
}

/** Node 22 prints a warning that it is experimental, and agents read a command's stderr. */
function sqlite(): typeof import("node:sqlite") {
  const emitWarning = process.emitWarning.bind(process);
  process.emitWarning = () => {};
  try {
    return process.getBuiltinModule("node:sqlite");
  } finally {
    process.emitWarning = emitWarning;
  }
}

function lockOf(file: string, inode: number, database: DatabaseSync): HomeLock {
  return {
    release: () => {
      // If the home was removed and made anew, the file is the lock of another daemon.
      const own = isFile(file, inode);
      // The file is removed while it is still locked: whoever locks the removed file afterwards sees that it is
      // gone.
      if (own) rmSync(file, { force: true });
      database.close();
      if (own) rmSync(`${file}-journal`, { force: true });
    },
  };
}

function isFile(file: string, inode: number): boolean {
  return statSync(file, { throwIfNoEntry: false })?.ino === inode;
}

const SQLITE_BUSY = 5;

function isHeld(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY;
}
