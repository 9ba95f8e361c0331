// Names what is shown of a document as if the whole of it were named at once, in its order: which of several
// likes has the plain name, and which number the others have, depends on the document and not on what is
// shown of it.
//
// What stands outside of long series has been read, and is named with all its likes that have been. Of long
// series only windows are read. What stands in one of their entries is told from its likes in the other
// entries by what these say (entry-census.ts), and its number, if it needs one, is its entry's place among
// those that say the same.
import type { EntryCensus, Listed, Rank } from "./entry-census.ts";
import type { Called, Proposal } from "./id-maker.ts";
import type { Nameable } from "./named-in-order.ts";
import { baseOf, namedInOrder, unnumbered } from "./named-in-order.ts";
import type { ElementPart } from "./parts.ts";
import type { Placed } from "./scopes.ts";
import { placed } from "./scopes.ts";
import type { Walk } from "./walk.ts";

export interface Naming {
  readonly keyOf: (element: Element) => number;
  /** The slug of a part's name. */
  readonly nameOf: (part: ElementPart) => string;
  readonly calledOf: (found: Placed) => Called;
}

interface Like extends Nameable {
  readonly listed: Listed | undefined;
}

/** What is proposed for `newcomers`, by their elements' keys. */
export function documentNames(
  walk: Walk,
  newcomers: readonly ElementPart[],
  census: EntryCensus,
  { keyOf, nameOf, calledOf }: Naming,
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
  const found = placed(walk, (part) => {
    if (!names.has(unnumbered(nameOf(part)))) return false;
    const entry = census.entryOf(part.element);
    listed.set(part, entry);
    return entries.has(entry?.entry);
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
    const taken = new Taken(outside.values());
    for (const inside of Map.groupBy(group, ({ listed }) => listed?.entry).values()) {
      const [first] = inside;
      if (first?.listed === undefined) continue;
      const named = namedInEntry(inside, first.listed, taken, census);
      for (const [key, proposal] of named) proposals.set(key, proposal);
    }
  }
  return proposals;
}

function namedInEntry(
  likes: readonly Like[],
  entry: Listed,
  taken: Taken,
  census: EntryCensus,
): Map<number, Proposal> {
  const proposals = new Map<number, Proposal>();
  const used = new Set(taken.ids);
  const counts = new Map<string, number>();
  for (const { key, called } of likes) {
    const { name, scopes } = called;
    const base = baseOf(called);
    const count = (counts.get(base) ?? 0) + 1;
    counts.set(base, count);
    const rank = census.rank(entry, [name, ...scopes.slice(0, 1)]);
    const outside = taken.count(base);
    const all = { at: rank.at + outside, of: rank.of + outside };
    const places = scopes.length === 0 ? [[]] : scopes.map((scope) => [scope]);
    const plain = places.find(
      (around) =>
        !used.has(baseOf({ name, scopes: around })) &&
        census.rank(entry, [name, ...around]).at === 1,
    );
    const id =
      plain === undefined
        ? `${base}-${numberFor(name, all, count, census)}`
        : baseOf({ name, scopes: plain });
    used.add(id);
    proposals.set(key, { id, likes: all.of });
  }
  return proposals;
}

/** @param count how many in the entry itself could be called so, up to this one */
function numberFor(name: string, { at, of }: Rank, count: number, census: EntryCensus): string {
  if (of === 1) return String(count);
  const number = count === 1 ? String(at) : `${at}-${count}`;
  // Another entry may be called by what looks like the number.
  return census.isSaid(`${name}-${number}`) ? `${number}-${count}` : number;
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
