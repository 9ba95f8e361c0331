// Reads the frames within a frame, all at once, each within a time of its own.
import type { FramePlace } from "@webserv/shared/model/frame-place.ts";
import { FRAME_SEPARATOR } from "@webserv/shared/model/frame-place.ts";
import type { ObserveOptions } from "@webserv/shared/model/observation.ts";
import { DEFAULT_MAX_TOKENS } from "@webserv/shared/model/observation.ts";
import { MAX_ID } from "@webserv/shared/model/action.ts";
import type { MethodOn, ParamsInput, Result } from "@webserv/shared/protocol/methods.ts";
import type { ErrorCode } from "@webserv/shared/protocol/errors.ts";
import { toWebservError } from "@webserv/shared/protocol/errors.ts";

import { waitMs } from "../wait.ts";
import { FrameLevel } from "./frame-level.ts";
import type { FrameNode } from "./frame-node.ts";
import type { FrameCallOptions } from "./frame-peers.ts";
import type { InnerLoad } from "./inner-loads.ts";
import type { ListedFrame } from "./listed-frames.ts";
import { barTo, listFrames } from "./listed-frames.ts";
import type { InnerFrame } from "./merge-readings.ts";

/** The longest one frame may hold up the reading of the page, in ms. */
const FRAME_MS = 1_200;
/** A document that is there starts its content script within milliseconds, if it gets one. */
const SILENCE_MS = 200;
const RETRY_MS = 20;
/** A longer prefix would leave no room for the ids themselves. */
const MAX_PREFIX = MAX_ID - 200;
/** Frames of one page that are read. */
const MAX_FRAMES = 200;
/** Of one frame, however many there are. */
const LEAST_TOKENS = 200;

export interface InnerReadingOptions {
  readonly tabId: number;
  /** As the main frame is read, its tokens aside. */
  readonly observe: ObserveOptions;
  /** Tokens by which documents have hailed the frame around them; grows. */
  readonly tokens: Map<string, string>;
  readonly ask: <N extends MethodOn<"worker-frame">>(
    node: Pick<FrameNode, "documentId"> | null,
    method: N,
    params: ParamsInput<N>,
    options: FrameCallOptions,
  ) => Promise<Result<N>>;
  /** Loads under way in the frames that stand directly in the given one. */
  readonly loadsIn: (frameId: number) => readonly InnerLoad[];
  readonly onNode: (prefix: string, node: FrameNode) => void;
  readonly signal: AbortSignal;
}

type Reading = Result<"frame.observe">;

export class InnerReading {
  readonly #options: InnerReadingOptions;
  #begun = 0;
  /** Tokens for each frame that stands directly in the given one. */
  readonly #shares = new Map<FrameNode | null, number>();

  constructor(options: InnerReadingOptions) {
    this.#options = options;
  }

  /** What stands in the frames that `reading`, of the frame `parent`, has seen, by their ids. */
  async of(
    parent: FrameNode | null,
    reading: Reading,
    maxTokens: number = this.#options.observe.maxTokens ?? DEFAULT_MAX_TOKENS,
    focused = true,
  ): Promise<ReadonlyMap<string, InnerFrame>> {
    const places = reading.frames;
    if (places.length === 0) return new Map();
    // What the frame around them has left of its tokens, in equal shares.
    const share = Math.floor((maxTokens - reading.tokens) / places.length);
    this.#shares.set(parent, Math.max(LEAST_TOKENS, share));
    const { tabId, loadsIn, signal } = this.#options;
    const level = new FrameLevel(parent, places, focused, signal);
    const frameId = parent?.frameId ?? 0;
    try {
      const listed = await listFrames(tabId);
      const children = listed.filter(({ parentFrameId }) => parentFrameId === frameId);
      // The browser lists no frame before its first document has come.
      for (const load of loadsIn(frameId)) level.silent(load, "it is still loading");
      // A frame that nobody sees may never answer: what is waited for are the places.
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
        // Nobody sees it.
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
      const now = await listFrames(this.#options.tabId);
      child = now.find(({ frameId }) => frameId === listed.frameId);
    }
  }

  /** The place in which the child shows; undefined where that was not seen. */
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
    const { ask, observe, onNode } = this.#options;
    const prefix = place.id + FRAME_SEPARATOR;
    if (prefix.length > MAX_PREFIX) {
      level.give(place.id, { unread: "frames are nested too deeply here" });
      return;
    }
    if (++this.#begun > MAX_FRAMES) {
      level.give(place.id, { unread: `the page has more than ${MAX_FRAMES} frames` });
      return;
    }
    const maxTokens = this.#shares.get(level.parent) ?? LEAST_TOKENS;
    const { expand: _, ...rest } = observe;
    const { held } = place;
    const focused = level.focused && place.focused;
    const params = { ...rest, maxTokens, prefix, held, focused };
    const reading = await ask(child, "frame.observe", params, call);
    const { frameId, documentId } = child;
    const node: FrameNode = { frameId, documentId, id: place.id, parent: level.parent };
    onNode(prefix, node);
    level.give(place.id, { reading, inner: await this.of(node, reading, maxTokens, focused) });
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
