// Compares what a field holds with what was typed into it.

/** Where a field took something else than it was given. */
export interface Difference {
  readonly wanted: string;
  readonly got: string;
}

/** The longest part that is told, in UTF-16 units. */
const MAX_TOLD = 1000;
/** What is told of the text before the first difference. */
const LEAD = 20;

/** Line ends, no-break spaces and what shows nothing are not told apart. */
export function isSameText(wanted: string, got: string): boolean {
  return plain(wanted) === plain(got);
}

/** Undefined where nothing differs but what a reader would not see. Both of a secret are told by length. */
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
