// Describes the record of a session's steps, as lines of a JSONL file.
import * as z from "zod/mini";

import { recordedAction } from "./recorded-action.ts";
import { screenshot } from "./page/screenshot.ts";
import { target } from "./page/target.ts";
import { effects, inputMode, stepError, stepStatus, stepTimes } from "./step.ts";
import { settleReport } from "./page/settle.ts";

export const TRAJECTORY_VERSION = 1;

/** Names the one who took a step. */
export const actor = z.enum(["agent", "person"]);

export const trajectoryStart = z.object({
  kind: z.literal("start"),
  version: z.literal(TRAJECTORY_VERSION),
  sessionId: z.string(),
  at: z.string(),
  agent: z.string(),
  browser: z.string(),
  extensionVersion: z.string(),
  hostVersion: z.string(),
  sandboxes: z.array(z.object({ site: z.string(), sandboxId: z.string() })),
});

/** The longest thought that is kept, in UTF-16 units. */
export const MAX_THOUGHT = 100_000;

/** An agent's own account of a step; kept with the step, and never shown to a page. */
export const agentNote = z.strictObject({
  model: z.string().check(z.maxLength(200)),
  /** Name and version of the prompt, such as `single-prompt 1`. */
  prompt: z.string().check(z.maxLength(200)),
  thought: z.string().check(z.maxLength(MAX_THOUGHT)),
  /** The note that the model wanted to keep in mind. */
  note: z.optional(z.string().check(z.maxLength(1000))),
  /** Tokens of all the questions and answers that led to the step. */
  inputTokens: z.int().check(z.nonnegative()),
  outputTokens: z.int().check(z.nonnegative()),
  /** USD, if prices are known. */
  cost: z.optional(z.number().check(z.nonnegative())),
  /** Answers before it that could not be carried out. */
  faults: z._default(z.int().check(z.nonnegative()), 0),
});
export type AgentNote = z.infer<typeof agentNote>;

/** A step that was unknown when it was answered gets a second line, under its number, once more is known. */
export const trajectoryStep = z.object({
  kind: z.literal("step"),
  sessionId: z.string(),
  step: z.int(),
  /** The time when the step began, in ISO 8601. */
  at: z.string(),
  actor,
  /** Set if the agent sent it with the action. */
  agent: z.optional(agentNote),
  actionId: z.string(),
  /** Entered text is null, with its length, if it is a secret or may be one: a replay has to ask for it. */
  action: recordedAction,
  target: z.optional(target),
  input: inputMode,
  status: stepStatus,
  error: z.optional(stepError),
  effects,
  settle: z.nullable(settleReport),
  times: stepTimes,
  /** The picture that the action took; its data is the file of this name in `pictures`. */
  screenshot: z.optional(
    z.object({ ...z.omit(screenshot, { data: true }).shape, file: z.string() }),
  ),
  roundTripMs: z.number(),
  /**
   * Page address and SHA-256 (hex) of the observation that the agent had and of the one it was
   * given; null if there was none.
   */
  before: z.nullable(z.object({ url: z.string(), hash: z.string() })),
  after: z.nullable(z.object({ url: z.string(), hash: z.string() })),
});

export const trajectoryEnd = z.object({
  kind: z.literal("end"),
  sessionId: z.string(),
  at: z.string(),
  reason: z.enum(["terminated", "closed", "expired", "stopped", "browser-gone", "shutdown"]),
  answer: z.optional(z.string()),
  steps: z.int(),
});

export const trajectoryLine = z.discriminatedUnion("kind", [
  trajectoryStart,
  trajectoryStep,
  trajectoryEnd,
]);
export type TrajectoryLine = z.infer<typeof trajectoryLine>;
export type TrajectoryStep = z.infer<typeof trajectoryStep>;

export const trajectorySummary = z.object({
  sessionId: z.string(),
  agent: z.string(),
  startedAt: z.string(),
  endedAt: z.optional(z.string()),
  endReason: z.optional(z.string()),
  steps: z.int(),
  /** False if the last line is cut off: the daemon or the machine stopped while writing. */
  whole: z.boolean(),
});
export type TrajectorySummary = z.infer<typeof trajectorySummary>;
