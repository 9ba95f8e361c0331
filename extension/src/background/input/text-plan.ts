// Plans how a text is entered: by keys, by an input method, or by an insertion as of a picker or a paste.
import { isTypeable } from "./key-plan.ts";

export interface TextRun {
  /**
   * With `compose`, the text is entered by the events of an input method, which pages in such scripts wait for. With
   * `enter`, each line end is one press of the Enter key.
   */
  readonly how: "keys" | "compose" | "insert" | "line-ends" | "enter" | "paste";
  readonly text: string;
}

/** Divides a text without line ends into runs, in order. */
export function planRuns(text: string): TextRun[] {
  const runs: TextRun[] = [];
  for (const { segment } of graphemes.segment(text)) {
    const how = howTyped(segment);
    const last = runs.at(-1);
    if (last?.how === how) runs[runs.length - 1] = { how, text: last.text + segment };
    else runs.push({ how, text: segment });
  }
  return runs;
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

function howTyped(grapheme: string): TextRun["how"] {
  if (isTypeable(grapheme)) return "keys";
  if (COMPOSED.test(grapheme)) return "compose";
  // Any other letter has a key on some keyboard; a grapheme of several code points has none.
  return ONE_KEY.test(grapheme) ? "keys" : "insert";
}

/** Matches text in scripts that are written only by input methods. */
const COMPOSED =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u30FB-\u30FF\u3000-\u303F\uFF01-\uFF9F]+$/u;
const ONE_KEY = /^(?!\p{Extended_Pictographic})[\p{L}\p{N}\p{P}\p{Sc}]$/u;
