// What may be written on the mark of each element: words of its id, and a code where those have no room.

/** Longer words cover more than they tell, in UTF-16 units. */
const MAX_WORDS = 20;
/** Capitals that can't be taken for one another or for digits; ids have no capitals, so codes are no ids. */
const LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ";

export interface Labels {
  /** Tells the element from all others on the picture; null where nothing short enough does. */
  readonly words: string | null;
  readonly code: string;
}

/**
 * Words, because a model that reads `add-to-cart` needs no list to name the element, and because a
 * wrong word is noticed where a wrong number is not. Codes have two letters, since text of pages
 * rarely stands in two capitals by itself.
 */
export function labelsOf(ids: readonly string[]): Labels[] {
  const names = counted(ids.map(lastPart));
  return ids.map((id, index) => {
    const name = lastPart(id);
    const words = names.get(name) === 1 ? name : id;
    return { words: words.length <= MAX_WORDS ? words : null, code: codeOf(index) };
  });
}

function lastPart(id: string): string {
  return id.slice(id.lastIndexOf(".") + 1);
}

function counted(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** AA, AB, …: enough for the marks of one picture. */
function codeOf(index: number): string {
  const count = LETTERS.length;
  return LETTERS.charAt(Math.floor(index / count) % count) + LETTERS.charAt(index % count);
}
