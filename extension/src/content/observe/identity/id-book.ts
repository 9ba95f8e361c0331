// Gives things on a page their semantic ids and remembers them. It is a state machine over
// descriptions of elements that knows nothing of the DOM.
//
// An id means a thing, such as one row's button; elements come and go under it.
//
// 1. An element keeps its id while it shows the same thing: whatever its text becomes, wherever it
// goes. It is rebound if it shows another thing (rebinding.ts): its row is known to be another (by
// key, else by name); or its name and its own marks all changed at once; or its neighbours' names
// moved on to it; or its words, its row's or its heading's tell by themselves that they are about
// another thing. A change of the page's language changes all words and so says nothing of things.
// 2. A thing that is in no element any more retires its id. A new element takes that over by the
// strongest match rule (match-rules.ts) whose key meets two conditions. It was this one thing's
// alone when that was last read, and it is this one element's alone now. Nothing may contradict,
// such as another row or another mark. Elements that are equal in everything are matched in order,
// and only if as many come as went.
// 3. An element that matches nothing, or something that two could match, gets a new id. A lost id
// costs a look; a wrong one is an action on the wrong thing.
import type { MatchRule } from "./match-rules.ts";
import { byKind, byMark, byDomPath, MATCH_RULES, byEverything } from "./match-rules.ts";
import type { Descriptor, IsOther } from "./descriptor.ts";
import { keysDiffer, marksThatDiffer, rowKey, sameRow, scopeSlug, seriesOf } from "./descriptor.ts";
import type { Proposal } from "./id-maker.ts";
import { IdMaker } from "./id-maker.ts";
import { namePartsOf, namedAtOnce } from "./named-in-order.ts";
import type { Pair } from "./rebinding.ts";
import { isTranslation, findRebound } from "./rebinding.ts";
import type { IdRecord } from "./retired-ids.ts";
import { countMatchKeys, RetiredIds } from "./retired-ids.ts";

/** Describes the document that a reading is of. */
export interface DocumentContext {
  /** The language that the document says it is in; empty if it says none. */
  readonly language: string;
  /** The document's path, without a language. */
  readonly path: string;
}

/**
 * Proposes ids for elements that have none yet, by their keys, with regard to the whole document.
 */
export type Propose = (newcomers: readonly Descriptor[]) => ReadonlyMap<number, Proposal>;

const never: IsOther = () => false;

export class IdBook {
  readonly #ids = new IdMaker();
  readonly #byKey = new Map<number, IdRecord>();
  readonly #retired = new RetiredIds();
  readonly #doubted = new Set<number>();
  #documentContext: DocumentContext = { language: "", path: "" };
  #reading = 0;
  /** Since the reading before, all words have come to be in another language. */
  #translated = false;
  /** Since the reading before, the path has become another. */
  #moved = false;

