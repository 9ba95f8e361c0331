// Does one task: asks the model, carries out its action, shows it the page, until it ends or may not go on.
import { estimateTokens } from "@webserv/shared/model/text/token-estimate.ts";
import type { Asked } from "@webserv/shared/model/action.ts";
import type { RecordedAction } from "@webserv/shared/model/recorded-action.ts";
import { MAX_THOUGHT } from "@webserv/shared/model/trajectory.ts";
import type { AgentNote } from "@webserv/shared/model/trajectory.ts";
import { toWebservError, WebservError } from "@webserv/shared/errors/errors.ts";

import { addUsage, costOf, emptyAccount, limitReached, usageSince } from "./account.ts";
import type { Account, Limits, Prices } from "./account.ts";
import type { Decision } from "./answer.ts";
import { writeHistory } from "./history.ts";
import type { HistoryBudget, PastStep } from "./history.ts";
import type { Model, ModelAnswer, Picture, PromptMessage, Usage } from "./model.ts";
import { buildCorrection, buildMessages } from "./prompt.ts";
import type { Prompt } from "./prompt.ts";
import { judgeAnswer } from "./answer-verdict.ts";

/** The page as the model is shown it. */
export interface PageView {
  readonly text: string;
  readonly picture?: Picture | undefined;
}

/** The session that the task is done in. */
export interface World {
  look(): Promise<PageView>;
  /** Halves the length that pages may have from now on. */
  shorten(): void;
  /**
   * @throws WebservError if the session can't go on; the outcome describes an action that failed.
   */
  act(action: Asked, note: AgentNote): Promise<ActedStep>;
}

export interface ActedStep {
  /** The outcome, in words. */
  readonly outcome: string;
  readonly done: boolean;
  readonly view: PageView;
  /** The action as it is recorded; a person's screen shows no more of it. */
  readonly told?: RecordedAction;
}

export interface TaskRun {
  readonly task: string;
  readonly prompt: Prompt;
  readonly model: Model;
  readonly world: World;
  readonly limits: Limits;
  readonly prices: Prices | undefined;
  readonly history: HistoryBudget;
  readonly signal: AbortSignal;
  readonly tell: TaskReporter;
}

/** Reports the progress of a task, for a person to read. */
export interface TaskReporter {
  /** Passes on the answer and the reasoning before it, piece by piece. */
  delta(text: string): void;
  /** Ends the answer. */
  answered(): void;
  /** Reports that the answer so far is void and is asked for again, and why. */
  again(why: string): void;
  fault(fault: string): void;
  step(step: number, action: RecordedAction, outcome: string): void;
}

/** `done`: the model ended it, well or not; the others say why it could not go on. */
export type EndReason =
  | "done"
  | "refused"
  | "malformed"
  | "max-steps"
  | "limit"
  | "failed"
  | "interrupted";

export interface TaskResult {
  readonly success: boolean;
  readonly reason: EndReason;
  /** The model's answer, or why the task ended without one. */
  readonly answer: string;
  readonly steps: number;
  readonly account: Account;
  /** Answers that could not be carried out. */
  readonly faults: number;
  /** The error of the model's service, or of the session, that ended the task. */
  readonly error?: WebservError;
}

/** The tokens of a picture if its service reports no usage. */
const PICTURE_TOKENS = 1600;

/** The state of a task, which the result reports whatever ends it. */
interface TaskState {
  readonly past: PastStep[];
  account: Account;
  faults: number;
  /** The number of times that questions had to be made shorter; they stay so. */
  shortened: number;
}

/** Never throws: an error of the model's service or of the session is in the result. */
export async function runTask(run: TaskRun): Promise<TaskResult> {
  const state: TaskState = { past: [], account: emptyAccount, faults: 0, shortened: 0 };
  const end = await takeSteps(run, state).catch((error: unknown) => failure(run, error));
  const { past, account, faults } = state;
  return { success: false, ...end, steps: past.length, account, faults };
}

type End = Pick<TaskResult, "reason" | "answer"> & Partial<Pick<TaskResult, "success" | "error">>;

async function takeSteps(run: TaskRun, state: TaskState): Promise<End> {
  const { past } = state;
  const { maxSteps } = run.limits;
  let view = await run.world.look();
  for (let step = 1; step <= maxSteps; step++) {
    const before = { account: state.account, faults: state.faults };
    const chosen = await choose(run, state, view);
    if (chosen.end !== undefined) return chosen.end;
    const { action, thought, note, success } = chosen.decision;
    const acted = await run.world.act(action, noteOf(run, chosen.decision, before, state));
    run.tell.step(step, acted.told ?? action, acted.outcome);
    past.push({ step, thought, note, action: JSON.stringify(action), outcome: acted.outcome });
    if (action.type === "terminate" && acted.done) {
      return { reason: "done", answer: action.answer ?? "", success };
    }
    view = acted.view;
  }
  return { reason: "max-steps", answer: `it was not done in ${maxSteps} steps` };
}

