// Makes new ids: readable, and none ever twice.
import type { Descriptor } from "./evidence.ts";
import { nameSlug, scopeSlugs } from "./evidence.ts";

export class IdMaker {
  /** Never shrinks: a vacated id must not come to mean something else. */
  readonly #keys = new Map<string, number | undefined>();
  readonly #lastNumber = new Map<string, number>();
  /** The scopes that what an id was made for stood in then. */
  readonly #scopes = new Map<string, readonly string[]>();

  make(descriptor: Descriptor): string {
    const name = nameSlug(descriptor);
    const scopes = scopeSlugs(descriptor, name);
    const id = this.#freeId(name, scopes);
    this.#keys.set(id, descriptor.key);
    this.#scopes.set(id, scopes);
    return id;
  }

  /** `base` where that is free, else with a number, for the element with this key. */
  reserve(base: string, key: number): string {
    const id = this.#keys.has(base) ? this.#numbered(base) : base;
    this.#keys.set(id, key);
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

  /** Nearest scope and name; else a farther scope that tells it from what has that id; a number as the last resort. */
  #freeId(name: string, [nearest, ...farther]: readonly string[]): string {
    const base = nearest === undefined ? name : `${nearest}.${name}`;
    if (!this.#keys.has(base)) return base;
    const shared = this.#scopes.get(base) ?? [];
    for (const scope of farther) {
      const id = `${scope}.${name}`;
      if (!shared.includes(scope) && !this.#keys.has(id)) return id;
    }
    return this.#numbered(base);
  }

  #numbered(base: string): string {
    let number = this.#lastNumber.get(base) ?? 1;
    do number++;
    while (this.#keys.has(`${base}-${number}`));
    this.#lastNumber.set(base, number);
    return `${base}-${number}`;
  }
}
