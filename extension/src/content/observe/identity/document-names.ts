// Names what is shown of a document as if the whole of it were named at once, in its order. So the
// plain name and the numbers of its likes depend on the document, not on what is shown of it.
//
// Everything outside of long series has been read, and is named with all its likes there. Of long
// series only windows are read. So a part of one entry is told from its likes in other entries by
// what these entries say (entry-index.ts).
//
// All parts that share a name and the scope before it are counted in one order. An entry's number
// is its rank among the entries that say both words. If the scope may come from outside of the
// series, its rank is among those that say the name. An entry that is not known to say so much has
// its ordinal, followed by a zero, which no rank has.
import type { EntryIndex, SeriesPosition } from "../scope/entry-index.ts";
import { blockLabels } from "../scope/like-blocks.ts";
import { slug } from "../naming/slug.ts";
import type { NameParts, Proposal } from "./id-maker.ts";
import type { Nameable } from "./named-in-order.ts";
import { baseOf, namedInOrder, unnumbered } from "./named-in-order.ts";
import type { ElementPart } from "../tree/parts.ts";
import type { OutsideScopes } from "../scope/outside-scopes.ts";
import type { ScopedPart } from "../scope/scoped-parts.ts";

export interface Naming {
  readonly keyOf: (element: Element) => number;
  /** Returns the slug of a part's name. */
  readonly nameOf: (part: ElementPart) => string;
  readonly namePartsOf: (found: ScopedPart) => NameParts;
  readonly outside: Pick<OutsideScopes, "has" | "isOfOneSeries">;
}

interface Like extends Nameable {
  readonly element: Element;
  readonly position: SeriesPosition | undefined;
}

/**
 * Proposes ids for `newcomers`, by their elements' keys.
 *
 * @param places of all that was read and can be acted on, in reading order
 */
export function documentNames(
  places: readonly ScopedPart[],
  newcomers: readonly ElementPart[],
  entryIndex: EntryIndex,
  { keyOf, nameOf, namePartsOf, outside }: Naming,
): Map<number, Proposal> {
  const names = new Set<string>();
  const entries = new Set<Element | undefined>();
  for (const part of newcomers) {
    names.add(unnumbered(nameOf(part)));
    entries.add(entryIndex.entryOf(part.element)?.entry);
  }
  // A part outside of long series may be a like of one inside.
  entries.add(undefined);
  const position = new Map<ElementPart, SeriesPosition | undefined>();
  const found = places.filter(({ part }) => {
    // To name what stands in other entries takes longer than to find out that it does.
    const entry = entryIndex.entryOf(part.element);
    if (!entries.has(entry?.entry) || !names.has(unnumbered(nameOf(part)))) return false;
    position.set(part, entry);
    return true;
  });
  const likes = toldByBlock(
    found.map((each): Like => ({
      element: each.part.element,
      key: keyOf(each.part.element),
      nameParts: namePartsOf(each),
      position: position.get(each.part),
    })),
  );
  const proposals = new Map<number, Proposal>();
  for (const group of Map.groupBy(likes, ({ nameParts }) => unnumbered(nameParts.name)).values()) {
    const beside = namedInOrder(group.filter(({ position }) => position === undefined));
    for (const [key, proposal] of beside) proposals.set(key, proposal);
    const entryNames = new EntryNames(new Taken(beside.values()), entryIndex, outside);
    for (const inside of Map.groupBy(group, ({ position }) => position?.entry).values()) {
      for (const [key, proposal] of entryNames.of(inside)) proposals.set(key, proposal);
    }
  }
  return proposals;
}

/** Puts the words of their blocks before the scopes of likes that would else be told apart by numbers alone. */
function toldByBlock(likes: readonly Like[]): Like[] {
  const outside = likes.filter(({ position }) => position === undefined);
  const labels = new Map<Element, string>();
  for (const group of Map.groupBy(outside, ({ nameParts }) => baseOf(nameParts)).values()) {
    const told = blockLabels(group.map(({ element }) => element));
    for (const [element, words] of told) labels.set(element, slug(words));
  }
  return likes.map((like) => {
    const { name, scopes } = like.nameParts;
    const label = labels.get(like.element) ?? "";
    if (label === "" || name.startsWith(label)) return like;
    const farther = scopes.filter((scope) => scope !== label);
    return { ...like, nameParts: { name, scopes: [label, ...farther] } };
  });
}

