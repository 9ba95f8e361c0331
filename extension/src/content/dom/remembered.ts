// Keeps what was made of words: a page says the same few again and again, and at each reading once more.

/** Answers kept of one function; all are dropped then, and what is asked for most is there again at once. */
const MOST = 1_000;
/** In UTF-16 units; longer texts are seldom said twice. */
const MAX_WORDS = 200;

/** `make`, which must depend on nothing but its words, asked once for most of them. */
export function remembered<T>(make: (words: string) => T): (words: string) => T {
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
