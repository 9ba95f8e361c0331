// Chooses the label of each element's mark: words of its id, or a code if these have no room.
import { FRAME_SEPARATOR } from "@webserv/shared/model/page/frame-place.ts";

/** The longest words, in UTF-16 units; longer ones hide too much of the picture. */
const MAX_WORDS = 20;
/** The capitals that can't be mistaken for each other or for digits; ids have no capitals, so a code is never an id. */
const LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ";

export interface Labels {
  /** The words that identify the element in the picture; null if none are short enough. */
  readonly words: string | null;
  readonly code: string;
}

/**
 * Labels elements by words, because a model that reads `add-to-cart` needs no list to name the element, and because a
 * wrong word is noticed while a wrong number is not. Codes have two letters, since text of pages rarely stands in two
 * capitals by itself.
 */
export function labelsOf(ids: readonly string[]): Labels[] {
  const names = ids.map(namesOf);
  const counts = counted(names.flat());
  return ids.map((id, index) => {
    const words = names[index]?.find((name) => counts.get(name) === 1) ?? id;
    return { words: words.length <= MAX_WORDS ? words : null, code: codeOf(index) };
  });
}

/** Returns names from the shortest to the id itself: its last part, that with its scope, that with its frames. */
function namesOf(id: string): string[] {
  const inFrame = id.slice(id.lastIndexOf(FRAME_SEPARATOR) + 1);
  return [...new Set([inFrame.slice(inFrame.lastIndexOf(".") + 1), inFrame, id])];
}

function counted(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** Returns AA, AB, …, which are enough for the marks of one picture. */
function codeOf(index: number): string {
  const count = LETTERS.length;
  return LETTERS.charAt(Math.floor(index / count) % count) + LETTERS.charAt(index % count);
}
