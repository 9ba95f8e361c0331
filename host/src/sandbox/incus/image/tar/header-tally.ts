// Limits the headers of an image's files to the memory that a daemon can spare.
import type { TarEntry } from "./tar-entry.ts";
import { TarError } from "./tar-reader.ts";

const MAX_ENTRIES = 4_000_000;
const MAX_HEADER_BYTES = 512 * 1024 * 1024;

/** Counts also entries that a later one replaces or removes: they were held all the same. */
export class HeaderTally {
  readonly #maxBytes: number;
  #entries = 0;
  #bytes = 0;

  /** `maxBytes` limits all names, links and attributes together. */
  constructor(maxBytes = MAX_HEADER_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /** Counts an entry; throws TarError if the limit is passed. */
  entry({ path, linkPath, xattrs }: TarEntry): void {
    let bytes = path.length + linkPath.length;
    for (const [name, value] of xattrs) bytes += name.length + value.length;
    this.#count(bytes);
  }

  /** Counts a folder that is only on the way to an entry. */
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
