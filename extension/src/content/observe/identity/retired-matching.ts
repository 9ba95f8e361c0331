// Matches new elements with the ids of things that are gone: rules 2 and 3 of id-book.ts.
import type { Descriptor, IsOther } from "./descriptor.ts";
import { keysDiffer, marksThatDiffer, rowKey, sameRow, scopeSlug, seriesOf } from "./descriptor.ts";
import type { MatchRule } from "./match-rules.ts";
import { byDomPath, byEverything, byKind, byMark, MATCH_RULES } from "./match-rules.ts";
import { findRebound } from "./rebinding.ts";
import type { IdRecord, RetiredIds } from "./retired-ids.ts";
import { countMatchKeys } from "./retired-ids.ts";

/** Says what the id book knows of the present reading, and binds what is matched. */
export interface MatchingState {
  readonly retired: RetiredIds;
  /** The number of the present reading. */
  readonly reading: number;
  /** The language that the document says it is in. */
  readonly language: string;
  /** Since the reading before, all words have come to be in another language. */
  readonly translated: boolean;
  /** Since the reading before, the path has become another. */
  readonly moved: boolean;
  readonly isOther: IsOther;
  /** Tells whether an element has an id. */
  readonly isBound: (now: Descriptor) => boolean;
  readonly bind: (record: IdRecord, now: Descriptor) => void;
}

/** Binds the ids of things that are gone to those elements of a reading that clearly show them. */
export function matchRetired(descriptors: readonly Descriptor[], state: MatchingState): void {
  new RetiredMatching(state).match(descriptors);
}

class RetiredMatching {
  readonly #state: MatchingState;

  constructor(state: MatchingState) {
    this.#state = state;
  }

  match(descriptors: readonly Descriptor[]): void {
    const { retired, language, translated, moved, isOther, bind } = this.#state;
    const isNew = (it: Descriptor): boolean => !this.#state.isBound(it);
    for (const now of descriptors.filter(isNew)) {
      const record = retired.ofElement(now.key);
      if (record === undefined) continue;
      const pair = { before: record.last, now };
      if (findRebound([pair], [], translated, isOther).size === 0) bind(record, now);
    }
    const newcomers = descriptors.filter(isNew);
    if (newcomers.length === 0) return;
    this.#matchIdentical(newcomers, countMatchKeys(byEverything, descriptors).of);
    // On another page of the application the same control is about another thing.
    const isHere = (record: IdRecord, now: Descriptor): boolean =>
      !moved || scopeSlug(record.last) === scopeSlug(now);
    for (const rule of MATCH_RULES) {
      const rest = newcomers.filter(isNew);
      this.#matchBy(rule, rest, descriptors, (record, now) =>
        this.#isTranslated(record)
          ? mayBeSame(record.last, now, true)
          : isHere(record, now) &&
            !this.#isGivenUp(record, now) &&
            mayBeSame(record.last, now, false),
      );
    }
    if (translated || retired.hasOther(language)) this.#matchTranslated(newcomers, descriptors);
  }

  /** Tells whether a thing's words are now in another language than when it was last read. */
  #isTranslated(record: IdRecord): boolean {
    if (record.language !== this.#state.language) return true;
    return this.#state.translated && this.#hasJustGone(record);
  }

  /** Tells whether the element of `now` had this id until now, and shows another thing. */
  #isGivenUp({ last, lastLive }: IdRecord, now: Descriptor | undefined): boolean {
    const { reading, isOther } = this.#state;
    return now?.key === last.key && lastLive >= reading - 1 && isOther(now);
  }

  #hasJustGone(record: IdRecord): boolean {
    return record.lastLive === this.#state.reading - 1;
  }

  #matchTranslated(newcomers: readonly Descriptor[], everyone: readonly Descriptor[]): void {
    const { isBound } = this.#state;
    const rest = (): Descriptor[] => newcomers.filter((now) => !isBound(now));
    const isMeant = (record: IdRecord, now: Descriptor): boolean =>
      this.#isTranslated(record) && mayBeSame(record.last, now, true);
    for (const rule of [byMark, byKind]) this.#matchBy(rule, rest(), everyone, isMeant);
    const older = new Set(everyone.filter(isBound).map(seriesOf));
    this.#matchBy(byDomPath, rest(), everyone, (record, now) => {
      if (!isMeant(record, now)) return false;
      // A thing that went long ago left a place that others may have now, unless its part comes back whole.
      return this.#hasJustGone(record) || !older.has(seriesOf(now)) || rowKey(now.row) !== "";
    });
  }

  /** Matches those that are equal in everything, if as many come as went away last. */
  #matchIdentical(newcomers: readonly Descriptor[], counts: ReadonlyMap<string, number>): void {
    for (const [key, group] of Map.groupBy(newcomers, (now) => byEverything(now)[0] ?? "")) {
      if (counts.get(key) !== group.length) continue;
      const records = this.#state.retired.latest(key, () => true);
      if (records.length !== group.length || !records.every(isGoneBefore(group))) continue;
      const byKey = new Map(group.map((now) => [now.key, now]));
      if (records.some((record) => this.#isGivenUp(record, byKey.get(record.last.key)))) continue;
      for (const [at, record] of records.entries()) {
        const now = group[at];
        if (now !== undefined) this.#state.bind(record, now);
      }
    }
  }

  /** Matches by one rule, and only pairs in which neither side has another choice. */
  #matchBy(
    rule: MatchRule,
    newcomers: readonly Descriptor[],
    everyone: readonly Descriptor[],
    isMeant: (record: IdRecord, now: Descriptor) => boolean,
  ): void {
    const counts = countMatchKeys(rule, everyone).of;
    const wanted = new Map<IdRecord, Descriptor[]>();
    for (const now of newcomers) {
      const records = new Set<IdRecord>();
      for (const key of rule(now)) {
        if (counts.get(key) !== 1) continue;
        const isGone = isGoneBefore([now]);
        for (const record of this.#state.retired.latest(
          key,
          (it) => isGone(it) && isMeant(it, now),
        )) {
          records.add(record);
        }
      }
      const [record] = records;
      if (record === undefined || records.size > 1) continue;
      const others = wanted.get(record);
      if (others === undefined) wanted.set(record, [now]);
      else others.push(now);
    }
    for (const [record, [now, ...others]] of wanted) {
      if (now !== undefined && others.length === 0) this.#state.bind(record, now);
    }
  }
}

/**
 * Returns a test whether a record was last seen before any of these came. Elements that stood
 * beside it don't take its place.
 */
function isGoneBefore(newcomers: readonly Descriptor[]): (record: IdRecord) => boolean {
  return ({ lastLive }) => newcomers.every(({ since }) => since === undefined || since > lastLive);
}

/** Tells whether nothing speaks against both being one thing. */
function mayBeSame(before: Descriptor, now: Descriptor, translated: boolean): boolean {
  if (keysDiffer(before.row, now.row)) return false;
  if (!translated && sameRow(before.row, now.row) === false) return false;
  const differing = marksThatDiffer(before, now);
  return differing.length === 0 || (translated && differing.every((kind) => kind === "href"));
}
