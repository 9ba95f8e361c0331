// An action under way: what may stop it, how far it is, and which tabs came and went meanwhile.
import type { Action } from "@webserv/shared/model/action.ts";
import type { AnsweredDialog } from "@webserv/shared/model/dialog.ts";
import type { StepOutcome } from "@webserv/shared/model/step.ts";

import { opensBehind } from "../act/opens-behind.ts";

export type Stage = "acting" | "settling";

export class Run {
  readonly actionId: string;
  readonly abort = new AbortController();
  /** Resolves with the outcome; set as soon as the run has begun. */
  done: Promise<StepOutcome> | null = null;
  stage: Stage = "acting";
  readonly tabsOpened: number[] = [];
  tabsClosed = 0;
  /** Dialogs that tabs asked as they were closed. */
  readonly lastDialogs: AnsweredDialog[] = [];
  /** When its first input was sent; null before. */
  inputMs: number | null = null;
  /** Has a tab drawn that the action opened, for as long as the step takes. */
  draw: (tabId: number) => void = () => {};
  /** What its input opens is meant to be gone on with, and not to stand behind. */
  readonly opensInFront: boolean;

  constructor(actionId: string, action?: Action) {
    this.actionId = actionId;
    this.opensInFront = action !== undefined && !opensBehind(action);
  }
}

/** Pages may do for so long after input what they may not do by themselves (HTML standard, transient activation). */
const ANSWERED_MS = 5_000;

/** At most one run a session. */
export class Runs {
  readonly #running = new Map<string, Run>();
  /** When input was last sent, by session, of what pages may still answer. */
  readonly #inputMs = new Map<string, number>();
  readonly #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  of(sessionId: string): Run | undefined {
    return this.#running.get(sessionId);
  }

  /** When the input was sent that its pages may be answering now; null if there is none. */
  inputMsOf(sessionId: string): number | null {
    const running = this.#running.get(sessionId)?.inputMs ?? null;
    if (running !== null) return running;
    const last = this.#inputMs.get(sessionId) ?? -Infinity;
    return performance.now() - last < ANSWERED_MS ? last : null;
  }

  begin(sessionId: string, actionId: string, action?: Action): Run {
    const run = new Run(actionId, action);
    this.#running.set(sessionId, run);
    this.#onChange();
    return run;
  }

  setStage(run: Run, stage: Stage): void {
    run.stage = stage;
    this.#onChange();
  }

  end(sessionId: string, run: Run): void {
    if (this.#running.get(sessionId) === run) this.#running.delete(sessionId);
    const nowMs = performance.now();
    if (run.inputMs !== null) this.#inputMs.set(sessionId, run.inputMs);
    for (const [id, inputMs] of this.#inputMs) {
      if (nowMs - inputMs >= ANSWERED_MS) this.#inputMs.delete(id);
    }
    this.#onChange();
  }
}
