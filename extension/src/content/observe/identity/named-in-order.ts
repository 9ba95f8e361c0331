// Names things of a document at once, in its order: the first of likes has the plain name.
import type { Descriptor } from "./descriptor.ts";
import { nameSlug, scopeSlugs } from "./descriptor.ts";
import type { NameParts, Proposal } from "./id-maker.ts";
import { IdMaker } from "./id-maker.ts";

export interface Nameable {
  readonly key: number;
  readonly nameParts: NameParts;
}

/** Proposes ids for things, by their keys. */
export function namedInOrder(things: readonly Nameable[]): Map<number, Proposal> {
  const maker = new IdMaker();
  const ids = things.map(({ key, nameParts }) => maker.make(nameParts, key));
  const likes = new Map<string, number>();
  const count = (base: string): void => void likes.set(base, (likes.get(base) ?? 0) + 1);
  for (const [at, { nameParts }] of things.entries()) {
    const base = baseOf(nameParts);
    count(base);
    const id = ids[at] ?? base;
    if (id !== base) count(id);
  }
  const proposals = new Map<number, Proposal>();
  for (const [at, { key, nameParts }] of things.entries()) {
    const base = baseOf(nameParts);
    proposals.set(key, { id: ids[at] ?? base, likes: likes.get(base) ?? 1 });
  }
  return proposals;
}

/** Proposes ids for elements that are the whole document. */
export function namedAtOnce(descriptors: readonly Descriptor[]): ReadonlyMap<number, Proposal> {
  return namedInOrder(descriptors.map((each) => ({ key: each.key, nameParts: namePartsOf(each) })));
}

export function namePartsOf(descriptor: Descriptor): NameParts {
  const name = nameSlug(descriptor);
  return { name, scopes: scopeSlugs(descriptor, name) };
}

/** Returns the name within its nearest scope. */
export function baseOf({ name, scopes: [nearest] }: NameParts): string {
  return nearest === undefined ? name : `${nearest}.${name}`;
}

/**
 * Returns a name without numbers at its end: things that share it can be told apart by these alone.
 */
export function unnumbered(slug: string): string {
  return slug.replace(/(?:-\d+)+$/, "");
}
