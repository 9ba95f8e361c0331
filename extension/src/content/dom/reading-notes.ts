// Keeps what was found out of elements for as long as the page does not change: several parts of a reading ask
// the same of one element.

type Found = Map<Node, { readonly found: unknown }>;

/** Holds the answers of one reading, by the question. */
export type ReadingNotes = Map<unknown, Found>;

/** There only while a page is being read, and so is not changed. */
let known: ReadingNotes | undefined;

/** Keeps answers in `notes` while `read` runs, which must not wait for anything. */
export function takingNotes<T>(read: () => T, notes: ReadingNotes): T {
  known = notes;
  try {
    return read();
  } finally {
    known = undefined;
  }
}

/** `find`, asked once a reading of each node; outside of a reading it is asked each time. */
export function onceAReading<N extends Node, T>(find: (node: N) => T): (node: N) => T {
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
