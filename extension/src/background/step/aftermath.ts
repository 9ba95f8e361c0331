// Tells what an action did to the focus and to its own element, once the page has been read.
import type { Action } from "@webserv/shared/model/action.ts";
import type { Effects, Target } from "@webserv/shared/model/step.ts";
import type { Result } from "@webserv/shared/protocol/methods.ts";

import type { FrameCallOptions } from "../frames/frame-peers.ts";
import type { FrameRoutes } from "../frames/frame-routes.ts";
import { elementOf } from "./action-element.ts";
import type { EntryVerdict } from "./entry-verdict.ts";

/** The longest wait for a page to report its focused element, in ms. */
const AFTERMATH_MS = 300;

export interface AftermathOptions {
  readonly action: Action;
  readonly entry: EntryVerdict;
  readonly routes: () => FrameRoutes;
  readonly timed: (timeoutMs: number) => FrameCallOptions;
}

export class Aftermath {
  readonly #options: AftermathOptions;
  /** The element that had the focus before the action; undefined if that is unknown. */
  #focusBefore: string | null | undefined;

  constructor(options: AftermathOptions) {
    this.#options = options;
  }

  /**
   * Notes the focus before the action.
   * @param inMain is what the main frame has just answered, if it was asked
   */
  async begin(inMain?: Result<"frame.focused">): Promise<void> {
    const { action, entry, routes, timed } = this.#options;
    const focused = routes().focused(timed(AFTERMATH_MS), inMain);
    const found = await focused.catch(() => undefined);
    this.#focusBefore = found?.element;
    // If the action names no element, its keys go where the focus is.
    const isMeant = elementOf(action) === undefined;
    if (isMeant && found !== undefined) entry.hear(found.secret === true);
  }

  /**
   * Reports the new focus, and whether the element is gone, once the page has been read. It reports nothing if the
   * page has another document by now, or does not answer.
   * @param target is the element of the action, if it was found
   */
  async read(target: Target | undefined): Promise<Pick<Effects, "focus" | "gone">> {
    const { action, routes, timed } = this.#options;
    const id = elementOf(action);
    if (this.#focusBefore === undefined) return {};
    const call = timed(AFTERMATH_MS);
    const [focus, presence] = await Promise.all([
      this.focused(call)
        .then(({ element }) => element)
        .catch(() => undefined),
      id === undefined || target === undefined
        ? undefined
        : routes()
            .call(id, "frame.presence", { id }, call)
            .catch(() => undefined),
    ]);
    return {
      ...(focus === undefined || focus === this.#focusBefore ? {} : { focus }),
      ...(presence?.state === "gone" ? { gone: true } : {}),
    };
  }

  /**
   * Returns the focused element. A page may move the focus on, also at a key; whether a key is secret depends on the
   * element that receives it, and not on the one that was named.
   */
  async focused(call: FrameCallOptions): Promise<Result<"frame.focused">> {
    const { action, entry, routes } = this.#options;
    const found = await routes().focused(call);
    if (action.type === "press") entry.hear(found.secret === true);
    return found;
  }
}
