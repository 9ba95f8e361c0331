// Has every frame of a page guard one pointer gesture, so that it reaches only its element in one of the frames.
import { FRAME_SEPARATOR } from "@webserv/shared/model/page/frame-place.ts";
import type { ParamsInput } from "@webserv/shared/protocol/methods.ts";

import type { Guard, GuardedPart, GuardTarget, GuardWish, Landing } from "../input/guard.ts";
import type { FrameNode } from "./frame-node.ts";
import type { FrameCallOptions } from "./patient-calls.ts";
import type { FrameTrees } from "./frame-trees.ts";

/** The longest wait for the other frames, after the element's own frame has answered, in ms. */
const OTHERS_MS = 5;
/** The longest wait for the other frames to report where the gesture landed, in ms. */
const OTHERS_ANSWER_MS = 300;

export class GestureGuards implements Guard {
  readonly #trees: FrameTrees;
  readonly #tabId: number;
  readonly #id: string;
  readonly #part: GuardedPart;
  readonly #node: FrameNode | null;

  /** @param node is the frame that contains the element; null stands for the main one */
  constructor(trees: FrameTrees, tabId: number, { id, part }: GuardTarget, node: FrameNode | null) {
    this.#trees = trees;
    this.#tabId = tabId;
    this.#id = id;
    this.#part = part;
    this.#node = node;
  }

  wish(forMs: number): GuardWish {
    return { forMs, ...this.#part };
  }

  /** Begins the guard. @throws WebservError the error of the element's frame; failures of others are ignored. */
  async arm(forMs: number, options: FrameCallOptions, isBegun: boolean): Promise<void> {
    const others = this.#others().map((node) =>
      this.#trees
        .ask(this.#tabId, node, "frame.guard", { id: null, forMs }, options)
        .catch(() => undefined),
    );
    if (!isBegun) {
      const params = { id: this.#id, ...this.wish(forMs) };
      await this.#trees.ask(this.#tabId, this.#node, "frame.guard", params, options);
    }
    if (others.length === 0) return;
    await Promise.race([
      Promise.all(others),
      new Promise((resolve) => setTimeout(resolve, OTHERS_MS)),
    ]);
  }

  /** Reports where the gesture landed; a page that was replaced, or does not answer, counts as having taken it. */
  async landing(answerMs: number, signal: AbortSignal): Promise<Landing> {
    return await this.#landing({}, answerMs, signal);
  }

  /** Reports where the button was pressed; the guards go on unless that was on their element. */
  async press(answerMs: number, signal: AbortSignal): Promise<Landing> {
    const landing = await this.#landing({ pressed: true }, answerMs, signal);
    // The press was right, so the guards of the other frames end.
    if (landing.landed === "there") void this.landing(answerMs, signal).catch(() => {});
    return landing;
  }

  async #landing(
    params: ParamsInput<"frame.guarded">,
    answerMs: number,
    signal: AbortSignal,
  ): Promise<Landing> {
    const ask = (node: FrameNode | null, timeoutMs: number): Promise<Landing> =>
      this.#trees
        .ask(this.#tabId, node, "frame.guarded", params, { timeoutMs, signal })
        .catch((): Landing => {
          signal.throwIfAborted();
          return { landed: "unwatched" };
        });
    const others = this.#others().map(async (node): Promise<Landing> => {
      const landing = await ask(node, OTHERS_ANSWER_MS);
      const id = landing.by?.id ?? node?.id;
      return landing.by === undefined || id === undefined
        ? landing
        : { landed: landing.landed, by: { ...landing.by, id } };
    });
    const all = Promise.all(others);
    all.catch(() => {});
    const own = await ask(this.#node, answerMs);
    if (own.landed !== "nowhere") return own;
    const stray = (await all).find(({ landed }) => landed === "elsewhere");
    if (stray !== undefined) return stray;
    // If the element is an iframe, its content was meant to receive the input.
    return this.#trees.frameWith(this.#tabId, this.#id) === null ? own : { landed: "there" };
  }

  #others(): (FrameNode | null)[] {
    const all = [null, ...this.#trees.framesOf(this.#tabId)];
    return all.filter((node) => {
      if (node === null || this.#node === null) return node !== this.#node;
      return node.id !== this.#node.id && !node.id.startsWith(this.#id + FRAME_SEPARATOR);
    });
  }
}
