// Does one task: asks the model, carries out its action, shows it the page, until it ends or may not go on.
import { estimateTokens } from "@webserv/shared/model/token-estimate.ts";
import type { Action } from "@webserv/shared/model/action.ts";
import { MAX_THOUGHT } from "@webserv/shared/model/trajectory.ts";
import type { AgentNote } from "@webserv/shared/model/trajectory.ts";

import { addUsage, costOf, emptyAccount, limitReached } from "./account.ts";
import type { Account, Limits, Prices } from "./account.ts";
import type { Decision } from "./answer.ts";
import { tellHistory } from "./history.ts";
import type { HistoryBudget, PastStep } from "./history.ts";
import type { Model, Picture, PromptMessage, Usage } from "./model.ts";
import { buildCorrection, buildMessages } from "./prompt.ts";
import type { Prompt } from "./prompt.ts";
import { judgeAnswer } from "./verdict.ts";

/** The page as the model is shown it. */
export interface View {
  readonly text: string;
  readonly picture?: Picture | undefined;
}

/** The session that the task is done in. */
export interface World {
  look(): Promise<View>;
  /** @throws WebservError where the session can't go on; an action that failed is told by its outcome. */
  act(action: Action, note: AgentNote): Promise<ActedStep>;
}

export interface ActedStep {
  /** What came of it, in words. */
  readonly outcome: string;
  readonly done: boolean;
  readonly view: View;
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
  readonly tell: Teller;
}

/** Hears what happens, for a person to read. */
export interface Teller {
  /** The answer and the reasoning before it, as they come. */
  delta(text: string): void;
  /** The answer is over. */
  answered(): void;
  fault(fault: string): void;
  step(step: number, action: Action, outcome: string): void;
}

/** `done`: the model ended it, well or not; the others say why it could not go on. */
export type EndReason = "done" | "refused" | "malformed" | "max-steps" | "limit";

export interface TaskResult {
  readonly success: boolean;
  readonly reason: EndReason;
  /** What the model answered, or why it ended without. */
  readonly answer: string;
  readonly steps: number;
  readonly account: Account;
  /** Answers that could not be carried out. */
  readonly faults: number;
}

/** A picture's tokens where its service tells no usage. */
const PICTURE_TOKENS = 1600;

/** @throws WebservError what the model's service or the session can't go on with, or the signal's reason. */
export async function runTask(run: TaskRun): Promise<TaskResult> {
  const past: PastStep[] = [];
  let account = emptyAccount;
  let faults = 0;
  const ended = (reason: EndReason, answer: string, success = false): TaskResult => {
    return { success, reason, answer, steps: past.length, account, faults };
  };
  let view = await run.world.look();
  for (let step = 1; step <= run.limits.maxSteps; step++) {
    const before = account;
    const chosen = await choose(run, past, view, account);
    account = chosen.account;
    faults += chosen.faults;
    if (chosen.decision === undefined) return ended(chosen.reason, chosen.why);
    const { action, thought, note, success } = chosen.decision;
    const acted = await run.world.act(action, noteOf(run, chosen, before));
    run.tell.step(step, action, acted.outcome);
    past.push({ step, thought, note, action: JSON.stringify(action), outcome: acted.outcome });
    if (action.type === "terminate" && acted.done) {
      return ended("done", action.answer ?? "", success);
    }
    view = acted.view;
  }
  return ended("max-steps", `it was not done in ${run.limits.maxSteps} steps`);
}

type Choice = { readonly account: Account; readonly faults: number } & (
  | { readonly decision: Decision }
  | { readonly decision?: undefined; readonly reason: EndReason; readonly why: string }
);

/** Asks until there is an answer that can be carried out, or nothing more may be asked. */
async function choose(
  run: TaskRun,
  past: readonly PastStep[],
  { text: page, picture }: View,
  before: Account,
): Promise<Choice> {
  const { prompt, task, limits, prices, model, signal, tell } = run;
  const question = buildMessages(prompt, {
    task,
    history: tellHistory(past, run.history),
    page,
    picture,
    stepsLeft: limits.maxSteps - past.length,
  });
  let messages = question;
  let account = before;
  for (let faults = 0; ; faults++) {
    const inputTokens = estimateOf(messages);
    const limit = limitReached(account, inputTokens, limits, prices);
    if (limit !== undefined) return { account, faults, reason: "limit", why: limit };
    let shown = "";
    const answer = await model.ask(messages, {
      signal,
      onDelta: (text) => {
        shown += text;
        tell.delta(text);
      },
    });
    tell.answered();
    account = addUsage(account, answer.usage, {
      inputTokens,
      outputTokens: estimateTokens(shown === "" ? answer.text : shown),
    });
    const verdict = judgeAnswer(answer, faults);
    switch (verdict.kind) {
      case "act":
        return { account, faults, decision: verdict.decision };
      case "end": {
        const counted = verdict.reason === "malformed" ? faults + 1 : faults;
        return { account, faults: counted, reason: verdict.reason, why: verdict.why };
      }
      case "again":
        tell.fault(verdict.fault);
        break;
      case "correct":
        tell.fault(verdict.fault);
        messages = buildCorrection(question, answer.text, verdict.fault);
        break;
    }
  }
}

function noteOf(
  { model, prompt, prices }: TaskRun,
  { decision, account, faults }: Choice & { readonly decision: Decision },
  before: Account,
): AgentNote {
  const usage: Usage = {
    inputTokens: account.inputTokens - before.inputTokens,
    outputTokens: account.outputTokens - before.outputTokens,
  };
  const cost = costOf(usage, prices);
  return {
    model: model.name,
    prompt: `${prompt.name} ${prompt.version}`,
    thought: decision.thought.slice(0, MAX_THOUGHT),
    ...(decision.note === undefined ? {} : { note: decision.note }),
    ...usage,
    ...(cost === undefined ? {} : { cost }),
    faults,
  };
}

function estimateOf(messages: readonly PromptMessage[]): number {
  return messages.reduce(
    (sum, { text, picture }) =>
      sum + estimateTokens(text) + (picture === undefined ? 0 : PICTURE_TOKENS),
    0,
  );
}
