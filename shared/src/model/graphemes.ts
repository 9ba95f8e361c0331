// Takes texts apart where a reader would, between what is written as one character.

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** As many whole characters of the start as `room` units hold, but one at least. */
export function startOf(text: string, room: number): string {
  if (text.length <= room) return text;
  let end = 0;
  for (const { segment } of graphemes.segment(text)) {
    if (end > 0 && end + segment.length > room) break;
    end += segment.length;
  }
  return text.slice(0, end);
}
