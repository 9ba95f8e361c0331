// Finds ages in a page's words, such as "5 minutes ago": they grow by themselves. They are known in English only.

/** Matches ages: the count, if it is written in figures, and the unit; "just now" has neither. */
export const AGES =
  /\b(?:(?:(\d{1,6})|an?|one|a few) ?(s|m|h|d|w|mo|y|secs?|mins?|hrs?|yrs?|(?:second|minute|hour|day|week|month|year)s?) ago|just now)\b/gi;

/** Returns the words without the ages in them. */
export function withoutAges(words: string): string {
  return words.replace(AGES, " ");
}