function failure({ signal }: TaskRun, thrown: unknown): End {
  if (signal.aborted) {
    const error = new WebservError("cancelled", "interrupted", { cause: thrown });
    return { reason: "interrupted", answer: "", error };
  }
  const error = toWebservError(thrown);
  return { reason: "failed", answer: error.message, error };
}

type Choice =
  | { readonly decision: Decision; readonly end?: undefined }
  | { readonly end: End; readonly decision?: undefined };

/** Asks until there is an answer that can be carried out, or nothing more may be asked. */
async function choose(run: TaskRun, state: TaskState, first: PageView): Promise<Choice> {
  const { limits, prices, tell } = run;
  let view = first;
  let question = questionOf(run, state, view);
  let messages = question;
  for (let faults = 0; ;) {
    const inputTokens = estimateOf(messages);
    const limit = limitReached(state.account, inputTokens, limits, prices);
    if (limit !== undefined) return { end: { reason: "limit", answer: limit } };
    const answer = await ask(run, state, messages, inputTokens);
    if (answer.stop === "overflow") {
      if (state.shortened === SHORTER.length - 1) {
        const answered = `the question does not fit into the model's context: ${answer.text}`;
        return { end: { reason: "limit", answer: answered } };
      }
      tell.again(`the question does not fit into the model's context: ${answer.text}`);
      const { page } = shareOf(++state.shortened);
      if (page === "half") {
        run.world.shorten();
        view = await run.world.look();
      }
      question = questionOf(run, state, view);
      messages = question;
      continue;
    }
    const verdict = judgeAnswer(answer, faults);
    if (verdict.kind === "act") return { decision: verdict.decision };
    if (verdict.kind === "end") {
      if (verdict.reason === "malformed") state.faults++;
      return { end: { reason: verdict.reason, answer: verdict.why } };
    }
    faults++;
    state.faults++;
    tell.fault(verdict.fault);
    if (verdict.kind === "correct") {
      messages = buildCorrection(question, answer.text, verdict.fault);
    }
  }
}

/** Counts the usage even if no answer comes of it. */
async function ask(
  { model, signal, tell }: TaskRun,
  state: TaskState,
  messages: readonly PromptMessage[],
  inputTokens: number,
): Promise<ModelAnswer> {
  let shown = "";
  let begun = false;
  const count = (usage: Usage | undefined, text: string): void => {
    const outputTokens = estimateTokens(shown === "" ? text : shown);
    state.account = addUsage(state.account, usage, { inputTokens, outputTokens });
  };
  try {
    const answer = await model.ask(messages, {
      signal,
      onDelta: (text) => {
        begun = true;
        shown += text;
        tell.delta(text);
      },
      onAgain: (why) => {
        begun = false;
        shown = "";
        tell.answered();
        tell.again(why);
      },
    });
    if (answer.stop !== "overflow") count(answer.usage, answer.text);
    return answer;
  } catch (error) {
    if (begun) count(undefined, "");
    throw error;
  } finally {
    tell.answered();
  }
}

/**
 * The parts of a question that are kept, one step shorter each time that one did not fit: the history is cut before
 * the page is.
 */
const SHORTER = [
  { history: 1, page: "whole" },
  { history: 1 / 4, page: "whole" },
  { history: 1 / 16, page: "half" },
  { history: 1 / 16, page: "half" },
] as const;

function shareOf(shortened: number): (typeof SHORTER)[number] {
  return SHORTER[Math.min(shortened, SHORTER.length - 1)] ?? SHORTER[0];
}

function questionOf(
  { prompt, task, limits, history }: TaskRun,
  { past, shortened }: TaskState,
  { text: page, picture }: PageView,
): PromptMessage[] {
  const share = shareOf(shortened).history;
  const recent = Math.ceil(history.recent * share);
  return buildMessages(prompt, {
    task,
    history: writeHistory(past, { tokens: history.tokens * share, recent }),
    page,
    picture,
    stepsLeft: limits.maxSteps - past.length,
  });
}

function noteOf(
  { model, prompt, prices }: TaskRun,
  decision: Decision,
  before: Pick<TaskState, "account" | "faults">,
  now: Pick<TaskState, "account" | "faults">,
): AgentNote {
  const usage = usageSince(before.account, now.account);
  const cost = costOf(usage, prices);
  return {
    model: model.name,
    prompt: `${prompt.name} ${prompt.version}`,
    thought: decision.thought.slice(0, MAX_THOUGHT),
    ...(decision.note === undefined ? {} : { note: decision.note }),
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
    ...(cost === undefined ? {} : { cost }),
    faults: now.faults - before.faults,
  };
}

function estimateOf(messages: readonly PromptMessage[]): number {
  return messages.reduce(
    (sum, { text, picture }) =>
      sum + estimateTokens(text) + (picture === undefined ? 0 : PICTURE_TOKENS),
    0,
  );
}
