// Tells when the machine is left to those who wait for a sandbox, or have just been given one.
import type { Circumstances } from "./policy.ts";

/** After a clone was handed out its first page gets the cores to itself for so long, … */
const QUIET_MS = 300;
/** … but no more often than this, or pools under steady use would fill more slowly. */
const QUIET_EVERY_MS = 3000;

export class Foreground {
  #waiting = 0;
  #sinceMs = 0;
  #quietFromMs = Number.NEGATIVE_INFINITY;

  /** True while somebody waits for a sandbox. */
  get isBusy(): boolean {
    return this.#waiting > 0;
  }

  /** Notes that somebody waits until the function returned is called; `over` is called once nobody does. */
  begin(nowMs: number, over: () => void): () => void {
    if (this.#waiting === 0) this.#sinceMs = nowMs;
    this.#waiting += 1;
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      this.#waiting -= 1;
      if (this.#waiting === 0) over();
    };
  }

  /** Notes that a clone was handed out. */
  handedOut(nowMs: number): void {
    if (nowMs - this.#quietFromMs >= QUIET_EVERY_MS) this.#quietFromMs = nowMs;
  }

  circumstances(nowMs: number): Pick<Circumstances, "foregroundMs" | "quiet"> {
    return {
      ...(this.isBusy ? { foregroundMs: nowMs - this.#sinceMs } : {}),
      quiet: this.quietForMs(nowMs) > 0,
    };
  }

  /** Returns how much longer the cores are left to a clone's first page, in ms; not above 0 if they are not. */
  quietForMs(nowMs: number): number {
    return this.#quietFromMs + QUIET_MS - nowMs;
  }
}
