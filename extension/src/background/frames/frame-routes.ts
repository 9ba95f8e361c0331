// Reaches the elements of a page by their ids, in whatever frames they are.
import { missingId } from "@webserv/shared/protocol/missing-id.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";
import type { MethodOn, ParamsInput, Result } from "@webserv/shared/protocol/methods.ts";

import type { Hands } from "../input/hands.ts";
import type { FrameNode } from "./frame-node.ts";
import { pathTo } from "./frame-node.ts";
import type { FrameCallOptions } from "./patient-calls.ts";
import type { FrameTrees } from "./frame-trees.ts";

export type LocateParams = Omit<ParamsInput<"frame.locate">, "within">;

interface Timed {
  readonly timeoutMs: number;
  readonly call: FrameCallOptions;
}

export class FrameRoutes {
  readonly #trees: FrameTrees;
  readonly #tabId: number;

  constructor(trees: FrameTrees, tabId: number) {
    this.#trees = trees;
    this.#tabId = tabId;
  }

  /**
   * Calls the frame in which `id` lies, or the main one if `id` is left out.
   * @throws WebservError also `stale-id` if that frame shows another document by now.
   */
  async call<N extends MethodOn<"worker-frame">>(
    id: string | undefined,
    method: N,
    params: ParamsInput<N>,
    options: FrameCallOptions,
  ): Promise<Result<N>> {
    const node = await this.frameOf(id, options);
    return await this.#ask(id, node, method, params, options);
  }

