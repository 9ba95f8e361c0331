// Remembers the ids whose things are gone, by all that they could be known again by.
import type { Claim } from "./claims.ts";
import { byKind, byMark, byPlace, CLAIMS, whole } from "./claims.ts";
import type { Descriptor } from "./evidence.ts";

/** An id and what had it when it was last read. */
export interface Entry {
  readonly id: string;
  last: Descriptor;
  /** The document's language then. */
  language: string;
  /** Number of the last reading in which its element was in the document. */
  lastLive: number;
}

/** A page that never stops replacing must not fill memory. */
const MAX_VACANT = 3000;

export class Vacancies {
  readonly #byClaim = new Map<string, Set<Entry>>();
  readonly #claimsOf = new Map<Entry, readonly string[]>();
  readonly #byKey = new Map<number, Entry>();

  /**
   * @param population all that were read together with those that went: only what was one's alone
   *   among them tells which one it was
   */
  add(gone: readonly Entry[], population: readonly Descriptor[]): void {
    if (gone.length === 0) return;
    const counts = [...CLAIMS, byMark, byKind, byPlace].map((claim) =>
      countClaims(claim, population),
    );
    const likes = countClaims(whole, population).of;
    const likesGone = countClaims(
      whole,
      gone.map((entry) => entry.last),
    ).of;
    for (const entry of gone) {
      // Where some of its likes are still there, which ones went can't be told.
      const claims = whole(entry.last).filter((made) => likes.get(made) === likesGone.get(made));
      for (const count of counts) {
        for (const claim of count.claim(entry.last)) {
          if (count.of.get(claim) === 1) claims.push(claim);
        }
      }
      this.#claimsOf.set(entry, claims);
      for (const claim of claims) {
        const entries = this.#byClaim.get(claim);
        if (entries === undefined) this.#byClaim.set(claim, new Set([entry]));
        else entries.add(entry);
      }
    }
    for (const entry of this.#claimsOf.keys()) {
      if (this.#claimsOf.size <= MAX_VACANT) break;
      this.remove(entry);
    }
  }

  /** It may have its id again if its very element comes back. */
  awaitReturn(entry: Entry): void {
    this.#byKey.set(entry.last.key, entry);
  }

  ofElement(key: number): Entry | undefined {
    return this.#byKey.get(key);
  }

  remove(entry: Entry): void {
    for (const claim of this.#claimsOf.get(entry) ?? []) {
      const entries = this.#byClaim.get(claim);
      entries?.delete(entry);
      if (entries?.size === 0) this.#byClaim.delete(claim);
    }
    this.#claimsOf.delete(entry);
    if (this.#byKey.get(entry.last.key) === entry) this.#byKey.delete(entry.last.key);
  }

  /** Those with this claim that were in the document together at the end, in the order they came. */
  latest(claim: string, isMeant: (entry: Entry) => boolean): Entry[] {
    const meant = [...(this.#byClaim.get(claim) ?? [])].filter(isMeant);
    const lastLive = meant.reduce((last, entry) => Math.max(last, entry.lastLive), 0);
    return meant.filter((entry) => entry.lastLive === lastLive);
  }

  /** Whether something went while the page was in another language. */
  hasOther(language: string): boolean {
    for (const entry of this.#claimsOf.keys()) if (entry.language !== language) return true;
    return false;
  }

  get isEmpty(): boolean {
    return this.#claimsOf.size === 0;
  }
}

/** How many of `population` make each claim. */
export function countClaims(
  claim: Claim,
  population: Iterable<Descriptor>,
): { readonly claim: Claim; readonly of: ReadonlyMap<string, number> } {
  const counts = new Map<string, number>();
  for (const descriptor of population) {
    for (const made of claim(descriptor)) counts.set(made, (counts.get(made) ?? 0) + 1);
  }
  return { claim, of: counts };
}
