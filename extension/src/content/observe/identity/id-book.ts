// Gives things on a page their semantic ids and remembers them: a state machine over descriptions of
// elements that knows nothing of the DOM.
//
// An id means a thing, such as one row's button; elements come and go under it.
// 1. An element keeps its id while it shows the same thing: whatever its text becomes, wherever it
//    goes. It no longer does where its row is known to be another (by key, else by name), where its
//    name and its own marks all changed at once, where its neighbours' names moved on to it, or where
//    its words, its row's or its heading's tell by themselves that they are about another thing. A
//    change of the page's language changes all words and so says nothing of things.
// 2. A thing that is in no element any more leaves its id vacant. A new element takes that over by
//    the strongest claim it has (claims.ts) that was this one thing's alone when it was last read, and
//    is this one element's alone now, and that nothing contradicts (another row, another mark). Only
//    what is equal in everything is matched in order, and only if as many come as went.
// 3. What claims nothing, or what two could claim, gets a new id. A lost id costs a look; a wrong one
//    is an action on the wrong thing.
import type { Claim } from "./claims.ts";
import { byKind, byMark, byPlace, CLAIMS, whole } from "./claims.ts";
import type { Descriptor, IsOther } from "./evidence.ts";
import { keysDiffer, marksThatDiffer, rowKey, sameRow, scopeSlug, seriesOf } from "./evidence.ts";
import type { Proposal } from "./id-maker.ts";
import { IdMaker } from "./id-maker.ts";
import { calledOf, namedAtOnce } from "./named-in-order.ts";
import type { Pair } from "./turnover.ts";
import { isTranslation, turnedOver } from "./turnover.ts";
import type { Entry } from "./vacancies.ts";
import { countClaims, Vacancies } from "./vacancies.ts";

/** What all of a reading has in common. */
export interface Circumstances {
  /** The document's language, as it says; empty where it does not. */
  readonly language: string;
  /** Its path, without a language. */
  readonly path: string;
}

/** What is proposed for elements that have no ids yet, by their keys, with regard to the whole document. */
export type Propose = (newcomers: readonly Descriptor[]) => ReadonlyMap<number, Proposal>;

const never: IsOther = () => false;

export class IdBook {
  readonly #ids = new IdMaker();
  readonly #byKey = new Map<number, Entry>();
  readonly #vacant = new Vacancies();
  readonly #doubted = new Set<number>();
  #circumstances: Circumstances = { language: "", path: "" };
  #reading = 0;
  /** Since the reading before: whether all words are in another language, and whether the path is another. */
  #translated = false;
  #moved = false;

