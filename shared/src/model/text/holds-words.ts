// Tells whether a person who reads one text reads another in it.

export function holdsWords(all: string, words: string): boolean {
  return asRead(all).includes(asRead(words));
}

/** Returns a text without regard to its setting: a style may put it in capitals, and the window's width into lines. */
function asRead(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
}
