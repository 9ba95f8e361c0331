// Holds the action that each session carries out now, with its abort, its stage, and its effects on tabs.
import type { AnsweredDialog } from "@webserv/shared/model/page/dialog.ts";
import type { StepOutcome } from "@webserv/shared/model/step.ts";

export type Stage = "acting" | "settling";

export class ActionInFlight {
  readonly actionId: string;
  readonly abort = new AbortController();
  /** Resolves with the outcome; it is set as soon as the action has begun. */
  done: Promise<StepOutcome> | null = null;
  stage: Stage = "acting";
  readonly tabsOpened: number[] = [];
  /** Tabs that were open before, into which the action has loaded a page. */
  readonly tabsLoaded = new Set<number>();
  tabsClosed = 0;
  /** Holds the dialogs that tabs opened as they were closed. */
  readonly lastDialogs: AnsweredDialog[] = [];
  /** The time of the first input, on the worker's clock, in ms; null before it. */
  inputMs: number | null = null;
  /** Has a tab that the action opened drawn until the end of the step. */
  draw: (tabId: number) => void = () => {};
  /** True if the tab that this action's input opens becomes the session's current one. */
  readonly opensInFront: boolean;

  constructor(actionId: string, { opensInFront }: Pick<ActionInFlight, "opensInFront">) {
    this.actionId = actionId;
    this.opensInFront = opensInFront;
  }
}

/** The time after input in which a page may do more than usual (HTML standard, "transient activation"), in ms. */
const ACTIVATION_MS = 5_000;

/** Holds at most one action for each session. */
export class ActionsInFlight {
  readonly #running = new Map<string, ActionInFlight>();
  /** Holds the time of each session's last input, in ms, as long as pages may still react to it. */
  readonly #inputMs = new Map<string, number>();
  readonly #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  of(sessionId: string): ActionInFlight | undefined {
    return this.#running.get(sessionId);
  }

  /** Returns the time of the input to which the session's pages may be reacting now; null if there is none. */
  inputMsOf(sessionId: string): number | null {
    const running = this.#running.get(sessionId)?.inputMs ?? null;
    if (running !== null) return running;
    const last = this.#inputMs.get(sessionId) ?? -Infinity;
    return performance.now() - last < ACTIVATION_MS ? last : null;
  }

  begin(
    sessionId: string,
    actionId: string,
    how: Pick<ActionInFlight, "opensInFront">,
  ): ActionInFlight {
    const running = new ActionInFlight(actionId, how);
    this.#running.set(sessionId, running);
    this.#onChange();
    return running;
  }

  setStage(running: ActionInFlight, stage: Stage): void {
    running.stage = stage;
    this.#onChange();
  }

  end(sessionId: string, running: ActionInFlight): void {
    if (this.#running.get(sessionId) === running) this.#running.delete(sessionId);
    const nowMs = performance.now();
    if (running.inputMs !== null) this.#inputMs.set(sessionId, running.inputMs);
    for (const [id, inputMs] of this.#inputMs) {
      if (nowMs - inputMs >= ACTIVATION_MS) this.#inputMs.delete(id);
    }
    this.#onChange();
  }
}
