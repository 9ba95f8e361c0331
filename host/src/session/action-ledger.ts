// Remembers what became of a session's actions, so that none is carried out twice.
import type { Action } from "@webserv/shared/model/action.ts";
import type { Step } from "@webserv/shared/model/step.ts";
import { WebservError } from "@webserv/shared/protocol/errors.ts";

import type { PendingAction } from "./session-record.ts";

/** Answers kept in memory; earlier ones are read from the trajectory. */
export const KEPT_ANSWERS = 8;

export type Known =
  /** Never heard of: it may begin. */
  | { readonly kind: "new" }
  /** Under way: wait for the same answer. */
  | { readonly kind: "running"; readonly answer: Promise<Step> }
  | { readonly kind: "answered"; readonly step: Step }
  /** Answered earlier; the trajectory has it as this step. */
  | { readonly kind: "recorded"; readonly step: number }
  /** It was sent, and nobody knows yet what became of it. */
  | { readonly kind: "unresolved"; readonly pending: PendingAction };

export class ActionLedger {
  readonly #steps = new Map<string, number>();
  readonly #answers = new Map<string, Step>();
  #running: { actionId: string; action: Action; answer: Promise<Step> } | undefined;
  readonly #unresolved = new Map<string, PendingAction>();

  /** An action of an earlier daemon's that the trajectory has. */
  recall(actionId: string, step: number): void {
    this.#steps.set(actionId, step);
  }

  /** It was sent and its browser can't be asked now: the next to send it learns what became of it. */
  leaveUnresolved(pending: PendingAction): void {
    this.#unresolved.set(pending.actionId, pending);
  }

  /** @throws WebservError `action-id-reused` where the id stands for another action. */
  look(actionId: string, action: Action): Known {
    const running = this.#running;
    if (running?.actionId === actionId) {
      assertSame(actionId, running.action, action);
      return { kind: "running", answer: running.answer };
    }
    const pending = this.#unresolved.get(actionId);
    if (pending !== undefined) {
      assertSame(actionId, pending.action, action);
      return { kind: "unresolved", pending };
    }
    const step = this.#answers.get(actionId);
    if (step !== undefined) {
      assertSame(actionId, step.action, action);
      return { kind: "answered", step };
    }
    const recorded = this.#steps.get(actionId);
    return recorded === undefined ? { kind: "new" } : { kind: "recorded", step: recorded };
  }

  began(actionId: string, action: Action, answer: Promise<Step>): void {
    this.#running = { actionId, action, answer };
  }

  /** It was answered: the same answer from now on. */
  answered(step: Step): void {
    this.#steps.set(step.actionId, step.step);
    this.#answers.set(step.actionId, step);
    const oldest = this.#answers.keys().next();
    if (this.#answers.size > KEPT_ANSWERS && oldest.done !== true) {
      this.#answers.delete(oldest.value);
    }
    this.#settle(step.actionId);
    this.#unresolved.delete(step.actionId);
  }

  /** Nothing of it has happened: the id may be used again. */
  dropped(actionId: string): void {
    this.#settle(actionId);
  }

  #settle(actionId: string): void {
    if (this.#running?.actionId === actionId) this.#running = undefined;
  }
}

/** @throws WebservError `action-id-reused`. */
export function assertSame(actionId: string, earlier: Action, now: Action): void {
  if (sameAction(earlier, now)) return;
  throw new WebservError(
    "action-id-reused",
    `the actionId "${actionId}" was already used for ${earlier.type}, not for this ${now.type}`,
    { details: { actionId, action: earlier } },
  );
}

function sameAction(first: Action, second: Action): boolean {
  return canonical(first) === canonical(second);
}

function canonical(action: Action): string {
  const members = Object.entries(action).filter(([, value]) => value !== undefined);
  return JSON.stringify(members.sort(([first], [second]) => (first < second ? -1 : 1)));
}
