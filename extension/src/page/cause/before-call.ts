// Does something right before a callback of the page's, which the browser itself then calls.
import type { Native } from "../platform/natives.ts";
import { natives } from "../platform/natives.ts";

/**
 * Serves as a proxy's handler without a trap. For each call the browser looks for the trap, and so calls this getter.
 * No code of ours is then on the stack while the page's code runs; the page would see it in every error's trace. The
 * callback keeps its `this` and its arguments without our passing them on.
 */
export class BeforeCall {
  readonly #enter: () => void;

  constructor(enter: () => void) {
    this.#enter = enter;
  }

  static {
    Object.defineProperty(this.prototype, "apply", {
      get(this: BeforeCall): undefined {
        this.#enter();
      },
    });
    // A trap that a page writes to Object.prototype is not found here.
    Object.setPrototypeOf(this.prototype, null);
  }
}

export function precededBy(callback: Native, entrance: BeforeCall): Native {
  const handler: object = entrance;
  return new natives.Proxy(callback, handler);
}
