// Decides what follows from one answer of the model.
import { parseAnswer } from "./answer.ts";
import type { Decision } from "./answer.ts";
import type { ModelAnswer } from "./model.ts";

/** The number of answers in a row that can't be carried out before a task ends. */
export const MAX_FAULTS = 3;

export type AnswerVerdict =
  | { readonly kind: "act"; readonly decision: Decision }
  /** Ask again and say what was wrong. */
  | { readonly kind: "correct"; readonly fault: string }
  /** Ask the same again: the answer never came whole. */
  | { readonly kind: "again"; readonly fault: string }
  | { readonly kind: "end"; readonly reason: "refused" | "malformed"; readonly why: string };

/** @param faults the answers in a row before this one that could not be carried out */
export function judgeAnswer({ text, stop }: ModelAnswer, faults: number): AnswerVerdict {
  if (stop === "refusal") {
    return { kind: "end", reason: "refused", why: text.trim() || "the model gave no reason" };
  }
  const last = faults + 1 >= MAX_FAULTS;
  if (stop === "cut") {
    const fault = "the answer broke off on its way";
    return last ? tooMany(fault) : { kind: "again", fault };
  }
  const { decision, fault } = parseAnswer(text);
  if (decision !== undefined) return { kind: "act", decision };
  const whole = stop === "length" ? `it was too long and is cut off; ${fault}` : fault;
  return last ? tooMany(whole) : { kind: "correct", fault: whole };
}

function tooMany(fault: string): AnswerVerdict {
  return {
    kind: "end",
    reason: "malformed",
    why: `${MAX_FAULTS} answers in a row could not be carried out; of the last, ${fault}`,
  };
}
