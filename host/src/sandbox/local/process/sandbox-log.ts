// Keeps what a sandbox's process printed: in a file of limited size, with its last lines at hand.
import { open } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";

import type { SandboxLogs } from "@webserv/shared/model/sandbox.ts";

import { RotatingFile } from "../../../rotating-file.ts";

/** Each of the two files that a log may take has so many bytes. */
const MAX_BYTES = 1024 * 1024;
const TAIL_LENGTH = 4000;

export class SandboxLog {
  readonly path: string;
  readonly #file: RotatingFile;
  #tail = "";

  constructor(path: string) {
    this.path = path;
    this.#file = new RotatingFile(path, MAX_BYTES);
  }

  write(text: string): void {
    this.#file.write(text);
    this.#tail = (this.#tail + text).slice(-TAIL_LENGTH);
  }

  /** Returns the last lines the present process printed, at most ten, in one string. */
  lastLines(): string {
    return this.#tail.trim().split("\n").slice(-10).join("\n");
  }

  /** Returns the end of all its processes' output; if it is cut, it starts at the beginning of a line. */
  async read(maxBytes: number): Promise<SandboxLogs> {
    const late = await endOf(this.path, maxBytes);
    const early = await endOf(`${this.path}.1`, maxBytes - late.bytes.length);
    const text = Buffer.concat([early.bytes, late.bytes]).toString("utf8");
    if (early.whole && late.whole) return { text, truncated: false };
    return { text: text.slice(text.indexOf("\n") + 1), truncated: true };
  }

  /** Begins the output of a new process; the lines of the one before are no longer of interest. */
  begin(title: string): void {
    this.#file.write(`--- ${new Date().toISOString()} ${title}\n`);
    this.#tail = "";
  }

  close(): void {
    this.#file.close();
  }
}

interface FileEnd {
  readonly bytes: Buffer;
  /** That is all there is. */
  readonly whole: boolean;
}

/** A file that is not there is empty: nothing was printed yet, or it has just been set aside. */
async function endOf(path: string, maxBytes: number): Promise<FileEnd> {
  let file: FileHandle;
  try {
    file = await open(path);
  } catch (error) {
    if (isMissing(error)) return { bytes: Buffer.alloc(0), whole: true };
    throw error;
  }
  try {
    const { size } = await file.stat();
    const length = Math.min(size, maxBytes);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return { bytes: buffer.subarray(0, bytesRead), whole: length === size };
  } finally {
    await file.close();
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
