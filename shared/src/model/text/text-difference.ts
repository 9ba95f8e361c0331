// Compares the contents of a field with the text that was typed into it.

/** The difference between what a field was given and what it holds. */
export interface Difference {
  readonly wanted: string;
  readonly got: string;
}

/** The longest part that is shown, in UTF-16 units. */
const MAX_TOLD = 1000;
/** The length of text before the first difference that is shown, in UTF-16 units. */
const LEAD = 20;

/** Compares texts without regard to line ends, no-break spaces and invisible characters. */
export function isSameText(wanted: string, got: string): boolean {
  return plain(wanted) === plain(got);
}

/** Returns undefined if nothing differs that a reader would see. Both texts of a secret are shown by length. */
export function differenceOf(wanted: string, got: string, secret: boolean): Difference | undefined {
  if (isSameText(wanted, got)) return undefined;
  if (secret) return { wanted: dots(wanted), got: dots(got) };
  if (wanted.length <= MAX_TOLD && got.length <= MAX_TOLD) return { wanted, got };
  const from = Math.max(0, firstDifference(wanted, got) - LEAD);
  const part = (text: string): string => text.slice(from, from + MAX_TOLD).toWellFormed();
  return { wanted: part(wanted), got: part(got) };
}

export function dots(text: string): string {
  return "•".repeat(text.length);
}

function plain(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/\u00A0/g, " ")
    .replace(/[\u200B\u2060\uFEFF]/g, "")
    .replace(/\n+$/, "");
}

function firstDifference(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}
