// Lets one process of a checkout set it up at a time.
import { readFileSync } from "node:fs";
import { mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { say } from "./words.mjs";

/** A lock that can't be read is being written, unless it has been like that for this long. */
const WRITING_MS = 5000;
const POLL_MS = 200;
const TURN_POLL_MS = 20;

/**
 * Runs `work` while holding `cache`/set-up.lock; waits while another living process holds it, however long: on a busy
 * machine nobody can say how long is too long.
 * @template T
 * @param {string} cache
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(cache, work) {
  await mkdir(cache, { recursive: true });
  const file = join(cache, "set-up.lock");
  await acquire(file);
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

/** @param {string} file */
async function acquire(file) {
  let told = false;
  for (;;) {
    try {
      await writeFile(file, String(process.pid), { flag: "wx" });
      return;
    } catch (error) {
      if (!isCode(error, "EEXIST")) throw error;
    }
    const held = await readLock(file);
    if (held === undefined) continue;
    if (isStale(held, isAlive)) {
      await removeStale(file);
      continue;
    }
    if (!told) {
      say(
        `waiting for another command that sets up this checkout: process ${held.text} (if that is none, run \`rm ${file}\`)`,
      );
    }
    told = true;
    await sleep(POLL_MS);
  }
}

/**
 * Tells whether the process that wrote a lock is gone.
 * @param {{ text: string, ageMs: number }} lock
 * @param {(pid: number) => boolean} isAlive
 */
export function isStale({ text, ageMs }, isAlive) {
  const pid = /^\d+$/.test(text) ? Number(text) : 0;
  return pid > 0 ? !isAlive(pid) : ageMs > WRITING_MS;
}

/** @param {number} pid */
function isAlive(pid) {
  // Our own number in a lock we do not hold: an earlier process had it.
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return isCode(error, "EPERM");
  }
  return !hasEnded(pid);
}

/**
 * Tells whether the process has ended and only has not been collected by its parent yet, as Linux reports it.
 * @param {number} pid
 */
function hasEnded(pid) {
  try {
    return /\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

/** @param {string} file */
async function readLock(file) {
  try {
    const [text, { mtimeMs }] = await Promise.all([readFile(file, "utf8"), stat(file)]);
    return { text, ageMs: Date.now() - mtimeMs };
  } catch (error) {
    if (isCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

/**
 * Takes a stale lock away. Several processes may find it stale at once; one at a time looks again
 * and acts, for by then the first may have removed it and another hold a lock of its own.
 * @param {string} file
 */
async function removeStale(file) {
  const turn = `${file}.removing`;
  try {
    await mkdir(turn);
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw error;
    await removeAbandoned(turn);
    await sleep(TURN_POLL_MS);
    return;
  }
  try {
    const held = await readLock(file);
    if (held !== undefined && isStale(held, isAlive)) await rm(file, { force: true });
  } finally {
    await rm(turn, { recursive: true, force: true });
  }
}

/**
 * Removes an old turn. A turn takes no time, so an old one was left by a process that was killed in it.
 * @param {string} turn
 */
async function removeAbandoned(turn) {
  const found = await stat(turn).catch(() => undefined);
  if (found !== undefined && Date.now() - found.mtimeMs > WRITING_MS) {
    await rm(turn, { recursive: true, force: true });
  }
}

/**
 * @param {unknown} error
 * @param {string} code
 */
function isCode(error, code) {
  return error instanceof Error && "code" in error && error.code === code;
}
