// A log file that starts anew at a size, and keeps one earlier file beside it.
import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from "node:fs";
import { dirname } from "node:path";

export const MAX_LOG_BYTES = 5 * 1024 * 1024;

export class RotatingFile {
  readonly path: string;
  readonly #maxBytes: number;
  #fd: number;
  #bytes: number;

  constructor(path: string, maxBytes = MAX_LOG_BYTES) {
    this.path = path;
    this.#maxBytes = maxBytes;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    this.#fd = openSync(path, "a", 0o600);
    this.#bytes = fstatSync(this.#fd).size;
  }

  /** Writes whole lines. Never throws: a log that can't be written must not end what it logs. */
  write(text: string): void {
    try {
      if (this.#bytes > 0 && this.#bytes + text.length > this.#maxBytes) this.#rotate();
      this.#bytes += writeSync(this.#fd, text);
    } catch {
      // A full disk; the next line may fit again.
    }
  }

  close(): void {
    closeSync(this.#fd);
  }

  #rotate(): void {
    closeSync(this.#fd);
    renameSync(this.path, `${this.path}.1`);
    this.#fd = openSync(this.path, "a", 0o600);
    this.#bytes = fstatSync(this.#fd).size;
  }
}
