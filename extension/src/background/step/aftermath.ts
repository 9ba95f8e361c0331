// Tells what an action did to the focus and to its own element, once the page has been read.
import type { Asked } from "@webserv/shared/model/action.ts";
import type { Target } from "@webserv/shared/model/page/target.ts";
import type { Effects } from "@webserv/shared/model/step.ts";
import type { Result } from "@webserv/shared/protocol/methods.ts";

import type { FrameCallOptions } from "../frames/patient-calls.ts";
import type { FrameNode } from "../frames/frame-node.ts";
import type { FrameRoutes } from "../frames/frame-routes.ts";
import type { AftermathQuestion } from "../frames/frame-trees.ts";
import { elementOf } from "./action-element.ts";
import type { EntryVerdict } from "./entry-verdict.ts";

/** The longest wait for a page to report its focused element, in ms. */
const AFTERMATH_MS = 300;

export interface AftermathOptions {
  /** Returns the action, with the ids of its elements once they are known. */
  readonly action: () => Asked;
  readonly entry: EntryVerdict;
  readonly routes: () => FrameRoutes;
  readonly timed: (timeoutMs: number) => FrameCallOptions;
  /** Returns the options of calls that follow the reading. */
  readonly afterwards: (timeoutMs: number) => FrameCallOptions;
}

/** Says where the action has acted. */
interface Acted {
  readonly tabId: number | undefined;
  /** The inner frame that contains the element; null if that is in the main frame. */
  readonly frameActedIn: FrameNode | null;
  /** The element of the action, if it was found. */
  readonly target: Target | undefined;
}

export class Aftermath {
  readonly #options: AftermathOptions;
  /** The element that had the focus before the action; undefined if that is unknown. */
  #focusBefore: string | null | undefined;
  /** Holds what the main frame has told as it was read. */
  #told: NonNullable<Result<"frame.observe">["aftermath"]> | undefined;

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
    const isMeant = elementOf(action()) === undefined;
    if (isMeant && found !== undefined) entry.hear(found.secret === true);
  }

  /**
   * Returns what the main frame is asked as it is read; undefined if there is nothing to ask it. Inner frames are asked
   * by `read`.
   */
  question({ tabId, frameActedIn, target }: Acted): AftermathQuestion | undefined {
    const id = target === undefined ? undefined : elementOf(this.#options.action());
    if (this.#focusBefore === undefined || tabId === undefined || frameActedIn !== null) {
      return undefined;
    }
    return {
      tabId,
      wish: id === undefined ? {} : { id },
      hear: (told) => (this.#told = told),
    };
  }

  /**
   * Reports the new focus, and whether the element is gone, once the page has been read. What the reading has told
   * holds; for all else the page is asked. If it has another document by now, or does not answer, nothing is reported.
   * @param target is the element of the action, if it was found
   */
  async read(target: Target | undefined): Promise<Pick<Effects, "focus" | "gone">> {
    const { action, routes, afterwards } = this.#options;
    const id = elementOf(action());
    if (this.#focusBefore === undefined) return {};
    const call = afterwards(AFTERMATH_MS);
    const told = this.#told;
    const [focus, presence] = await Promise.all([
      this.focused(call, told?.focused)
        .then(({ element }) => element)
        .catch(() => undefined),
      id === undefined || target === undefined
        ? undefined
        : (told?.presence ??
          routes()
            .call(id, "frame.presence", { id }, call)
            .then(({ state }) => state)
            .catch(() => undefined)),
    ]);
    return {
      ...(focus === undefined || focus === this.#focusBefore ? {} : { focus }),
      ...(presence === "gone" ? { gone: true } : {}),
    };
  }

  /**
   * Returns the focused element. A page may move the focus on, also at a key; whether a key is secret depends on the
   * element that receives it, and not on the one that was named.
   * @param inMain is what the main frame has just told, if it was asked
   */
  async focused(
    call: FrameCallOptions,
    inMain?: Result<"frame.focused">,
  ): Promise<Result<"frame.focused">> {
    const { action, entry, routes } = this.#options;
    const found = await routes().focused(call, inMain);
    if (action().type === "press") entry.hear(found.secret === true);
    return found;
  }
}
