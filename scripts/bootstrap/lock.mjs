// Lets one process of a checkout set it up at a time.
import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { say, SetupError } from "./words.mjs";

/** A lock that can't be read is being written, unless it has been like that for this long. */
const WRITING_MS = 5000;
const POLL_MS = 200;
const LONGEST_WAIT_MS = 15 * 60_000;

/**
 * Runs `work` while holding `cache`/set-up.lock; waits while another living process holds it.
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
  const giveUpAt = Date.now() + LONGEST_WAIT_MS;
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
      await removeStale(file, held.text);
      continue;
    }
    if (!told) say(`waiting for another command that sets up this checkout (process ${held.text})`);
    told = true;
    if (Date.now() > giveUpAt) {
      throw new SetupError(
        `process ${held.text} holds the set-up for too long: end it, or run \`rm ${file}\`.`,
      );
    }
    await sleep(POLL_MS);
  }
}

/**
 * Whether the process that wrote a lock is gone.
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
    return true;
  } catch (error) {
    return isCode(error, "EPERM");
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
 * Takes a stale lock away. Two processes may try at once and the first may hold a new lock by the
 * time the second acts, so what was moved is looked at, and a living lock is put back.
 * @param {string} file
 * @param {string} text
 */
async function removeStale(file, text) {
  const aside = `${file}.${process.pid}`;
  try {
    await rename(file, aside);
    const moved = await readFile(aside, "utf8");
    if (moved === text) await rm(aside, { force: true });
    else await rename(aside, file);
  } catch (error) {
    if (!isCode(error, "ENOENT")) throw error;
  }
}

/**
 * @param {unknown} error
 * @param {string} code
 */
function isCode(error, code) {
  return error instanceof Error && "code" in error && error.code === code;
}
