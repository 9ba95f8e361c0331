// Hears whether keys reach this frame: under a window of the browser's own they do not.
import type { Params, Result } from "@webserv/shared/protocol/methods.ts";

import type { EventGate } from "../../bridge/event-gate.ts";

/** A watch that nobody ends is over so long after it began, in ms. */
const UNASKED_MS = 10_000;

export class KeyWatch {
  readonly #gate: EventGate;
  #came = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(gate: EventGate) {
    this.#gate = gate;
  }

  /** Listens from now on, or says what has come since then and ends. */
  keys({ end }: Params<"frame.keys">): Result<"frame.keys"> {
    const came = this.#came;
    this.#end();
    if (end === true) return { came };
    this.#gate.watcher = (event) => {
      this.#came ||= event.isTrusted;
    };
    this.#timer = setTimeout(() => this.#end(), UNASKED_MS);
    return { came: false };
  }

  #end(): void {
    clearTimeout(this.#timer);
    if (this.#timer !== undefined) this.#gate.watcher = null;
    this.#timer = undefined;
    this.#came = false;
  }
}