  /**
   * Locates an element. With `pointsIn` "tab", the point is one of the top frame, and nothing covers it in any frame
   * around the element. Only the main frame gets ready in the same call (`ready`): the frames around another one must
   * be asked for their points first, and that takes time. A page that does not answer at all may take all of `options`.
   */
  async locate(
    params: LocateParams,
    pointsIn: Hands["pointsIn"],
    options: FrameCallOptions,
  ): Promise<Result<"frame.locate">> {
    const { id, purpose, position, at, option, anywhere, drop, ready } = params;
    const deadline = performance.now() + params.timeoutMs;
    const node = await this.frameOf(id, options);
    await this.reveal(id, options);
    const givenUpAt = performance.now() + options.timeoutMs;
    const timed = (): Timed => {
      const now = performance.now();
      return {
        timeoutMs: Math.max(1, Math.floor(deadline - now)),
        call: { ...options, timeoutMs: Math.max(1, givenUpAt - now) },
      };
    };
    const inner = timed();
    const located = await this.#ask(
      id,
      node,
      "frame.locate",
      {
        id,
        purpose,
        position,
        at,
        option,
        anywhere,
        drop,
        timeoutMs: inner.timeoutMs,
        ...(node === null ? { ready } : {}),
      },
      inner.call,
    );
    if (pointsIn === "frame") return located;
    return { ...located, ...(await this.#outwards(id, node, located, timed)) };
  }

  /**
   * Finds the element to scroll; its point is in the same coordinates as that of `locate`.
   * @param id leads to the frame that is asked: the main one if it is undefined
   */
  async scroller(
    params: ParamsInput<"frame.scroller">,
    pointsIn: Hands["pointsIn"],
    options: FrameCallOptions,
    id = params.id ?? undefined,
  ): Promise<Result<"frame.scroller">> {
    if (id === undefined) return await this.call(id, "frame.scroller", params, options);
    const node = await this.frameOf(id, options);
    await this.reveal(id, options);
    const found = await this.#ask(id, node, "frame.scroller", params, options);
    if (pointsIn === "frame") return found;
    const timed = (): Timed => ({ timeoutMs: Math.floor(options.timeoutMs), call: options });
    return { ...found, ...(await this.#outwards(id, node, found, timed)) };
  }

  /** Finds words; their points are in the same coordinates as those of `locate`. */
  async words(
    params: ParamsInput<"frame.find-words">,
    pointsIn: Hands["pointsIn"],
    options: FrameCallOptions,
  ): Promise<Result<"frame.find-words">> {
    const { id } = params;
    const node = await this.frameOf(id, options);
    const found = await this.#ask(id, node, "frame.find-words", params, options);
    if (pointsIn === "frame" || found.mouse === null || node === null) return found;
    const timed = (): Timed => ({ timeoutMs: Math.floor(options.timeoutMs), call: options });
    const outwards = (point: { readonly x: number; readonly y: number }) =>
      this.#outwards(id, node, point, timed);
    const mouse = { from: await outwards(found.mouse.from), to: await outwards(found.mouse.to) };
    return { ...found, mouse };
  }

  /**
   * Converts a point of a frame to one of the top frame, and makes sure that nothing covers it in any frame around.
   */
  async #outwards(
    id: string,
    node: FrameNode | null,
    point: { readonly x: number; readonly y: number },
    timed: () => Timed,
  ): Promise<{ x: number; y: number }> {
    let { x, y } = point;
    for (const frame of pathTo(node).toReversed()) {
      const { timeoutMs, call } = timed();
      const within = { x, y, id };
      ({ x, y } = await this.#ask(
        id,
        frame.parent,
        "frame.locate",
        { id: frame.id, purpose: "hover", timeoutMs, within },
        call,
      ));
    }
    return { x, y };
  }

  /** Focuses an element, after each of the frames around it, from the outermost inwards. */
  async focus(
    id: string,
    options: FrameCallOptions,
    field = false,
  ): Promise<Result<"frame.focus">> {
    const node = await this.frameOf(id, options);
    let around = true;
    for (const frame of pathTo(node)) {
      const params = { id: frame.id };
      const { focused } = await this.#ask(id, frame.parent, "frame.focus", params, options);
      around &&= focused;
    }
    const own = { id, field };
    const found = await this.#ask(id, node, "frame.focus", own, options);
    return { ...found, focused: around && found.focused };
  }

  /** Scrolls the frames around an element into view: a frame out of view is not drawn, and never comes to rest. */
  async reveal(id: string, options: FrameCallOptions): Promise<void> {
    for (const frame of pathTo(await this.frameOf(id, options))) {
      await this.#ask(id, frame.parent, "frame.reveal", { id: frame.id }, options);
    }
  }

  /** Returns the frame that keys go to. */
  async focusedFrame(options: FrameCallOptions): Promise<FrameNode | null> {
    return (await this.#focus(options)).node;
  }

  /**
   * Returns the element that has the keyboard's focus, in any frame.
   * @param inMain is what the main frame has just answered; if it is absent, that is asked first
   */
  async focused(
    options: FrameCallOptions,
    inMain?: Result<"frame.focused">,
  ): Promise<Result<"frame.focused">> {
    return (await this.#focus(options, inMain)).focused;
  }

  /** Finds the innermost frame that has the focus, and the focused element that it reports. */
  async #focus(
    options: FrameCallOptions,
    inMain?: Result<"frame.focused">,
  ): Promise<{ readonly node: FrameNode | null; readonly focused: Result<"frame.focused"> }> {
    const ask = (node: FrameNode | null): Promise<Result<"frame.focused">> =>
      this.#ask(undefined, node, "frame.focused", {}, options);
    let node: FrameNode | null = null;
    let focused = inMain ?? (await ask(null));
    for (;;) {
      const inner = focused.id === null ? null : this.#trees.frameWith(this.#tabId, focused.id);
      if (inner === null) return { node, focused };
      node = inner;
      focused = await ask(node);
    }
  }

  /** Calls a frame that is already known. */
  async callIn<N extends MethodOn<"worker-frame">>(
    node: FrameNode | null,
    method: N,
    params: ParamsInput<N>,
    options: FrameCallOptions,
  ): Promise<Result<N>> {
    return await this.#ask(undefined, node, method, params, options);
  }

  async frameOf(id: string | undefined, options: FrameCallOptions): Promise<FrameNode | null> {
    return id === undefined ? null : await this.#trees.frameOf(this.#tabId, id, options);
  }

  async #ask<N extends MethodOn<"worker-frame">>(
    id: string | undefined,
    node: FrameNode | null,
    method: N,
    params: ParamsInput<N>,
    options: FrameCallOptions,
  ): Promise<Result<N>> {
    try {
      return await this.#trees.ask(this.#tabId, node, method, params, options);
    } catch (error) {
      if (!(error instanceof WebservError) || id === undefined) throw error;
      // An ambiguous option (`details.wanted`) keeps its error, since options belong to one element.
      const isAmbiguous = error.code === "ambiguous" && error.details["wanted"] === undefined;
      if (error.code === "unknown-id" || isAmbiguous) {
        const known = await this.#trees.nearest(this.#tabId, id, options.signal);
        throw missingId(id, "unknown-id", known);
      }
      const isGone =
        error.code === "page-unreadable" ||
        (error.code === "disconnected" && method === "frame.locate");
      if (node === null || !isGone) throw error;
      throw new WebservError(
        "stale-id",
        `"${id}" is gone: its frame "${node.id}" was replaced since it was read`,
        { details: { id, frame: node.id }, cause: error },
      );
    }
  }
}
