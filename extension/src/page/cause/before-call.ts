// Has something done right before a callback of the page's, which then is called by the browser itself.
import type { Native } from "../natives.ts";
import { natives } from "../natives.ts";

/**
 * A proxy without a trap hands calls on; on the way the browser looks for the trap, and finds this. So no
 * code of ours is on the stack while the page's runs, where the page would see it in every error's trace,
 * and what is called keeps its `this` and its arguments without our passing them on.
 */
export class Entrance {
  readonly #enter: () => void;

  constructor(enter: () => void) {
    this.#enter = enter;
  }

  static {
    Object.defineProperty(this.prototype, "apply", {
      get(this: Entrance): undefined {
        this.#enter();
      },
    });
    // What a page writes to Object.prototype is no trap.
    Object.setPrototypeOf(this.prototype, null);
  }
}

export function preceded(callback: Native, entrance: Entrance): Native {
  const handler: object = entrance;
  return new natives.Proxy(callback, handler);
}
