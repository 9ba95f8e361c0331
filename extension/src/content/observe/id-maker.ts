// Makes new ids: readable, and none ever twice.
import type { Descriptor } from "./evidence.ts";
import { nameSlug, scopeSlugs } from "./evidence.ts";

export class IdMaker {
  /** Never shrinks: a vacated id must not come to mean something else. */
  readonly #keys = new Map<string, number | undefined>();
  readonly #lastNumber = new Map<string, number>();

  make(descriptor: Descriptor): string {
    const id = this.#freeId(descriptor);
    this.#keys.set(id, descriptor.key);
    return id;
  }

  /** The id goes over to the element with this key; without one it is no element's. */
  move(id: string, key: number | undefined): void {
    this.#keys.set(id, key);
  }

  isMade(id: string): boolean {
    return this.#keys.has(id);
  }

  /** The key of the element that has, or last had, this id. */
  keyOf(id: string): number | undefined {
    return this.#keys.get(id);
  }

  /** Nearest scope and name; else a farther scope; a number as the last resort. */
  #freeId(descriptor: Descriptor): string {
    const name = nameSlug(descriptor);
    const candidates = scopeSlugs(descriptor, name).map((scope) => `${scope}.${name}`);
    if (candidates.length === 0) candidates.push(name);
    for (const candidate of candidates) if (!this.#keys.has(candidate)) return candidate;
    const base = candidates[0] ?? name;
    let number = this.#lastNumber.get(base) ?? 1;
    do number++;
    while (this.#keys.has(`${base}-${number}`));
    this.#lastNumber.set(base, number);
    return `${base}-${number}`;
  }
}
