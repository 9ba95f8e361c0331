// Reads the frames within a frame, all at once, each with a time limit of its own.
import type { FramePlace } from "@webserv/shared/model/page/frame-place.ts";
import { FRAME_SEPARATOR } from "@webserv/shared/model/page/frame-place.ts";
import { LEAST_TOKENS } from "@webserv/shared/model/page/observation.ts";
import { MAX_ID } from "@webserv/shared/model/actions/action-spec.ts";
import type { MethodOn, ParamsInput, Result } from "@webserv/shared/protocol/methods.ts";
import type { ErrorCode } from "@webserv/shared/errors/errors.ts";
import { toWebservError } from "@webserv/shared/errors/errors.ts";

import { waitMs } from "../platform/wait.ts";
import type { InnerLoad } from "../watch/inner-loads.ts";
import { UNTOLD_PARENT } from "./blob-frames.ts";
import type { WholeInner } from "./frame-budget.ts";
import { FrameLevel } from "./frame-level.ts";
import type { FrameNode } from "./frame-node.ts";
import type { FrameCallOptions } from "./patient-calls.ts";
import type { ListedFrame } from "./listed-frames.ts";
import { barTo } from "./listed-frames.ts";
import type { ReadOptions } from "./read-options.ts";
import type { Unread } from "./unread.ts";

/** The longest time for which one frame may hold up the reading of the page, in ms. */
const FRAME_MS = 1_200;
/** The longest wait for a content script, in ms: a document that gets one starts it within milliseconds. */
const SILENCE_MS = 200;
const RETRY_MS = 20;
/** The longest prefix of ids; a longer one would leave no room for the ids themselves. */
const MAX_PREFIX = MAX_ID - 200;
/** The most frames of one page that are read. */
const MAX_FRAMES = 200;

export interface InnerReadingOptions {
  readonly listed: () => Promise<readonly ListedFrame[]>;
  /** The options of the main frame's reading, which hold for all frames but for the number of tokens. */
  readonly observe: ReadOptions;
  /** Holds the tokens by which documents have identified themselves to the frame around them; new ones are added. */
  readonly tokens: Map<string, string>;
  readonly ask: <N extends MethodOn<"worker-frame">>(
    node: Pick<FrameNode, "documentId"> | null,
    method: N,
    params: ParamsInput<N>,
    options: FrameCallOptions,
  ) => Promise<Result<N>>;
  readonly read: (
    node: Pick<FrameNode, "documentId">,
    params: ParamsInput<"frame.observe">,
    options: FrameCallOptions,
  ) => Promise<Reading>;
  /** Returns the loads under way in the frames directly in the given one. */
  readonly loadsIn: (frameId: number) => readonly InnerLoad[];
  readonly onNode: (prefix: string, node: FrameNode) => void;
  readonly signal: AbortSignal;
}

type Reading = Result<"frame.observe">;

export class InnerReading {
  readonly #options: InnerReadingOptions;
  #begun = 0;

  constructor(options: InnerReadingOptions) {
    this.#options = options;
  }

