// Plans how a text is typed: by keys, by an input method, or put in as a picker or a paste would.
import { isTypeable } from "./key-plan.ts";

export interface TextRun {
  /** `compose`: with the events of an input method, which pages for such scripts wait for. */
  readonly how: "keys" | "compose" | "insert" | "line-ends";
  readonly text: string;
}

/** In order; together they are the text, which holds no line end. */
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
  // Any other letter has a key on someone's keyboard; what takes several code points has none.
  return ONE_KEY.test(grapheme) ? "keys" : "insert";
}

/** Scripts that are written by input methods alone. */
const COMPOSED =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u30FB-\u30FF\u3000-\u303F\uFF01-\uFF9F]+$/u;
const ONE_KEY = /^(?!\p{Extended_Pictographic})[\p{L}\p{N}\p{P}\p{Sc}]$/u;