/** Names likes that stand in entries of long series. */
class EntryNames {
  readonly #taken: Taken;
  readonly #entryIndex: EntryIndex;
  readonly #outside: Naming["outside"];

  constructor(taken: Taken, entryIndex: EntryIndex, outside: Naming["outside"]) {
    this.#taken = taken;
    this.#entryIndex = entryIndex;
    this.#outside = outside;
  }

  /**
   * Names the likes of one entry.
   *
   * @param likes all that were read of it
   */
  *of(likes: readonly Like[]): Iterable<[number, Proposal]> {
    const used = new Set(this.#taken.ids);
    const places = placesIn(likes);
    for (const [at, { key, nameParts, position }] of likes.entries()) {
      if (position === undefined) continue;
      const { number, of } = this.#number(nameParts, position, places[at] ?? []);
      const plain = this.#plain(nameParts, position).find((id) => !used.has(id));
      const id = plain ?? `${baseOf(nameParts)}-${number}`;
      used.add(id);
      yield [key, { id, likes: of }];
    }
  }

  /**
   * Returns the ids without a number that no other entry can have. A part of an inner series always
   * has a number.
   */
  #plain({ name, scopes }: NameParts, position: SeriesPosition): string[] {
    const entryIndex = this.#entryIndex;
    if (position.inner.length > 0 || entryIndex.isBeyond(position)) return [];
    const isFirst = (word: string, isOfSeries = false): boolean =>
      entryIndex.says(position, word) && entryIndex.rank(position, [word], isOfSeries).at === 1;
    if (scopes.length === 0) return isFirst(name) ? [name] : [];
    return scopes
      .filter((scope) =>
        this.#outside.has(scope)
          ? isFirst(name, this.#outside.isOfOneSeries(scope, position))
          : isFirst(scope),
      )
      .map((scope) => baseOf({ name, scopes: [scope] }));
  }

  #number(
    nameParts: NameParts,
    position: SeriesPosition,
    place: readonly number[],
  ): { readonly number: string; readonly of: number } {
    const entryIndex = this.#entryIndex;
    const { name, scopes } = nameParts;
    const outside = this.#taken.count(baseOf(nameParts));
    const { ordinal } = position;
    const all = outside + entryIndex.total;
    if (entryIndex.isBeyond(position)) {
      return { number: joined([outside + ordinal, ...place]), of: all };
    }
    const [nearest = ""] = scopes;
    const words = [name, ...scopes.slice(0, 1).filter((scope) => !this.#outside.has(scope))];
    if (!words.every((word) => entryIndex.says(position, word))) {
      return { number: joined([ordinal, 0, ...place]), of: all };
    }
    const isOfSeries = this.#outside.isOfOneSeries(nearest, position);
    const rank = entryIndex.rank(position, words, isOfSeries);
    const of = outside + rank.of;
    const number = joined(of === 1 ? place : [outside + rank.at, ...place]);
    // Another entry may be called by what looks like the number.
    return { number: entryIndex.isSaid(`${name}-${number}`) ? `${number}-1` : number, of };
  }
}

/**
 * Returns the place of each like among those in its entry that could be called the same. It is the
 * number among those that stand in no inner series. Or it is the place of the inner entry, after
 * these, with the place within that.
 */
function placesIn(likes: readonly Like[]): number[][] {
  const counts = new Map<string, number>();
  const around = (base: string, inner: readonly number[]): string => `${base} ${inner.join()}`;
  const own = likes.map(({ nameParts, position }) => {
    const where = around(baseOf(nameParts), position?.inner ?? []);
    const count = (counts.get(where) ?? 0) + 1;
    counts.set(where, count);
    return count;
  });
  return likes.map(({ nameParts, position }, at) => {
    const inner = position?.inner ?? [];
    const before = inner.map(
      (place, depth) => place + (counts.get(around(baseOf(nameParts), inner.slice(0, depth))) ?? 0),
    );
    return [...before, own[at] ?? 1];
  });
}

/** Joins numbers to a suffix. The first of those in the same place needs no last number. */
function joined(numbers: readonly number[]): string {
  const isFirst = numbers.length > 1 && numbers.at(-1) === 1;
  return (isFirst ? numbers.slice(0, -1) : numbers).join("-");
}

/** Holds the ids that parts outside of long series have taken. */
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

  /** Counts the ids that equal this one but for their numbers. */
  count(base: string): number {
    return this.#counts.get(unnumbered(base)) ?? 0;
  }
}
