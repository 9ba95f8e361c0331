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

/** A page that never stops replacing must not fill memory: more ids than these are forgotten, unless they are in use. */
const MAX_KEPT = 10_000;
/** So many of them are kept then, so that not every new id has all of them looked through. */
const KEPT_THEN = 8_000;
const MAX_NUMBERED = 5_000;
/** After so many numbers that may be taken, one is chosen that no id has had. */
const MAX_TRIES = 50;

export class IdMaker {
  readonly #keys = new Map<string, number | undefined>();
  readonly #lastNumber = new Map<string, number>();
  /** The scopes that each id's thing stood in when the id was made. */
  readonly #scopes = new Map<string, readonly string[]>();
  /** A forgotten id is never given again: it must not come to mean something else. */
  #forgotten: ForgottenIds | undefined;
  /** The highest number at the end of an id. */
  #highest = 0;
  /** Below this size nothing is looked through: all were in use when that was done last. */
  #mostKept = MAX_KEPT;

  /**
   * Makes an id: the proposed one if that is free. Since others were named the page may have
   * changed, and something else may have taken it.
   */
  make({ name, scopes }: NameParts, key: number, proposal?: Proposal): string {
    const isFree = proposal !== undefined && !this.isMade(proposal.id);
    const id = isFree ? proposal.id : this.#freeId(name, scopes, proposal?.likes ?? 1);
    this.#take(id, key);
    this.#scopes.set(id, scopes);
    return id;
  }

  /** Reserves `base` if that is free, else `base` with a number, for the element with this key. */
  reserve(base: string, key: number): string {
    const id = this.isMade(base) ? this.#numbered(base, 1) : base;
    this.#take(id, key);
    return id;
  }

  #take(id: string, key: number): void {
    this.#keys.set(id, key);
    this.#highest = Math.max(this.#highest, numberOf(id));
  }

  /**
   * Forgets the oldest ids of elements that are gone, if there are too many. One that comes back is moved to its
   * element again, and is known from then on.
   */
  trim(isLive: (key: number) => boolean): void {
    if (this.#keys.size <= this.#mostKept) return;
    this.#forgotten ??= new ForgottenIds();
    for (const [id, key] of this.#keys) {
      if (this.#keys.size <= KEPT_THEN) break;
      if (key !== undefined && isLive(key)) continue;
      this.#keys.delete(id);
      this.#scopes.delete(id);
      this.#forgotten.add(id);
    }
    this.#mostKept = Math.max(MAX_KEPT, this.#keys.size * 1.2);
    for (const base of this.#lastNumber.keys()) {
      if (this.#lastNumber.size <= MAX_NUMBERED) break;
      this.#lastNumber.delete(base);
    }
  }

  /** The number of ids that are known one by one. */
  get size(): number {
    return this.#keys.size;
  }

  /** Moves an id to the element with this key; without a key it is no element's. */
  move(id: string, key: number | undefined): void {
    this.#keys.set(id, key);
  }

  isMade(id: string): boolean {
    return this.#keys.has(id) || this.#forgotten?.mayHave(id) === true;
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
    if (likes === 1 && !this.isMade(base)) return base;
    const shared = this.#scopes.get(base) ?? [];
    for (const scope of likes === 1 ? farther : []) {
      const id = `${scope}.${name}`;
      if (!shared.includes(scope) && !this.isMade(id)) return id;
    }
    return this.#numbered(base, likes);
  }

  #numbered(base: string, likes: number): string {
    let number = Math.max(this.#lastNumber.get(base) ?? 1, likes);
    let tries = 0;
    do number = ++tries > MAX_TRIES ? Math.max(number, this.#highest) + 1 : number + 1;
    while (tries <= MAX_TRIES && this.isMade(`${base}-${number}`));
    this.#lastNumber.set(base, number);
    return `${base}-${number}`;
  }
}

/** Returns the number at the end of an id; 0 if there is none that a number could be counted on from. */
function numberOf(id: string): number {
  const digits = /-(\d{1,9})$/.exec(id)?.[1];
  return digits === undefined ? 0 : Number(digits);
}

/** The number of bits kept. Half of them are set by about 90,000 ids. */
const BITS = 1 << 19;
/** The number of bits that each id sets. */
const PROBES = 4;

/**
 * A Bloom filter: it never denies an id that was added. It may claim one that was not, and the more it holds the more
 * often. Such an id is not given, and a thing has another number instead.
 */
class ForgottenIds {
  readonly #words = new Uint32Array(BITS / 32);

  add(id: string): void {
    for (const bit of bitsOf(id)) {
      const at = bit >>> 5;
      this.#words[at] = (this.#words[at] ?? 0) | (1 << (bit & 31));
    }
  }

  mayHave(id: string): boolean {
    for (const bit of bitsOf(id)) {
      if (((this.#words[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return false;
    }
    return true;
  }
}

/** Returns the bits of an id, from two hashes of its text (FNV-1a with two beginnings). */
function bitsOf(id: string): number[] {
  let one = 0x811c9dc5;
  let other = 0x9747b28c;
  for (let at = 0; at < id.length; at++) {
    const code = id.charCodeAt(at);
    one = Math.imul(one ^ code, 0x01000193);
    other = Math.imul(other ^ code, 0x5bd1e995);
  }
  const step = (other ^ (other >>> 15)) | 1;
  const bits: number[] = [];
  for (let probe = 0; probe < PROBES; probe++) {
    bits.push((one + Math.imul(step, probe)) & (BITS - 1));
  }
  return bits;
}
