// Defines what the server tells a page about the scenario it is to play.

export interface Configuration {
  readonly id: string;
  readonly pattern: string;
  readonly noise: string;
  readonly delays: Readonly<Record<string, number>>;
  /** Under which the page keeps its marks, here and in the documents that follow; unguessable. */
  readonly key: string;
  /** Stands beside the last effect, so that a reading can be searched for it. */
  readonly token: string;
  /** How many documents came before this one. */
  readonly stage: number;
  /** The same server under another site's name. */
  readonly otherOrigin: string;
}

/** What is typed into a field: only the last letter makes it whole. */
export const TYPED = "mug";

/** What the load is made of: what applications do, and nothing but calls of one kind each. */
export const loadKinds = ["lists", "calls"] as const;
export type LoadKind = (typeof loadKinds)[number];
