// Holds an action that is under way, for the callers who wait for its outcome.
import type { Step } from "@webserv/shared/model/step.ts";
import { toWebservError } from "@webserv/shared/errors/errors.ts";
import { unlessAborted } from "@webserv/shared/rpc/abort.ts";

export class ActionUnderWay {
  readonly answer: Promise<Step>;
  readonly #cancel: AbortController;
  #waiting = 0;

  /** `cancel` takes the action back. */
  constructor(answer: Promise<Step>, cancel: AbortController) {
    this.answer = answer;
    this.#cancel = cancel;
  }

  /** The action goes on without its callers, unless all of them cancelled it. */
  async wait(signal: AbortSignal): Promise<Step> {
    this.#waiting++;
    // This is done at once, not in a later turn: the next message may ask for the same action.
    const leave = (): void => {
      this.#waiting--;
      const takenBack = toWebservError(signal.reason).code === "cancelled";
      if (takenBack && this.#waiting === 0) this.#cancel.abort(signal.reason);
    };
    if (signal.aborted) leave();
    else signal.addEventListener("abort", leave);
    try {
      return await unlessAborted(this.answer, signal);
    } finally {
      signal.removeEventListener("abort", leave);
    }
  }
}
