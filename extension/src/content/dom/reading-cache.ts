// Caches answers about elements while a page is read and does not change: several parts of a reading ask the same.

type Found = Map<Node, { readonly found: unknown }>;

/** Holds the answers of one reading, keyed by the function that was asked. */
export type ReadingCache = Map<unknown, Found>;

/** The cache in use. It is set only while a page is being read, and so does not change. */
let known: ReadingCache | undefined;

/** Keeps answers in `cache` while `read` runs, which must be synchronous. */
export function withReadingCache<T>(read: () => T, cache: ReadingCache): T {
  known = cache;
  try {
    return read();
  } finally {
    known = undefined;
  }
}

/** Wraps `find` so that it runs once per node and reading. Outside of a reading it runs each time. */
export function cachedPerReading<N extends Node, T>(find: (node: N) => T): (node: N) => T {
  return (node) => {
    if (known === undefined) return find(node);
    let answers = known.get(find);
    if (answers === undefined) {
      answers = new Map();
      known.set(find, answers);
    }
    const answer = answers.get(node);
    if (answer !== undefined) return answer.found as T;
    const found = find(node);
    answers.set(node, { found });
    return found;
  };
}
