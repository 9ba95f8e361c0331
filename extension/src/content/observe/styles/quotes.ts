// Knows the quotes that are drawn around words, as the `quotes` property or else the language says.

/** Returns the quote at a depth, the outermost being 0. */
export function quoteAt(depth: number, opens: boolean, quotes: string, language: string): string {
  if (quotes === "none") return "";
  const written = [...quotes.matchAll(/"((?:[^"\\]|\\.)*)"/gs)].map(([, sign = ""]) => sign);
  const signs = written.length >= 2 ? written : quotesOf(language);
  const pair = Math.min(Math.max(depth, 0), Math.floor(signs.length / 2) - 1);
  return signs[2 * pair + (opens ? 0 : 1)] ?? "";
}

function quotesOf(language: string): readonly string[] {
  const [name = ""] = language.toLowerCase().split("-");
  return Array.from(QUOTES.get(name) ?? "“”‘’");
}

/** The outer and the inner pair by language (CLDR, delimiters); all others are as in English. */
const QUOTES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "„“‚‘": "de cs sk is sl bg lt mk",
    "«»«»": "fr it",
    "«»“”": "es pt el ca eu gl fa",
    "«»„“": "ru uk be",
    "„”«»": "pl ro hu hr sr",
    "””’’": "sv fi",
    "«»‘’": "nb no nn da",
    "「」『』": "ja zh",
  }).flatMap(([signs, names]) => names.split(" ").map((name) => [name, signs] as const)),
);