  /**
   * The ids of `descriptors`, in their order.
   * @param isLive whether the element with this key is still in the document
   * @param propose without it what is described is the whole document
   */
  assign(
    descriptors: readonly Descriptor[],
    isLive: (key: number) => boolean,
    circumstances: Circumstances = { language: "", path: "" },
    propose?: Propose,
    isOther?: IsOther,
  ): string[] {
    const before = this.#circumstances;
    this.#reading++;
    this.#circumstances = circumstances;
    this.#moved = circumstances.path !== before.path;
    this.#translated =
      circumstances.language !== before.language || isTranslation(this.#pairsOf(descriptors));
    return this.assignMore(descriptors, isLive, propose, isOther);
  }

  /** In the same reading once more: `descriptors` are those that were given ids and some others. */
  assignMore(
    descriptors: readonly Descriptor[],
    isLive: (key: number) => boolean,
    propose: Propose = () => namedAtOnce(descriptors),
    isOther: IsOther = never,
  ): string[] {
    const pairs = this.#pairsOf(descriptors);
    const translated = this.#translated;
    const turned = turnedOver(pairs, this.#described(), translated, isOther);
    const turnedKeys = [...turned].map(({ now }) => now.key);
    this.#vacate(new Set([...turnedKeys, ...this.#doubted]), isLive);
    this.#doubted.clear();
    for (const { now } of pairs) this.#keep(now);
    if (!this.#vacant.isEmpty) {
      this.#takeOver(descriptors, translated, isOther);
    }
    const newcomers = descriptors.filter(({ key }) => !this.#byKey.has(key));
    if (newcomers.length > 0) {
      const proposals = propose(newcomers);
      for (const newcomer of newcomers) this.#begin(newcomer, proposals.get(newcomer.key));
    }
    return descriptors.map(({ key }) => this.#byKey.get(key)?.id ?? "");
  }

  /** The element of `descriptor` begins to have this id, which nothing has had; false where that can't be. */
  recall(descriptor: Descriptor, proposal: Proposal): boolean {
    if (this.#byKey.has(descriptor.key) || this.#ids.isMade(proposal.id)) return false;
    this.#begin(descriptor, proposal);
    return true;
  }

  #pairsOf(descriptors: readonly Descriptor[]): Pair[] {
    return descriptors.flatMap((now) => {
      const entry = this.#byKey.get(now.key);
      return entry === undefined ? [] : [{ before: entry.last, now }];
    });
  }

  /** The key of the element that has, or last had, this id. */
  keyOf(id: string): number | undefined {
    return this.#ids.keyOf(id);
  }

  /** An id for what is not described here, such as an option; see `IdMaker.reserve`. */
  reserve(base: string, key: number): string {
    return this.#ids.reserve(base, key);
  }

  /** Of a reserved id: it goes over to the element with this key; without one it is no element's. */
  move(id: string, key: number | undefined): void {
    this.#ids.move(id, key);
  }

  /** At the next reading this element is taken to show another thing. */
  doubt(key: number): void {
    this.#doubted.add(key);
  }

  /** The number of the present reading, or of the last one. */
  get reading(): number {
    return this.#reading;
  }

  /** Whether some element had this id at some time. */
  isKnown(id: string): boolean {
    return this.#ids.isMade(id);
  }

  idOf(key: number): string | undefined {
    return this.#byKey.get(key)?.id;
  }

  /** Ids whose elements were in the document at the last reading. */
  *liveIds(): Iterable<string> {
    for (const entry of this.#byKey.values()) yield entry.id;
  }

  /** What has ids, as it was when it was last read. */
  *#described(): Iterable<Descriptor> {
    for (const entry of this.#byKey.values()) yield entry.last;
  }

  #vacate(turned: ReadonlySet<number>, isLive: (key: number) => boolean): void {
    const gone: Entry[] = [];
    let population: Descriptor[] | undefined;
    for (const [key, entry] of this.#byKey) {
      const isHere = isLive(key);
      if (isHere && !turned.has(key)) {
        entry.lastLive = this.#reading;
        continue;
      }
      population ??= [...this.#described()];
      this.#byKey.delete(key);
      gone.push(entry);
      if (isHere) this.#ids.move(entry.id, undefined);
      else this.#vacant.awaitReturn(entry);
    }
    this.#vacant.add(gone, population ?? []);
  }

  #keep(now: Descriptor): void {
    const entry = this.#byKey.get(now.key);
    if (entry === undefined) return;
    entry.last = now;
    entry.language = this.#circumstances.language;
  }

  #takeOver(descriptors: readonly Descriptor[], translated: boolean, isOther: IsOther): void {
    const isNew = (it: Descriptor): boolean => !this.#byKey.has(it.key);
    for (const now of descriptors.filter(isNew)) {
      const entry = this.#vacant.ofElement(now.key);
      if (entry === undefined) continue;
      const pair = { before: entry.last, now };
      if (turnedOver([pair], [], translated, isOther).size === 0) this.#give(entry, now);
    }
    const newcomers = descriptors.filter(isNew);
    if (newcomers.length === 0) return;
    this.#takeOverLikes(newcomers, countClaims(whole, descriptors).of, isOther);
    // On another page of the application the same control is about another thing.
    const isHere = (entry: Entry, now: Descriptor): boolean =>
      !this.#moved || scopeSlug(entry.last) === scopeSlug(now);
    for (const claim of CLAIMS) {
      const rest = newcomers.filter(isNew);
      this.#takeOverBy(claim, rest, descriptors, (entry, now) =>
        this.#isTranslated(entry, translated)
          ? mayBe(entry.last, now, true)
          : isHere(entry, now) &&
            !this.#isGivenUp(entry, now, isOther) &&
            mayBe(entry.last, now, false),
      );
    }
    if (translated || this.#vacant.hasOther(this.#circumstances.language)) {
      this.#takeOverTranslated(newcomers, descriptors, translated);
    }
  }

  /** Whether what was called by words then has others now. */
  #isTranslated(entry: Entry, translated: boolean): boolean {
    if (entry.language !== this.#circumstances.language) return true;
    return translated && this.#hasJustGone(entry);
  }

  /** Whether the element of `now` showed this until now, and shows another thing. */
  #isGivenUp({ last, lastLive }: Entry, now: Descriptor | undefined, isOther: IsOther): boolean {
    return now?.key === last.key && lastLive >= this.#reading - 1 && isOther(now);
  }

  #hasJustGone(entry: Entry): boolean {
    return entry.lastLive === this.#reading - 1;
  }

