// Says in a few words what stands where something was left out, in none of the page's own.
import type { ElisionPart, Part } from "./parts.ts";
import { isBlank } from "./parts.ts";

/** Such as `9,940 more`, `230 words, 12 controls`, `1,204 more characters`; `…` within an entry that is shown by its name. */
export function describeLeftOut({ parts, cutUnits, brief }: ElisionPart): string {
  if (brief) return "…";
  if (cutUnits !== undefined) return `${grouped(cutUnits)} more characters`;
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
  if (isSeries) return `${grouped(entries)} more`;
  return contents === "" ? amount(entries, "element") : contents;
}

/** How many elements that can be acted on stand in `parts`; of what was not read, about as many as in its likes. */
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
  return `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;
}

function grouped(count: number): string {
  return count.toLocaleString("en");
}
