// Describes what was left out of a reading in a few words, none of which are the page's own.
import type { ElisionPart, Part } from "./parts.ts";
import { isBlank } from "./parts.ts";

/**
 * Returns a description such as `9,940 more`, `230 words, 12 controls` or `1,204 more characters`; `…` within
 * an entry of which only the name is shown.
 */
export function describeLeftOut({ parts, cutUnits, brief }: ElisionPart): string {
  if (brief) return "…";
  if (cutUnits !== undefined) return `${formatted(cutUnits)} more characters`;
  const solid = parts.filter((part) => !isBlank(part));
  const [first] = solid;
  const entries = solid.reduce((sum, part) => sum + (part.kind === "unread" ? part.count : 1), 0);
  const isSeries =
    entries > 1 &&
    first !== undefined &&
    first.kind !== "text" &&
    solid.every((part) => part.kind !== "text" && part.tag === first.tag);
  const tally = { words: 0, controls: 0 };
  for (const part of parts) count(part, tally);
  tally.controls = Math.round(tally.controls);
  const contents = [
    ...(tally.words > 0 ? [amount(tally.words, "word")] : []),
    ...(tally.controls > 0 ? [amount(tally.controls, "control")] : []),
  ].join(", ");
  if (isSeries) return `${formatted(entries)} more`;
  return contents === "" ? amount(entries, "element") : contents;
}

/** Describes the options that are left out of a closed select, which can be expanded by its id. */
export function moreOptions(count: number): string {
  return `${formatted(count)} more options`;
}

/** Counts the elements in `parts` that can be acted on. Unread entries count as many as those like them. */
export function controlsIn(parts: readonly Part[]): number {
  const tally = { words: 0, controls: 0 };
  for (const part of parts) count(part, tally);
  return Math.round(tally.controls);
}

function count(part: Part, tally: { words: number; controls: number }): void {
  if (part.kind === "text") {
    tally.words += wordsIn(part.text);
    return;
  }
  if (part.kind === "unread") {
    tally.controls += part.count * part.controls;
    return;
  }
  if (part.interaction !== undefined) tally.controls++;
  for (const child of part.children) count(child, tally);
}

function wordsIn(text: string): number {
  let words = 0;
  let inWord = false;
  for (let index = 0; index < text.length; index++) {
    const isSpace = text.charCodeAt(index) <= 32;
    if (!isSpace && !inWord) words++;
    inWord = !isSpace;
  }
  return words;
}

function amount(count: number, noun: string): string {
  return `${formatted(count)} ${noun}${count === 1 ? "" : "s"}`;
}

function formatted(count: number): string {
  return count.toLocaleString("en");
}