  /**
   * Returns the ids of `descriptors`, in their order.
   *
   * @param isLive whether the element with this key is still in the document
   * @param propose without it what is described is the whole document
   */
  assign(
    descriptors: readonly Descriptor[],
    isLive: (key: number) => boolean,
    documentContext: DocumentContext = { language: "", path: "" },
    propose?: Propose,
    isOther?: IsOther,
  ): string[] {
    const before = this.#documentContext;
    this.#reading++;
    this.#documentContext = documentContext;
    this.#moved = documentContext.path !== before.path;
    this.#translated =
      documentContext.language !== before.language || isTranslation(this.#pairsOf(descriptors));
    return this.assignMore(descriptors, isLive, propose, isOther);
  }

  /** Continues the same reading: `descriptors` are those that were given ids and some others. */
  assignMore(
    descriptors: readonly Descriptor[],
    isLive: (key: number) => boolean,
    propose: Propose = () => namedAtOnce(descriptors),
    isOther: IsOther = never,
  ): string[] {
    const pairs = this.#pairsOf(descriptors);
    const translated = this.#translated;
    const rebound = findRebound(pairs, this.#described(), translated, isOther);
    const reboundKeys = [...rebound].map(({ now }) => now.key);
    this.#retire(new Set([...reboundKeys, ...this.#doubted]), isLive);
    this.#doubted.clear();
    for (const { now } of pairs) this.#update(now);
    if (!this.#retired.isEmpty) {
      this.#matchRetired(descriptors, translated, isOther);
    }
    const newcomers = descriptors.filter(({ key }) => !this.#byKey.has(key));
    if (newcomers.length > 0) {
      const proposals = propose(newcomers);
      for (const newcomer of newcomers) this.#create(newcomer, proposals.get(newcomer.key));
    }
    return descriptors.map(({ key }) => this.#byKey.get(key)?.id ?? "");
  }

  /**
   * Gives the element of `descriptor` this id, which nothing has had. Returns false if that can't
   * be.
   */
  recall(descriptor: Descriptor, proposal: Proposal): boolean {
    if (this.#byKey.has(descriptor.key) || this.#ids.isMade(proposal.id)) return false;
    this.#create(descriptor, proposal);
    return true;
  }

  #pairsOf(descriptors: readonly Descriptor[]): Pair[] {
    return descriptors.flatMap((now) => {
      const record = this.#byKey.get(now.key);
      return record === undefined ? [] : [{ before: record.last, now }];
    });
  }

  /** Returns the key of the element that has, or last had, this id. */
  keyOf(id: string): number | undefined {
    return this.#ids.keyOf(id);
  }

  /**
   * Reserves an id for something that is not described here, such as an option; see
   * `IdMaker.reserve`.
   */
  reserve(base: string, key: number): string {
    return this.#ids.reserve(base, key);
  }

  /** Moves a reserved id to the element with this key; without a key it is no element's. */
  move(id: string, key: number | undefined): void {
    this.#ids.move(id, key);
  }

  /** Has the next reading take this element to show another thing. */
  doubt(key: number): void {
    this.#doubted.add(key);
  }

  /** The number of the present reading, or of the last one. */
  get reading(): number {
    return this.#reading;
  }

  /** Tells whether some element had this id at some time. */
  isKnown(id: string): boolean {
    return this.#ids.isMade(id);
  }

  idOf(key: number): string | undefined {
    return this.#byKey.get(key)?.id;
  }

  /** Lists the ids whose elements were in the document at the last reading. */
  *liveIds(): Iterable<string> {
    for (const record of this.#byKey.values()) yield record.id;
  }

  /** Lists the descriptions of what has ids, each as it was last read. */
  *#described(): Iterable<Descriptor> {
    for (const record of this.#byKey.values()) yield record.last;
  }

  #retire(rebound: ReadonlySet<number>, isLive: (key: number) => boolean): void {
    const gone: IdRecord[] = [];
    let population: Descriptor[] | undefined;
    for (const [key, record] of this.#byKey) {
      const isHere = isLive(key);
      if (isHere && !rebound.has(key)) {
        record.lastLive = this.#reading;
        continue;
      }
      population ??= [...this.#described()];
      this.#byKey.delete(key);
      gone.push(record);
      if (isHere) this.#ids.move(record.id, undefined);
      else this.#retired.awaitReturn(record);
    }
    this.#retired.add(gone, population ?? []);
  }

  #update(now: Descriptor): void {
    const record = this.#byKey.get(now.key);
    if (record === undefined) return;
    record.last = now;
    record.language = this.#documentContext.language;
  }

  #matchRetired(descriptors: readonly Descriptor[], translated: boolean, isOther: IsOther): void {
    const isNew = (it: Descriptor): boolean => !this.#byKey.has(it.key);
    for (const now of descriptors.filter(isNew)) {
      const record = this.#retired.ofElement(now.key);
      if (record === undefined) continue;
      const pair = { before: record.last, now };
      if (findRebound([pair], [], translated, isOther).size === 0) this.#bind(record, now);
    }
    const newcomers = descriptors.filter(isNew);
    if (newcomers.length === 0) return;
    this.#matchIdentical(newcomers, countMatchKeys(byEverything, descriptors).of, isOther);
    // On another page of the application the same control is about another thing.
    const isHere = (record: IdRecord, now: Descriptor): boolean =>
      !this.#moved || scopeSlug(record.last) === scopeSlug(now);
    for (const rule of MATCH_RULES) {
      const rest = newcomers.filter(isNew);
      this.#matchBy(rule, rest, descriptors, (record, now) =>
        this.#isTranslated(record, translated)
          ? mayBeSame(record.last, now, true)
          : isHere(record, now) &&
            !this.#isGivenUp(record, now, isOther) &&
            mayBeSame(record.last, now, false),
      );
    }
    if (translated || this.#retired.hasOther(this.#documentContext.language)) {
      this.#matchTranslated(newcomers, descriptors, translated);
    }
  }

  /** Tells whether a thing's words are now in another language than when it was last read. */
  #isTranslated(record: IdRecord, translated: boolean): boolean {
    if (record.language !== this.#documentContext.language) return true;
    return translated && this.#hasJustGone(record);
  }

  /** Tells whether the element of `now` had this id until now, and shows another thing. */
  #isGivenUp({ last, lastLive }: IdRecord, now: Descriptor | undefined, isOther: IsOther): boolean {
    return now?.key === last.key && lastLive >= this.#reading - 1 && isOther(now);
  }

  #hasJustGone(record: IdRecord): boolean {
    return record.lastLive === this.#reading - 1;
  }

