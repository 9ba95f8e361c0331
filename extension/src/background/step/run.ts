// An action under way: what may stop it, how far it is, and which tabs came and went meanwhile.
import type { AnsweredDialog } from "@webserv/shared/model/dialog.ts";
import type { StepOutcome } from "@webserv/shared/model/step.ts";

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

  constructor(actionId: string) {
    this.actionId = actionId;
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

  begin(sessionId: string, actionId: string): Run {
    const run = new Run(actionId);
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
