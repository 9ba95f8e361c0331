// Writes a log file that starts anew at a certain size, and keeps one earlier file beside it.
import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from "node:fs";
import { dirname } from "node:path";

export const MAX_LOG_BYTES = 5 * 1024 * 1024;

export class RotatingFile {
  readonly path: string;
  readonly #maxBytes: number;
  /** The file's number; undefined while it is not open, since a number that was closed is soon another file's. */
  #fd: number | undefined;
  #bytes = 0;
  #closed = false;

  constructor(path: string, maxBytes = MAX_LOG_BYTES) {
    this.path = path;
    this.#maxBytes = maxBytes;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    this.#open();
  }

  /** Writes whole lines. Never throws: a log that can't be written must not end what it logs. */
  write(text: string): void {
    if (this.#closed) return;
    try {
      if (this.#bytes > 0 && this.#bytes + text.length > this.#maxBytes) this.#rotate();
      this.#bytes += writeSync(this.#fd ?? this.#open(), text);
    } catch {
      // The disk is full; the next line may fit again.
    }
  }

  /** Closes the file; later lines are dropped. */
  close(): void {
    this.#closed = true;
    this.#release();
  }

  #rotate(): void {
    this.#release();
    this.#bytes = 0;
    renameSync(this.path, `${this.path}.1`);
  }

  #open(): number {
    const fd = openSync(this.path, "a", 0o600);
    this.#fd = fd;
    this.#bytes = fstatSync(fd).size;
    return fd;
  }

  #release(): void {
    const fd = this.#fd;
    this.#fd = undefined;
    if (fd !== undefined) closeSync(fd);
  }
}
