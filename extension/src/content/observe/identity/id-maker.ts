// Makes new ids: readable, and none ever twice.

/** What an id is made of, as slugs. */
export interface Called {
  readonly name: string;
  /** What it stands in, nearest first. */
  readonly scopes: readonly string[];
}

/** What an element is called where its whole document is named at once. */
export interface Proposal {
  readonly id: string;
  /** How many in the document could bear that name, numbers apart. */
  readonly likes: number;
}

export class IdMaker {
  /** Never shrinks: a vacated id must not come to mean something else. */
  readonly #keys = new Map<string, number | undefined>();
  readonly #lastNumber = new Map<string, number>();
  /** The scopes that what an id was made for stood in then. */
  readonly #scopes = new Map<string, readonly string[]>();

  /** The id proposed, where that is free. What the page has changed since others were named may have taken it. */
  make({ name, scopes }: Called, key: number, proposal?: Proposal): string {
    const isFree = proposal !== undefined && !this.#keys.has(proposal.id);
    const id = isFree ? proposal.id : this.#freeId(name, scopes, proposal?.likes ?? 1);
    this.#keys.set(id, key);
    this.#scopes.set(id, scopes);
    return id;
  }

  /** `base` where that is free, else with a number, for the element with this key. */
  reserve(base: string, key: number): string {
    const id = this.#keys.has(base) ? this.#numbered(base, 1) : base;
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

  /**
   * Nearest scope and name; else a farther scope that tells it from what has that id; a number as the last
   * resort.
   * @param likes numbers up to this may be those of others that have not been named yet
   */
  #freeId(name: string, [nearest, ...farther]: readonly string[], likes: number): string {
    const base = nearest === undefined ? name : `${nearest}.${name}`;
    if (likes === 1 && !this.#keys.has(base)) return base;
    const shared = this.#scopes.get(base) ?? [];
    for (const scope of likes === 1 ? farther : []) {
      const id = `${scope}.${name}`;
      if (!shared.includes(scope) && !this.#keys.has(id)) return id;
    }
    return this.#numbered(base, likes);
  }

  #numbered(base: string, likes: number): string {
    let number = Math.max(this.#lastNumber.get(base) ?? 1, likes);
    do number++;
    while (this.#keys.has(`${base}-${number}`));
    this.#lastNumber.set(base, number);
    return `${base}-${number}`;
  }
}
