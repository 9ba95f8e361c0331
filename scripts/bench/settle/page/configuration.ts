// Defines what the server tells a page about the scenario it is to play.

export interface Configuration {
  readonly id: string;
  readonly pattern: string;
  readonly noise: string;
  readonly delays: Readonly<Record<string, number>>;
  /** The key under which the page keeps its marks, here and in the documents that follow; it can't be guessed. */
  readonly key: string;
  /** Stands beside the last effect, so that a reading can be searched for it. */
  readonly token: string;
  /** The number of documents that came before this one. */
  readonly stage: number;
  /** The same server under another site's name. */
  readonly otherOrigin: string;
}

/** The text that is typed into a field; only its last letter makes it whole. */
export const TYPED = "mug";

/** The kinds of load: lists, as applications make them, and nothing but calls of one kind each. */
export const loadKinds = ["lists", "calls"] as const;
export type LoadKind = (typeof loadKinds)[number];
