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

/** At most one run a session. */
export class Runs {
  readonly #running = new Map<string, Run>();
  readonly #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  of(sessionId: string): Run | undefined {
    return this.#running.get(sessionId);
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
    this.#onChange();
  }
}
