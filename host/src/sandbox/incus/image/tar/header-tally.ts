// Keeps what an image's headers say of its files within what a daemon can hold in memory.
import type { TarEntry } from "./tar-entry.ts";
import { TarError } from "./tar-reader.ts";

const MAX_ENTRIES = 4_000_000;
const MAX_HEADER_BYTES = 512 * 1024 * 1024;

/** Counts also what is replaced or removed by a later entry: it was held all the same. */
export class HeaderTally {
  readonly #maxBytes: number;
  #entries = 0;
  #bytes = 0;

  /** `maxBytes`: of all names, links and attributes. */
  constructor(maxBytes = MAX_HEADER_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /** Throws TarError where it becomes too much. */
  entry({ path, linkPath, xattrs }: TarEntry): void {
    let bytes = path.length + linkPath.length;
    for (const [name, value] of xattrs) bytes += name.length + value.length;
    this.#count(bytes);
  }

  /** A folder that is on the way of an entry only. */
  folder(name: string): void {
    this.#count(name.length);
  }

  #count(bytes: number): void {
    this.#entries += 1;
    if (this.#entries > MAX_ENTRIES) throw new TarError(`it has more than ${MAX_ENTRIES} files`);
    this.#bytes += bytes;
    if (this.#bytes > this.#maxBytes) {
      throw new TarError(
        `names, links and attributes of its files have more than ${this.#maxBytes} bytes`,
      );
    }
  }
}
