// Has every frame of a page watch over one gesture of the pointer: it is for one element of one frame.
import { FRAME_SEPARATOR } from "@webserv/shared/model/frame-place.ts";
import type { ParamsInput } from "@webserv/shared/protocol/methods.ts";

import type { Guard, GuardedPart, GuardTarget, Landing } from "../input/guard.ts";
import type { FrameNode } from "./frame-node.ts";
import type { FrameCallOptions } from "./frame-peers.ts";
import type { FrameTrees } from "./frame-trees.ts";

/** The other frames are waited for no longer than this after the element's own, in ms. */
const OTHERS_MS = 5;
/** The longest the other frames are asked what became of the gesture, in ms. */
const OTHERS_ANSWER_MS = 300;

export class GestureGuards implements Guard {
  readonly #trees: FrameTrees;
  readonly #tabId: number;
  readonly #id: string;
  readonly #part: GuardedPart;
  readonly #node: FrameNode | null;

  /** @param node the frame that holds the element; null for the main one */
  constructor(trees: FrameTrees, tabId: number, { id, part }: GuardTarget, node: FrameNode | null) {
    this.#trees = trees;
    this.#tabId = tabId;
    this.#id = id;
    this.#part = part;
    this.#node = node;
  }

  /** @throws WebservError what the element's frame threw; other frames do as well as they can. */
  async arm(forMs: number, options: FrameCallOptions): Promise<void> {
    const others = this.#others().map((node) =>
      this.#trees
        .ask(this.#tabId, node, "frame.guard", { id: null, forMs }, options)
        .catch(() => undefined),
    );
    const params = { id: this.#id, forMs, ...this.#part };
    await this.#trees.ask(this.#tabId, this.#node, "frame.guard", params, options);
    await Promise.race([
      Promise.all(others),
      new Promise((resolve) => setTimeout(resolve, OTHERS_MS)),
    ]);
  }

  /** What became of the gesture. A page that went on to another document, or does not answer, has taken it. */
  async landing(answerMs: number, signal: AbortSignal): Promise<Landing> {
    return await this.#landing({}, answerMs, signal);
  }

  /** Where it was pressed: the guards stay unless that was on its element. */
  async press(answerMs: number, signal: AbortSignal): Promise<Landing> {
    const landing = await this.#landing({ pressed: true }, answerMs, signal);
    // Those of the other frames end.
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
    // Input at an iframe itself is for what it shows.
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
