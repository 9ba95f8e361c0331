// Names things of a document at once, in its order: the first of likes has the plain name.
import type { Descriptor } from "./evidence.ts";
import { nameSlug, scopeSlugs } from "./evidence.ts";
import type { Called, Proposal } from "./id-maker.ts";
import { IdMaker } from "./id-maker.ts";

export interface Nameable {
  readonly key: number;
  readonly called: Called;
}

/** By their keys. */
export function namedInOrder(things: readonly Nameable[]): Map<number, Proposal> {
  const maker = new IdMaker();
  const ids = things.map(({ key, called }) => maker.make(called, key));
  const likes = new Map<string, number>();
  const count = (base: string): void => void likes.set(base, (likes.get(base) ?? 0) + 1);
  for (const [at, { called }] of things.entries()) {
    const base = baseOf(called);
    count(base);
    const id = ids[at] ?? base;
    if (id !== base) count(id);
  }
  const proposals = new Map<number, Proposal>();
  for (const [at, { key, called }] of things.entries()) {
    const base = baseOf(called);
    proposals.set(key, { id: ids[at] ?? base, likes: likes.get(base) ?? 1 });
  }
  return proposals;
}

/** Of what is the whole document. */
export function namedAtOnce(descriptors: readonly Descriptor[]): ReadonlyMap<number, Proposal> {
  return namedInOrder(descriptors.map((each) => ({ key: each.key, called: calledOf(each) })));
}

export function calledOf(descriptor: Descriptor): Called {
  const name = nameSlug(descriptor);
  return { name, scopes: scopeSlugs(descriptor, name) };
}

/** The name within its nearest scope. */
export function baseOf({ name, scopes: [nearest] }: Called): string {
  return nearest === undefined ? name : `${nearest}.${name}`;
}

/** A name without numbers at its end: things that share it can be told apart by these alone. */
export function unnumbered(slug: string): string {
  return slug.replace(/(?:-\d+)+$/, "");
}
