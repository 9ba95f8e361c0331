// Names what is shown of a document as if the whole of it were named at once, in its order: which of several
// likes has the plain name, and which number the others have, depends on the document and not on what is
// shown of it.
//
// What stands outside of long series has been read, and is named with all its likes that have been. Of long
// series only windows are read. What stands in one of their entries is told from its likes in the other
// entries by what these say (entry-census.ts). All that share a name and the scope before it are counted in
// one order: an entry has its place among those that say both, or, if the scope may come from outside of the
// series, among those that say the name. An entry that is not known to say so much has its ordinal, with a
// zero behind it, since no place has one.
import type { EntryCensus, Listed } from "../scope/entry-census.ts";
import type { Called, Proposal } from "./id-maker.ts";
import type { Nameable } from "./named-in-order.ts";
import { baseOf, namedInOrder, unnumbered } from "./named-in-order.ts";
import type { ElementPart } from "../tree/parts.ts";
import type { Placed } from "../scope/placed.ts";

export interface Naming {
  readonly keyOf: (element: Element) => number;
  /** The slug of a part's name. */
  readonly nameOf: (part: ElementPart) => string;
  readonly calledOf: (found: Placed) => Called;
  /** Whether something may stand in this scope although its entry does not say so. */
  readonly isOutside: (scope: string) => boolean;
}

interface Like extends Nameable {
  readonly listed: Listed | undefined;
}

/**
 * Proposes ids for `newcomers`, by their elements' keys.
 * @param places of all that was read and can be acted on, in reading order
 */
export function documentNames(
  places: readonly Placed[],
  newcomers: readonly ElementPart[],
  census: EntryCensus,
  { keyOf, nameOf, calledOf, isOutside }: Naming,
): Map<number, Proposal> {
  const names = new Set<string>();
  const entries = new Set<Element | undefined>();
  for (const part of newcomers) {
    names.add(unnumbered(nameOf(part)));
    entries.add(census.entryOf(part.element)?.entry);
  }
  // What is not in a long series may be a like of what is.
  entries.add(undefined);
  const listed = new Map<ElementPart, Listed | undefined>();
  const found = places.filter(({ part }) => {
    // To name what stands in other entries takes longer than to find out that it does.
    const entry = census.entryOf(part.element);
    if (!entries.has(entry?.entry) || !names.has(unnumbered(nameOf(part)))) return false;
    listed.set(part, entry);
    return true;
  });
  const likes = found.map((each): Like => ({
    key: keyOf(each.part.element),
    called: calledOf(each),
    listed: listed.get(each.part),
  }));
  const proposals = new Map<number, Proposal>();
  for (const group of Map.groupBy(likes, ({ called }) => unnumbered(called.name)).values()) {
    const outside = namedInOrder(group.filter(({ listed }) => listed === undefined));
    for (const [key, proposal] of outside) proposals.set(key, proposal);
    const entryNames = new EntryNames(new Taken(outside.values()), census, isOutside);
    for (const inside of Map.groupBy(group, ({ listed }) => listed?.entry).values()) {
      for (const [key, proposal] of entryNames.of(inside)) proposals.set(key, proposal);
    }
  }
  return proposals;
}

/** Names likes that stand in entries of long series. */
class EntryNames {
  readonly #taken: Taken;
  readonly #census: EntryCensus;
  readonly #isOutside: (scope: string) => boolean;

  constructor(taken: Taken, census: EntryCensus, isOutside: (scope: string) => boolean) {
    this.#taken = taken;
    this.#census = census;
    this.#isOutside = isOutside;
  }

  /** @param likes all that were read of one entry; nothing is said of others */
  *of(likes: readonly Like[]): Iterable<[number, Proposal]> {
    const used = new Set(this.#taken.ids);
    const places = placesIn(likes);
    for (const [at, { key, called, listed }] of likes.entries()) {
      if (listed === undefined) continue;
      const { number, of } = this.#number(called, listed, places[at] ?? []);
      const plain = this.#plain(called, listed).find((id) => !used.has(id));
      const id = plain ?? `${baseOf(called)}-${number}`;
      used.add(id);
      yield [key, { id, likes: of }];
    }
  }

  /** Without a number, if no other entry can have that id. What stands in an inner series always has one. */
  #plain({ name, scopes }: Called, listed: Listed): string[] {
    const census = this.#census;
    if (listed.inner.length > 0 || census.isBeyond(listed)) return [];
    const isFirst = (word: string): boolean =>
      census.says(listed, word) && census.rank(listed, [word]).at === 1;
    if (scopes.length === 0) return isFirst(name) ? [name] : [];
    return scopes
      .filter((scope) => isFirst(this.#isOutside(scope) ? name : scope))
      .map((scope) => baseOf({ name, scopes: [scope] }));
  }

  #number(
    called: Called,
    listed: Listed,
    place: readonly number[],
  ): { readonly number: string; readonly of: number } {
    const census = this.#census;
    const { name, scopes } = called;
    const outside = this.#taken.count(baseOf(called));
    const { ordinal } = listed;
    const all = outside + census.total;
    if (census.isBeyond(listed)) {
      return { number: joined([outside + ordinal, ...place]), of: all };
    }
    const words = [name, ...scopes.slice(0, 1).filter((scope) => !this.#isOutside(scope))];
    if (!words.every((word) => census.says(listed, word))) {
      return { number: joined([ordinal, 0, ...place]), of: all };
    }
    const rank = census.rank(listed, words);
    const of = outside + rank.of;
    const number = joined(of === 1 ? place : [outside + rank.at, ...place]);
    // Another entry may be called by what looks like the number.
    return { number: census.isSaid(`${name}-${number}`) ? `${number}-1` : number, of };
  }
}

/**
 * The place of each among those in its entry that could be called the same: its number among those that
 * stand in no inner series, or after these the place of its inner entry, with its place in that.
 */
function placesIn(likes: readonly Like[]): number[][] {
  const counts = new Map<string, number>();
  const around = (base: string, inner: readonly number[]): string => `${base} ${inner.join()}`;
  const own = likes.map(({ called, listed }) => {
    const where = around(baseOf(called), listed?.inner ?? []);
    const count = (counts.get(where) ?? 0) + 1;
    counts.set(where, count);
    return count;
  });
  return likes.map(({ called, listed }, at) => {
    const inner = listed?.inner ?? [];
    const before = inner.map(
      (place, depth) => place + (counts.get(around(baseOf(called), inner.slice(0, depth))) ?? 0),
    );
    return [...before, own[at] ?? 1];
  });
}

/** The first of those in the same place has no number for that. */
function joined(numbers: readonly number[]): string {
  const isFirst = numbers.length > 1 && numbers.at(-1) === 1;
  return (isFirst ? numbers.slice(0, -1) : numbers).join("-");
}

/** The ids of what stands outside of long series. */
class Taken {
  readonly ids: readonly string[];
  readonly #counts = new Map<string, number>();

  constructor(proposals: Iterable<Proposal>) {
    this.ids = Array.from(proposals, ({ id }) => id);
    for (const id of this.ids) {
      const base = unnumbered(id);
      this.#counts.set(base, (this.#counts.get(base) ?? 0) + 1);
    }
  }

  /** How many of them are this, numbers apart. */
  count(base: string): number {
    return this.#counts.get(unnumbered(base)) ?? 0;
  }
}
