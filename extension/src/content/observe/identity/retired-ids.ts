// Remembers the ids whose things are gone, by all the keys that they could be known again by.
import type { MatchRule } from "./match-rules.ts";
import { byKind, byMark, byDomPath, MATCH_RULES, byEverything } from "./match-rules.ts";
import type { Descriptor } from "./descriptor.ts";

/** An id with the last description of what had it. */
export interface IdRecord {
  readonly id: string;
  last: Descriptor;
  /** The document's language when it was last read. */
  language: string;
  /** The number of the last reading in which its element was in the document. */
  lastLive: number;
}

/** A page that never stops replacing must not fill memory. */
const MAX_RETIRED = 3000;

export class RetiredIds {
  readonly #byMatchKey = new Map<string, Set<IdRecord>>();
  readonly #matchKeysOf = new Map<IdRecord, readonly string[]>();
  readonly #byKey = new Map<number, IdRecord>();

  /**
   * Retires the ids of what is gone.
   *
   * @param population all that were read together with those that went: only a key that was one's
   *   alone among them tells which one it was
   */
  add(gone: readonly IdRecord[], population: readonly Descriptor[]): void {
    if (gone.length === 0) return;
    const counts = [...MATCH_RULES, byMark, byKind, byDomPath].map((rule) =>
      countMatchKeys(rule, population),
    );
    const likes = countMatchKeys(byEverything, population).of;
    const likesGone = countMatchKeys(
      byEverything,
      gone.map((record) => record.last),
    ).of;
    for (const record of gone) {
      // If some of its likes are still there, it can't be told which ones went.
      const keys = byEverything(record.last).filter((key) => likes.get(key) === likesGone.get(key));
      for (const count of counts) {
        for (const key of count.rule(record.last)) {
          if (count.of.get(key) === 1) keys.push(key);
        }
      }
      this.#matchKeysOf.set(record, keys);
      for (const key of keys) {
        const records = this.#byMatchKey.get(key);
        if (records === undefined) this.#byMatchKey.set(key, new Set([record]));
        else records.add(record);
      }
    }
    for (const record of this.#matchKeysOf.keys()) {
      if (this.#matchKeysOf.size <= MAX_RETIRED) break;
      this.remove(record);
    }
  }

  /** Lets a record have its id again if its very element comes back. */
  awaitReturn(record: IdRecord): void {
    this.#byKey.set(record.last.key, record);
  }

  ofElement(key: number): IdRecord | undefined {
    return this.#byKey.get(key);
  }

  remove(record: IdRecord): void {
    for (const key of this.#matchKeysOf.get(record) ?? []) {
      const records = this.#byMatchKey.get(key);
      records?.delete(record);
      if (records?.size === 0) this.#byMatchKey.delete(key);
    }
    this.#matchKeysOf.delete(record);
    if (this.#byKey.get(record.last.key) === record) this.#byKey.delete(record.last.key);
  }

  /**
   * Returns the records with this key that were in the document together at the end, in the order
   * they came.
   */
  latest(key: string, isMeant: (record: IdRecord) => boolean): IdRecord[] {
    const meant = [...(this.#byMatchKey.get(key) ?? [])].filter(isMeant);
    const lastLive = meant.reduce((last, record) => Math.max(last, record.lastLive), 0);
    return meant.filter((record) => record.lastLive === lastLive);
  }

  /** Tells whether something went while the page was in another language. */
  hasOther(language: string): boolean {
    for (const record of this.#matchKeysOf.keys()) if (record.language !== language) return true;
    return false;
  }

  get isEmpty(): boolean {
    return this.#matchKeysOf.size === 0;
  }
}

/** Counts how many of `population` have each key of a rule. */
export function countMatchKeys(
  rule: MatchRule,
  population: Iterable<Descriptor>,
): { readonly rule: MatchRule; readonly of: ReadonlyMap<string, number> } {
  const counts = new Map<string, number>();
  for (const descriptor of population) {
    for (const key of rule(descriptor)) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return { rule, of: counts };
}
