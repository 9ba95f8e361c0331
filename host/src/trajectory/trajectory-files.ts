// Names the files of a trajectory's lines and observations, and writes them.
import {
  closeSync,
  existsSync,
  ftruncateSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";

import { namingPath } from "../file-path-named.ts";
import { replaceFile } from "../replace-file.ts";

/** The storage of a recorder; a disk in the daemon. Every method throws what the disk throws. */
export interface TrajectoryFiles {
  /** Adds one line with one write; a line that does not fit whole leaves nothing behind. */
  append(line: string): void;
  /** Keeps an observation under its hash; does nothing if it is kept already. */
  keepObservation(hash: string, json: string): void;
  /** Keeps a picture under its name, in the same way. */
  keepPicture(name: string, bytes: Uint8Array): void;
}

export function stepsFile(trajectoriesDir: string, sessionId: string): string {
  return join(trajectoriesDir, sessionId, "steps.jsonl");
}

export function observationFile(trajectoriesDir: string, sessionId: string, hash: string): string {
  return join(trajectoriesDir, sessionId, "observations", `${hash}.json`);
}

export function pictureFile(trajectoriesDir: string, sessionId: string, name: string): string {
  return join(trajectoriesDir, sessionId, "pictures", name);
}

export function trajectoryFiles(trajectoriesDir: string, sessionId: string): TrajectoryFiles {
  const steps = stepsFile(trajectoriesDir, sessionId);
  const observations = join(trajectoriesDir, sessionId, "observations");
  const kept = new Set<string>();
  return {
    append: (line) => {
      mkdirSync(observations, { recursive: true, mode: 0o700 });
      appendWhole(steps, line);
    },
    keepObservation: (hash, json) => {
      if (kept.has(hash)) return;
      const file = observationFile(trajectoriesDir, sessionId, hash);
      if (!existsSync(file)) {
        mkdirSync(observations, { recursive: true, mode: 0o700 });
        replaceFile(file, json);
      }
      kept.add(hash);
    },
    keepPicture: (name, bytes) => {
      const file = pictureFile(trajectoriesDir, sessionId, name);
      if (existsSync(file)) return;
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      replaceFile(file, bytes);
    },
  };
}

function appendWhole(file: string, line: string): void {
  const fd = openSync(file, "a+", 0o600);
  try {
    const before = fstatSync(fd).size;
    // A daemon that was killed while it wrote left a line without an end: it stays a line of its
    // own.
    const bytes = Buffer.from(`${endsLine(fd, before) ? "" : "\n"}${line}\n`);
    try {
      namingPath(file, () => writeAll(fd, bytes));
    } catch (error) {
      truncateTo(fd, before);
      throw error;
    }
  } finally {
    closeSync(fd);
  }
}

/** If the disk has room for a part only, the next write throws. */
function writeAll(fd: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length;) written += writeSync(fd, bytes, written);
}

/** The caller throws why the line did not fit; that this failed, too, does not matter. */
function truncateTo(fd: number, size: number): void {
  try {
    ftruncateSync(fd, size);
  } catch {
    // A reader leaves out a line without an end.
  }
}

function endsLine(fd: number, size: number): boolean {
  if (size === 0) return true;
  const last = Buffer.alloc(1);
  readSync(fd, last, 0, 1, size - 1);
  return last[0] === 0x0a;
}
