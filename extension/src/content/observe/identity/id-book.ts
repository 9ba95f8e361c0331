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
import type { Descriptor, IsOther } from "./descriptor.ts";
import type { Proposal } from "./id-maker.ts";
import { IdMaker } from "./id-maker.ts";
import { namePartsOf, namedAtOnce } from "./named-in-order.ts";
import type { Pair } from "./rebinding.ts";
import { isTranslation, findRebound } from "./rebinding.ts";
import type { IdRecord } from "./retired-ids.ts";
import { RetiredIds } from "./retired-ids.ts";
import { matchRetired } from "./retired-matching.ts";

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
      matchRetired(descriptors, {
        retired: this.#retired,
        reading: this.#reading,
        language: this.#documentContext.language,
        translated,
        moved: this.#moved,
        isOther,
        isBound: ({ key }) => this.#byKey.has(key),
        bind: (record, now) => this.#bind(record, now),
      });
    }
    const newcomers = descriptors.filter(({ key }) => !this.#byKey.has(key));
    if (newcomers.length > 0) {
      const proposals = propose(newcomers);
      for (const newcomer of newcomers) this.#create(newcomer, proposals.get(newcomer.key));
      this.#ids.trim(isLive);
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
