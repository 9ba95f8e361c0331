// Reads the message with which a service refuses a question: which part of it is too long, and what would fit.

export type TooLong =
  /** It does not know `max_completion_tokens`. */
  | { readonly kind: "field" }
  /** The answer may have so many tokens: `always`, or with this question. */
  | { readonly kind: "answer"; readonly tokens: number; readonly always: boolean }
  /** The question itself is too long. */
  | { readonly kind: "question" };

/** The tokens that suffice for an action with a short thought. */
const LEAST_ANSWER = 512;

const UNKNOWN_FIELD =
  /extra_forbidden|extra (?:inputs|fields)|unrecogni[sz]ed|unknown|unexpected|unsupported|not (?:permitted|supported|allowed)/i;

/** The phrases in which services name the longest answer that a model gives. */
const LONGEST_ANSWERS = [
  /at most (\d+) (?:completion|output) tokens/i,
  /> (\d+), which is the maximum allowed number of output tokens/i,
  /max_(?:completion_|output_)?tokens\W*(?:must|should) be less than or equal to\W*(\d+)/i,
  /range of max_(?:completion_|output_)?tokens is \[\d+, ?(\d+)\]/i,
];

/**
 * @param answerTokens the answer that was asked for
 * @returns undefined if the service did not complain about a length
 */
export function readTooLong(words: string, answerTokens: number): TooLong | undefined {
  const longest = numberIn(words, LONGEST_ANSWERS);
  if (longest !== undefined && longest > 0 && longest < answerTokens) {
    return { kind: "answer", tokens: longest, always: true };
  }
  const namesAnswer = /max_(?:completion_|output_)?tokens/i.test(words);
  const isTooLong = /context|too (?:long|large|many)|exceed/i.test(words);
  if (/max_completion_tokens/.test(words) && !isTooLong && UNKNOWN_FIELD.test(words)) {
    return { kind: "field" };
  }
  if (!isTooLong || !(namesAnswer || /context|prompt|input|tokens|request/i.test(words))) {
    return undefined;
  }
  const room = roomIn(words) ?? (namesAnswer ? Math.floor(answerTokens / 2) : 0);
  return room >= Math.min(LEAST_ANSWER, answerTokens) && room < answerTokens
    ? { kind: "answer", tokens: room, always: false }
    : { kind: "question" };
}

/** Returns the tokens of the context that the question leaves free. */
function roomIn(words: string): number | undefined {
  const sum = /(\d+) \+ \d+ > (\d+)/.exec(words);
  if (sum !== null) return Number(sum[2]) - Number(sum[1]);
  const context = numberIn(words, [/context length (?:is|of)(?: only)? (\d+)/i]);
  const question = numberIn(words, [/(\d+) input tokens/i, /(\d+) (?:tokens )?in the messages/i]);
  return context === undefined || question === undefined ? undefined : context - question;
}

function numberIn(words: string, patterns: readonly RegExp[]): number | undefined {
  for (const pattern of patterns) {
    const found = pattern.exec(words)?.[1];
    if (found !== undefined) return Number(found);
  }
  return undefined;
}