  /**
   * Reads the frames that `reading`, of the frame `parent`, has found, and returns them by their ids. Each is read as
   * if all that is left of `maxTokens` were its own.
   */
  async of(
    parent: FrameNode | null,
    reading: Reading,
    maxTokens: number,
    focused = true,
  ): Promise<ReadonlyMap<string, WholeInner>> {
    const places = reading.frames;
    if (places.length === 0) return new Map();
    const { loadsIn, signal } = this.#options;
    const left = Math.max(LEAST_TOKENS, maxTokens - reading.tokens);
    const level = new FrameLevel(parent, places, { focused, maxTokens: left }, signal);
    const frameId = parent?.frameId ?? 0;
    try {
      const listed = await this.#options.listed();
      const showsBlobs = places.some(({ src }) => src.startsWith("blob:"));
      const children = listed.filter(({ parentFrameId }) =>
        parentFrameId === UNTOLD_PARENT ? showsBlobs : parentFrameId === frameId,
      );
      // The browser lists no frame before its first document has come.
      for (const load of loadsIn(frameId)) level.silent(load, "it is still loading");
      // A frame out of view may never answer, so this ends as soon as every place is filled.
      await Promise.race([
        Promise.all(children.map((child) => this.#child(level, child))),
        level.filled,
      ]);
    } finally {
      level.end();
    }
    signal.throwIfAborted();
    return level.found();
  }

  async #child(level: FrameLevel, listed: ListedFrame): Promise<void> {
    const deadline = performance.now() + FRAME_MS;
    let silentSince: number | null = null;
    for (let child: ListedFrame | undefined = listed; child !== undefined;) {
      const bar = barTo(child);
      if (bar !== null) {
        level.silent(child, bar);
        return;
      }
      const call = { timeoutMs: Math.max(1, deadline - performance.now()), signal: level.signal };
      let place: FramePlace | undefined;
      try {
        place = await this.#placeOf(level, child, call);
        // The reading of the parent does not show this frame.
        if (place === undefined) return;
        await this.#read(level, child, place, call);
        return;
      } catch (error) {
        if (level.signal.aborted) return;
        const now = performance.now();
        const { code } = toWebservError(error);
        const isSilent = code === "page-unreadable";
        silentSince = isSilent ? (silentSince ?? now) : null;
        const isReplaced = code === "disconnected" || (isSilent && !child.failed);
        if (!isReplaced || now >= deadline || now - (silentSince ?? now) >= SILENCE_MS) {
          level.fail(child, place, whyUnread(code, child));
          return;
        }
      }
      await waitMs(RETRY_MS, level.signal).catch(() => {});
      const now = await this.#options.listed();
      child = now.find(({ frameId }) => frameId === listed.frameId);
    }
  }

  /** Returns the place of the child in its parent's reading; undefined if the reading does not show it. */
  async #placeOf(
    level: FrameLevel,
    child: ListedFrame,
    call: FrameCallOptions,
  ): Promise<FramePlace | undefined> {
    const { ask, tokens } = this.#options;
    let token = tokens.get(child.documentId);
    if (token === undefined) {
      token = crypto.randomUUID();
      await ask(child, "frame.hail", { token }, call);
      tokens.set(child.documentId, token);
    }
    const { id } = await ask(level.parent, "frame.hailed-by", { token }, call);
    return level.places.find((place) => place.id === id);
  }

  async #read(
    level: FrameLevel,
    child: ListedFrame,
    place: FramePlace,
    call: FrameCallOptions,
  ): Promise<void> {
    const { read, observe, onNode } = this.#options;
    const prefix = place.id + FRAME_SEPARATOR;
    if (prefix.length > MAX_PREFIX) {
      level.give(place.id, { unread: "frames are nested too deeply here" });
      return;
    }
    if (++this.#begun > MAX_FRAMES) {
      level.give(place.id, { unread: `the page has more than ${MAX_FRAMES} frames` });
      return;
    }
    const { maxTokens } = level;
    const { expand: _, ...rest } = observe;
    const { held } = place;
    const focused = level.focused && place.focused;
    const params = { ...rest, prefix, held, focused };
    const reading = await read(child, { ...params, maxTokens }, call);
    const { frameId, documentId } = child;
    const node: FrameNode = { frameId, documentId, id: place.id, parent: level.parent };
    onNode(prefix, node);
    const inner = await this.of(node, reading, reading.budget, focused);
    const readAgain = (maxTokens: number): Promise<Reading | Unread> =>
      // Within so few tokens, the whole frame takes no more room than its changes would.
      this.#readAgain(child, { ...params, maxTokens, diff: false });
    level.give(place.id, { reading, inner, readAgain });
  }

  async #readAgain(
    child: ListedFrame,
    params: ParamsInput<"frame.observe">,
  ): Promise<Reading | Unread> {
    const { read, signal } = this.#options;
    try {
      return await read(child, params, { timeoutMs: FRAME_MS, signal });
    } catch (error) {
      signal.throwIfAborted();
      return { unread: whyUnread(toWebservError(error).code, child) };
    }
  }
}

function whyUnread(code: ErrorCode, { failed }: ListedFrame): string {
  switch (code) {
    case "page-unresponsive":
      return "its script is busy";
    case "page-unreadable":
      return failed ? "it could not be loaded" : "the browser lets no script of WebServ into it";
    case "disconnected":
      return "it is being replaced";
    default:
      return "it could not be read";
  }
}
