// Splits texts between graphemes, which a reader takes for single characters.

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Returns as many whole characters of the start as fit into `room` units, but at least one. */
export function startOf(text: string, room: number): string {
  if (text.length <= room) return text;
  let end = 0;
  for (const { segment } of graphemes.segment(text)) {
    if (end > 0 && end + segment.length > room) break;
    end += segment.length;
  }
  return text.slice(0, end);
}

/** Returns the last whole character of a text. */
export function lastOf(text: string): string {
  let last = "";
  for (const { segment } of graphemes.segment(text)) last = segment;
  return last;
}