  #matchTranslated(
    newcomers: readonly Descriptor[],
    everyone: readonly Descriptor[],
    translated: boolean,
  ): void {
    const rest = (): Descriptor[] => newcomers.filter((now) => !this.#byKey.has(now.key));
    const isMeant = (record: IdRecord, now: Descriptor): boolean =>
      this.#isTranslated(record, translated) && mayBeSame(record.last, now, true);
    for (const rule of [byMark, byKind]) this.#matchBy(rule, rest(), everyone, isMeant);
    const older = new Set(everyone.filter((it) => this.#byKey.has(it.key)).map(seriesOf));
    this.#matchBy(byDomPath, rest(), everyone, (record, now) => {
      if (!isMeant(record, now)) return false;
      // What went long ago left a place that others may have now, unless its part comes back whole.
      return this.#hasJustGone(record) || !older.has(seriesOf(now)) || rowKey(now.row) !== "";
    });
  }

  /** Matches those that are equal in everything, if as many come as went away last. */
  #matchIdentical(
    newcomers: readonly Descriptor[],
    counts: ReadonlyMap<string, number>,
    isOther: IsOther,
  ): void {
    for (const [key, group] of Map.groupBy(newcomers, (now) => byEverything(now)[0] ?? "")) {
      if (counts.get(key) !== group.length) continue;
      const records = this.#retired.latest(key, () => true);
      if (records.length !== group.length || !records.every(isGoneBefore(group))) continue;
      const byKey = new Map(group.map((now) => [now.key, now]));
      if (records.some((record) => this.#isGivenUp(record, byKey.get(record.last.key), isOther)))
        continue;
      for (const [at, record] of records.entries()) {
        const now = group[at];
        if (now !== undefined) this.#bind(record, now);
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
        for (const record of this.#retired.latest(key, (it) => isGone(it) && isMeant(it, now))) {
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
      if (now !== undefined && others.length === 0) this.#bind(record, now);
    }
  }

  #bind(record: IdRecord, now: Descriptor): void {
    this.#retired.remove(record);
    record.last = now;
    record.language = this.#documentContext.language;
    record.lastLive = this.#reading;
    this.#byKey.set(now.key, record);
    this.#ids.move(record.id, now.key);
  }

  #create(descriptor: Descriptor, proposal: Proposal | undefined): void {
    const id = this.#ids.make(namePartsOf(descriptor), descriptor.key, proposal);
    const { language } = this.#documentContext;
    this.#byKey.set(descriptor.key, { id, last: descriptor, language, lastLive: this.#reading });
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
