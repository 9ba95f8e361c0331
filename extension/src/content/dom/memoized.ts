// Memoizes functions of short texts: a page says the same few words again and again, in each reading.

/** Answers kept for one function. Beyond that all are dropped; the frequent ones are soon there again. */
const MOST = 1_000;
/** The longest text that is memoized, in UTF-16 units; longer ones are seldom said twice. */
const MAX_WORDS = 200;

/** Wraps `make` so that it runs once for most texts. It must depend on nothing but its argument. */
export function memoized<T>(make: (words: string) => T): (words: string) => T {
  const known = new Map<string, { readonly made: T }>();
  return (words) => {
    if (words.length > MAX_WORDS) return make(words);
    let answer = known.get(words);
    if (answer === undefined) {
      answer = { made: make(words) };
      if (known.size >= MOST) known.clear();
      known.set(words, answer);
    }
    return answer.made;
  };
}
