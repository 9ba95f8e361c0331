// Makes new ids: readable, and none ever twice.

/** Holds the slugs that an id is made of. */
export interface NameParts {
  readonly name: string;
  /** Slugs of what it stands in, nearest first. */
  readonly scopes: readonly string[];
}

/** The id that an element would have if its whole document were named at once. */
export interface Proposal {
  readonly id: string;
  /** The number of things in the document that could bear that name, numbers apart. */
  readonly likes: number;
}

export class IdMaker {
  /** Never shrinks: a retired id must not come to mean something else. */
  readonly #keys = new Map<string, number | undefined>();
  readonly #lastNumber = new Map<string, number>();
  /** The scopes that each id's thing stood in when the id was made. */
  readonly #scopes = new Map<string, readonly string[]>();

  /**
   * Makes an id: the proposed one if that is free. Since others were named the page may have
   * changed, and something else may have taken it.
   */
  make({ name, scopes }: NameParts, key: number, proposal?: Proposal): string {
    const isFree = proposal !== undefined && !this.#keys.has(proposal.id);
    const id = isFree ? proposal.id : this.#freeId(name, scopes, proposal?.likes ?? 1);
    this.#keys.set(id, key);
    this.#scopes.set(id, scopes);
    return id;
  }

  /** Reserves `base` if that is free, else `base` with a number, for the element with this key. */
  reserve(base: string, key: number): string {
    const id = this.#keys.has(base) ? this.#numbered(base, 1) : base;
    this.#keys.set(id, key);
    return id;
  }

  /** Moves an id to the element with this key; without a key it is no element's. */
  move(id: string, key: number | undefined): void {
    this.#keys.set(id, key);
  }

  isMade(id: string): boolean {
    return this.#keys.has(id);
  }

  /** Returns the key of the element that has, or last had, this id. */
  keyOf(id: string): number | undefined {
    return this.#keys.get(id);
  }

  /**
   * Returns the first id that is free: with the nearest scope, with a farther one that tells it
   * from what has that id, or, as the last resort, with a number.
   *
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