  #takeOverTranslated(
    newcomers: readonly Descriptor[],
    everyone: readonly Descriptor[],
    translated: boolean,
  ): void {
    const rest = (): Descriptor[] => newcomers.filter((now) => !this.#byKey.has(now.key));
    const isMeant = (entry: Entry, now: Descriptor): boolean =>
      this.#isTranslated(entry, translated) && mayBe(entry.last, now, true);
    for (const claim of [byMark, byKind]) this.#takeOverBy(claim, rest(), everyone, isMeant);
    const older = new Set(everyone.filter((it) => this.#byKey.has(it.key)).map(seriesOf));
    this.#takeOverBy(byPlace, rest(), everyone, (entry, now) => {
      if (!isMeant(entry, now)) return false;
      // What went long ago left a place that others may have now, but for a part that comes back whole.
      return this.#hasJustGone(entry) || !older.has(seriesOf(now)) || rowKey(now.row) !== "";
    });
  }

  /** Those equal in everything, if as many come as went away last. */
  #takeOverLikes(
    newcomers: readonly Descriptor[],
    counts: ReadonlyMap<string, number>,
    isOther: IsOther,
  ): void {
    for (const [claim, group] of Map.groupBy(newcomers, (now) => whole(now)[0] ?? "")) {
      if (counts.get(claim) !== group.length) continue;
      const entries = this.#vacant.latest(claim, () => true);
      if (entries.length !== group.length || !entries.every(isGoneBefore(group))) continue;
      const byKey = new Map(group.map((now) => [now.key, now]));
      if (entries.some((entry) => this.#isGivenUp(entry, byKey.get(entry.last.key), isOther)))
        continue;
      for (const [at, entry] of entries.entries()) {
        const now = group[at];
        if (now !== undefined) this.#give(entry, now);
      }
    }
  }

  /** Only where both sides have no other choice. */
  #takeOverBy(
    claim: Claim,
    newcomers: readonly Descriptor[],
    everyone: readonly Descriptor[],
    isMeant: (entry: Entry, now: Descriptor) => boolean,
  ): void {
    const counts = countClaims(claim, everyone).of;
    const wanted = new Map<Entry, Descriptor[]>();
    for (const now of newcomers) {
      const entries = new Set<Entry>();
      for (const made of claim(now)) {
        if (counts.get(made) !== 1) continue;
        const isGone = isGoneBefore([now]);
        for (const entry of this.#vacant.latest(made, (it) => isGone(it) && isMeant(it, now))) {
          entries.add(entry);
        }
      }
      const [entry] = entries;
      if (entry === undefined || entries.size > 1) continue;
      const others = wanted.get(entry);
      if (others === undefined) wanted.set(entry, [now]);
      else others.push(now);
    }
    for (const [entry, [now, ...others]] of wanted) {
      if (now !== undefined && others.length === 0) this.#give(entry, now);
    }
  }

  #give(entry: Entry, now: Descriptor): void {
    this.#vacant.remove(entry);
    entry.last = now;
    entry.language = this.#circumstances.language;
    entry.lastLive = this.#reading;
    this.#byKey.set(now.key, entry);
    this.#ids.move(entry.id, now.key);
  }

  #begin(descriptor: Descriptor, proposal: Proposal | undefined): void {
    const id = this.#ids.make(calledOf(descriptor), descriptor.key, proposal);
    const { language } = this.#circumstances;
    this.#byKey.set(descriptor.key, { id, last: descriptor, language, lastLive: this.#reading });
  }
}

/** Whether the last of an entry was seen before any of these came: what stood beside it does not take its place. */
function isGoneBefore(newcomers: readonly Descriptor[]): (entry: Entry) => boolean {
  return ({ lastLive }) => newcomers.every(({ since }) => since === undefined || since > lastLive);
}

/** Whether nothing speaks against both being one thing. */
function mayBe(before: Descriptor, now: Descriptor, translated: boolean): boolean {
  if (keysDiffer(before.row, now.row)) return false;
  if (!translated && sameRow(before.row, now.row) === false) return false;
  const differing = marksThatDiffer(before, now);
  return differing.length === 0 || (translated && differing.every((kind) => kind === "href"));
}
