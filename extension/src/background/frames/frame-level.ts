// Collects what comes of the frames that stand directly in one frame, or why nothing did, while they are read.
import type { FramePlace } from "@webserv/shared/model/frame-place.ts";

import type { WholeInner } from "./frame-budget.ts";
import type { FrameNode } from "./frame-node.ts";
import type { ListedFrame } from "./listed-frames.ts";

export class FrameLevel {
  readonly parent: FrameNode | null;
  readonly places: readonly FramePlace[];
  /** The keyboard goes to the frame they stand in, or into one of them. */
  readonly focused: boolean;
  /** Limits what each of them may take. */
  readonly maxTokens: number;
  /** This ends with the level. */
  readonly signal: AbortSignal;
  /** Resolves when something is known of every place. */
  readonly filled: Promise<void>;
  readonly #fill: () => void;
  readonly #ended = new AbortController();
  readonly #given = new Map<string, WholeInner>();
  /** These frames do not answer, and their places are not known. */
  readonly #silent: { readonly url: string; readonly why: string }[] = [];

  constructor(
    parent: FrameNode | null,
    places: readonly FramePlace[],
    { focused, maxTokens }: Pick<FrameLevel, "focused" | "maxTokens">,
    signal: AbortSignal,
  ) {
    this.parent = parent;
    this.places = places;
    this.focused = focused;
    this.maxTokens = maxTokens;
    this.signal = AbortSignal.any([signal, this.#ended.signal]);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.filled = promise;
    this.#fill = resolve;
  }

  give(id: string, frame: WholeInner): void {
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

  /**
   * Gives what was found of each place. A place that no frame claimed shows one that did not answer; their addresses
   * tell which.
   */
  found(): ReadonlyMap<string, WholeInner> {
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
