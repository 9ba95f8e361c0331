// Runs all work under a sandbox's id one after the other, whichever backend has it; a deletion ends earlier work.
import { WebservError } from "@webserv/shared/errors/errors.ts";

import { createKeyedQueue } from "./keyed-queue.ts";

/**
 * The turn of an id, which its holder may hand on: a method that is called with it runs in this turn and does not wait.
 */
export interface Turn {
  readonly sandboxId: string;
  /** It ends with the signal of the one who asked for the turn, and when the id is deleted. */
  readonly signal: AbortSignal;
}

/** Serves all backends of a daemon: an id is taken, and deleted, in all of them. */
export class SandboxIds {
  readonly #queue = createKeyedQueue();
  /** There is one for each id that has a sandbox, or under which one is being made. Its deletion aborts it. */
  readonly #endings = new Map<string, AbortController>();

  /**
   * Runs in the id's turn: in the caller's, if it has that one, and else after what was asked for before.
   * @throws why the id was ended, if it was: WebservError `unknown-sandbox`; the caller's reason if that ends before its
   *   turn.
   */
  async run<T>(
    sandboxId: string,
    caller: AbortSignal | Turn,
    work: (turn: Turn) => Promise<T>,
  ): Promise<T> {
    const own = ownTurn(caller, sandboxId);
    if (own !== undefined) return await work(own);
    const signal = caller instanceof AbortSignal ? caller : caller.signal;
    return await this.#queue.run(sandboxId, signal, async () => {
      const isNew = !this.#endings.has(sandboxId);
      const ending = this.add(sandboxId);
      try {
        return await work({ sandboxId, signal: AbortSignal.any([signal, ending.signal]) });
      } catch (error) {
        if (isNew && this.#endings.get(sandboxId) === ending) this.remove(sandboxId);
        ending.signal.throwIfAborted();
        throw error;
      }
    });
  }

  /** Ends the work under the id, and deletes in its turn. Nobody can cancel it. */
  async end(
    sandboxId: string,
    caller: Turn | undefined,
    remove: (turn: Turn) => Promise<void>,
    why: unknown = deletedMeanwhile(sandboxId),
  ): Promise<void> {
    if (caller?.sandboxId === sandboxId) {
      await remove(caller);
      return;
    }
    this.#endings.get(sandboxId)?.abort(why);
    await this.#queue.run(sandboxId, undefined, async () =>
      remove({ sandboxId, signal: new AbortController().signal }),
    );
  }

  /** Tells whether there is a sandbox of this id, or one is being made. */
  has(sandboxId: string): boolean {
    return this.#endings.has(sandboxId);
  }

  /** Registers that there is a sandbox of this id, or that one is being made. */
  add(sandboxId: string): AbortController {
    const known = this.#endings.get(sandboxId);
    if (known !== undefined) return known;
    const ending = new AbortController();
    this.#endings.set(sandboxId, ending);
    return ending;
  }

  /** Registers that there is none any more: the next one of this id has nothing to do with it. */
  remove(sandboxId: string): void {
    this.#endings.delete(sandboxId);
  }

  /** Returns the signal of work beside the turns: it ends with the caller's, and when the id is deleted. */
  until(sandboxId: string, signal: AbortSignal): AbortSignal {
    const ending = this.#endings.get(sandboxId);
    return ending === undefined ? signal : AbortSignal.any([signal, ending.signal]);
  }

  /** Tells whether the id's sandbox is being deleted, or its deletion failed. */
  isEnding(sandboxId: string): boolean {
    return this.#endings.get(sandboxId)?.signal.aborted === true;
  }
}

/** Returns the caller's turn, if it is that of the id. */
function ownTurn(caller: AbortSignal | Turn, sandboxId: string): Turn | undefined {
  if (caller instanceof AbortSignal || caller.sandboxId !== sandboxId) return undefined;
  return caller;
}

function deletedMeanwhile(sandboxId: string): WebservError {
  return new WebservError("unknown-sandbox", `the sandbox "${sandboxId}" was deleted meanwhile`);
}
