// Watches whether keys reach this frame: they do not while a window of the browser's own has the focus.
import type { Params, Result } from "@webserv/shared/protocol/methods.ts";

import type { EventGate } from "../../bridge/event-gate.ts";

/** A watch that nobody ends lasts so long, in ms. */
const UNASKED_MS = 10_000;

export class KeyWatch {
  readonly #gate: EventGate;
  #came = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(gate: EventGate) {
    this.#gate = gate;
  }

  /** Begins a watch, or ends it if `end` is set. Tells whether a key came during the former watch. */
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
