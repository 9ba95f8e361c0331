// Reads the frames within a frame, all at once, each within a time of its own.
import type { FramePlace } from "@webserv/shared/model/frame-place.ts";
import { FRAME_SEPARATOR } from "@webserv/shared/model/frame-place.ts";
import type { ObservationForm } from "@webserv/shared/model/observation.ts";
import { MAX_ID } from "@webserv/shared/model/action.ts";
import type { MethodOn, ParamsInput, Result } from "@webserv/shared/protocol/methods.ts";
import type { ErrorCode } from "@webserv/shared/protocol/errors.ts";
import { toWebservError } from "@webserv/shared/protocol/errors.ts";

import { waitMs } from "../wait.ts";
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

export interface InnerReadingOptions {
  readonly tabId: number;
  readonly form: ObservationForm;
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

  constructor(options: InnerReadingOptions) {
    this.#options = options;
  }

  /** What stands in the frames that `reading`, of the frame `parent`, has seen, by their ids. */
  async of(parent: FrameNode | null, reading: Reading): Promise<ReadonlyMap<string, InnerFrame>> {
    const places = reading.frames;
    if (places.length === 0) return new Map();
    const { tabId, loadsIn, signal } = this.#options;
    const level = new Level(parent, places, signal);
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

  async #child(level: Level, listed: ListedFrame): Promise<void> {
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
    level: Level,
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
    level: Level,
    child: ListedFrame,
    place: FramePlace,
    call: FrameCallOptions,
  ): Promise<void> {
    const { ask, form, onNode } = this.#options;
    const prefix = place.id + FRAME_SEPARATOR;
    if (prefix.length > MAX_PREFIX) {
      level.give(place.id, { unread: "frames are nested too deeply here" });
      return;
    }
    if (++this.#begun > MAX_FRAMES) {
      level.give(place.id, { unread: `the page has more than ${MAX_FRAMES} frames` });
      return;
    }
    const reading = await ask(child, "frame.observe", { form, prefix }, call);
    const { frameId, documentId } = child;
    const node: FrameNode = { frameId, documentId, id: place.id, parent: level.parent };
    onNode(prefix, node);
    level.give(place.id, { reading, inner: await this.of(node, reading) });
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

/** The frames of one parent while they are read. */
class Level {
  readonly parent: FrameNode | null;
  readonly places: readonly FramePlace[];
  /** Ends with the level. */
  readonly signal: AbortSignal;
  /** Resolves when something is known of every place. */
  readonly filled: Promise<void>;
  readonly #fill: () => void;
  readonly #ended = new AbortController();
  readonly #given = new Map<string, InnerFrame>();
  /** Frames that nobody answers for, whose places are not known. */
  readonly #silent: { readonly url: string; readonly why: string }[] = [];

  constructor(parent: FrameNode | null, places: readonly FramePlace[], signal: AbortSignal) {
    this.parent = parent;
    this.places = places;
    this.signal = AbortSignal.any([signal, this.#ended.signal]);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.filled = promise;
    this.#fill = resolve;
  }

  give(id: string, frame: InnerFrame): void {
    if (this.signal.aborted) return;
    this.#given.set(id, frame);
    if (this.places.every((place) => this.#given.has(place.id))) this.#fill();
  }

  fail(child: ListedFrame, place: FramePlace | undefined, why: string): void {
    if (place === undefined) this.silent(child, why);
    else this.give(place.id, { unread: why });
  }

  silent({ url }: Pick<ListedFrame, "url">, why: string): void {
    this.#silent.push({ url, why });
  }

  end(): void {
    this.#ended.abort();
  }

  /** Places that no frame claimed show those that did not answer, which by their addresses. */
  found(): ReadonlyMap<string, InnerFrame> {
    const reasons = [...new Set(this.#silent.map(({ why }) => why))];
    const found = new Map(this.#given);
    for (const { id, src } of this.places) {
      if (found.has(id)) continue;
      const own = this.#silent.find(({ url }) => url !== "" && url.slice(0, 300) === src);
      const why = own?.why ?? (reasons.length > 0 ? reasons.join(", or ") : unlisted(src));
      found.set(id, { unread: why });
    }
    return found;
  }
}

/** Chromium's `webNavigation` tells nothing of frames at blob addresses, so that none can be spoken to. */
function unlisted(src: string): string {
  return src.startsWith("blob:")
    ? "the browser does not tell of frames at blob addresses"
    : "nothing answers in it";
}
