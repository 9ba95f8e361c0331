// Remembers the outcome of a session's actions, so that none is carried out twice.
import { createHmac, randomBytes } from "node:crypto";

import { toldAction, withheldAction, withheldOf } from "@webserv/shared/model/recorded-action.ts";
import type { RecordedAction } from "@webserv/shared/model/recorded-action.ts";
import type { Step } from "@webserv/shared/model/step.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import type { PendingAction } from "../state/session-record.ts";

/** Answers kept in memory; earlier ones are read from the trajectory. */
export const KEPT_ANSWERS = 8;

export type KnownAction =
  /** The id is unknown: the action may begin. */
  | { readonly kind: "new" }
  /** The action is under way: wait for the same answer. */
  | { readonly kind: "running"; readonly answer: Promise<Step> }
  | { readonly kind: "answered"; readonly step: Step }
  /** The action was answered earlier, as this step of the trajectory. */
  | { readonly kind: "recorded"; readonly step: number }
  /** The action was sent, and its outcome is not known yet. */
  | { readonly kind: "unresolved"; readonly pending: PendingAction };

export class ActionLedger {
  readonly #steps = new Map<string, number>();
  readonly #answers = new Map<string, Step>();
  /**
   * Fingerprints by action id, for actions that came to this daemon. They distinguish actions without keeping what
   * was typed. The key is never written down, so that nobody can try short secrets on the fingerprints.
   */
  readonly #fingerprints = new Map<string, string>();
  readonly #key = randomBytes(32);
  #running: { actionId: string; action: RecordedAction; answer: Promise<Step> } | undefined;
  readonly #unresolved = new Map<string, PendingAction>();

  /** Adds an action of an earlier daemon that the trajectory has. */
  recall(actionId: string, step: number): void {
    this.#steps.set(actionId, step);
  }

  /** Adds an action that was sent and whose browser can't be asked now: whoever sends it next learns the outcome. */
  leaveUnresolved(pending: PendingAction): void {
    this.#unresolved.set(pending.actionId, pending);
  }

  /** @throws WebservError `action-id-reused` if the id stands for another action. */
  lookUp(actionId: string, action: RecordedAction): KnownAction {
    const running = this.#running;
    if (running?.actionId === actionId) {
      this.#assertSame(actionId, running.action, action);
      return { kind: "running", answer: running.answer };
    }
    const pending = this.#unresolved.get(actionId);
    if (pending !== undefined) {
      this.#assertSame(actionId, pending.action, action);
      return { kind: "unresolved", pending };
    }
    const step = this.#answers.get(actionId);
    if (step !== undefined) {
      this.#assertSame(actionId, step.action, action);
      return { kind: "answered", step };
    }
    if (this.#fingerprints.has(actionId)) this.#assertSame(actionId, action, action);
    const recorded = this.#steps.get(actionId);
    return recorded === undefined ? { kind: "new" } : { kind: "recorded", step: recorded };
  }

  began(actionId: string, action: RecordedAction, answer: Promise<Step>): void {
    this.#running = { actionId, action, answer };
    // An action that an earlier daemon left has only its record to compare with.
    if (withheldOf(action) === undefined) {
      this.#fingerprints.set(actionId, this.#fingerprintOf(action));
    }
  }

  /** Keeps the answer, and gives the same one from now on. */
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

  /** Forgets an action of which nothing has happened: its id may be used again. */
  dropped(actionId: string): void {
    this.#settle(actionId);
    this.#fingerprints.delete(actionId);
  }

  #assertSame(actionId: string, earlier: RecordedAction, now: RecordedAction): void {
    const fingerprint = this.#fingerprints.get(actionId);
    if (fingerprint === undefined || withheldOf(now) !== undefined) {
      assertSame(actionId, earlier, now);
    } else if (fingerprint !== this.#fingerprintOf(now)) throw reused(actionId);
  }

  #fingerprintOf(action: RecordedAction): string {
    return createHmac("sha256", this.#key).update(canonical(action)).digest("base64");
  }

  #settle(actionId: string): void {
    if (this.#running?.actionId === actionId) this.#running = undefined;
  }
}

/**
 * Compares with a record. If only the length of the entered text was kept, the lengths are
 * compared: an id that is used again with another text is then answered as before, and nothing is
 * done twice.
 * @throws WebservError `action-id-reused`.
 */
export function assertSame(actionId: string, earlier: RecordedAction, now: RecordedAction): void {
  const kept = withheldOf(earlier);
  const asked = kept === undefined ? now : withheldAction(now, kept.unsure ? "unsure" : "secret");
  if (canonical(toldAction(earlier)) !== canonical(toldAction(asked))) throw reused(actionId);
}

function reused(actionId: string): WebservError {
  return new WebservError(
    "action-id-reused",
    `the actionId "${actionId}" was already used for another action of this session`,
    { details: { actionId } },
  );
}

function canonical(action: RecordedAction): string {
  const members = Object.entries(action).filter(([, value]) => value !== undefined);
  return JSON.stringify(members.sort(([first], [second]) => (first < second ? -1 : 1)));
}
