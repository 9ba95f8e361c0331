// Reads a model's answer: its thought, and the one action as JSON.
import * as z from "zod/mini";

import { action } from "@webserv/shared/model/action.ts";
import type { Asked } from "@webserv/shared/model/action.ts";
import { describeIssues } from "@webserv/shared/protocol/describe-issues.ts";

/** The longest answer that is read, in UTF-16 units. */
const MAX_ANSWER = 200_000;
/** The longest note, in UTF-16 units. */
export const MAX_NOTE = 500;

const answerSchema = z.strictObject({
  action,
  note: z.optional(z.string().check(z.maxLength(MAX_NOTE))),
  success: z.optional(z.boolean()),
});

export interface Decision {
  readonly thought: string;
  readonly action: Asked;
  readonly note: string | undefined;
  /** The verdict of `terminate` on the task; true if it gives none. */
  readonly success: boolean;
}

export type ParsedAnswer =
  | { readonly decision: Decision; readonly fault?: undefined }
  /** The fault, in words for the model. */
  | { readonly fault: string; readonly decision?: undefined };

export function parseAnswer(text: string): ParsedAnswer {
  if (text.length > MAX_ANSWER) {
    return { fault: `it has ${text.length} characters, and at most ${MAX_ANSWER} are read` };
  }
  const { thought, json } = split(text);
  if (json === undefined) return { fault: "it has no fenced block with JSON" };
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    return { fault: `its JSON can't be read: ${error instanceof Error ? error.message : "why?"}` };
  }
  const parsed = answerSchema.safeParse(value);
  if (!parsed.success) return { fault: describeIssues(parsed.error.issues, value) };
  const { data } = parsed;
  if (data.action.type === "screenshot") {
    return {
      fault: "screenshot is no action here: pictures, where there are any, come by themselves",
    };
  }
  return {
    decision: { thought, action: data.action, note: data.note, success: data.success ?? true },
  };
}

/** Returns the last fenced block, and the text before it; else the whole answer if it is an object. */
function split(text: string): { thought: string; json: string | undefined } {
  const blocks = [...text.matchAll(/^[ \t]*```(?:json)?[ \t]*\n([\s\S]*?)\n[ \t]*```/gm)];
  const last = blocks.at(-1);
  if (last !== undefined) return { thought: text.slice(0, last.index).trim(), json: last[1] };
  const whole = text.trim();
  return { thought: "", json: whole.startsWith("{") ? whole : undefined };
}
