// Collects, while they are read, the readings of the frames directly in one frame, or why there are none.
import type { FramePlace } from "@webserv/shared/model/page/frame-place.ts";

import type { WholeInner } from "./frame-budget.ts";
import type { FrameNode } from "./frame-node.ts";
import type { ListedFrame } from "./listed-frames.ts";

export class FrameLevel {
  readonly parent: FrameNode | null;
  readonly places: readonly FramePlace[];
  /** True if the keyboard's focus is in the frame around them, or in one of them. */
  readonly focused: boolean;
  /** The most tokens that each of them may take. */
  readonly maxTokens: number;
  /** Aborts at the end of the level. */
  readonly signal: AbortSignal;
  /** Resolves when every place has a reading or a reason. */
  readonly filled: Promise<void>;
  readonly #fill: () => void;
  readonly #ended = new AbortController();
  readonly #given = new Map<string, WholeInner>();
  /** The frames that do not answer, and whose places are therefore not known. */
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
   * Returns the result for each place. A place that no frame has claimed belongs to a frame that did not answer; the
   * address of the place tells to which.
   */
  found(): ReadonlyMap<string, WholeInner> {
    const reasons = [...new Set(this.#silent.map(({ why }) => why))];
    const found = new Map(this.#given);
    for (const { id, src } of this.places) {
      if (found.has(id)) continue;
      if (isPdfAddress(src)) {
        found.set(id, { unread: PDF_UNREAD });
        continue;
      }
      const own = this.#silent.find(({ url }) => url !== "" && url.slice(0, 300) === src);
      const why = own?.why ?? (reasons.length > 0 ? reasons.join(", or ") : unlisted(src));
      found.set(id, { unread: why });
    }
    return found;
  }
}

/** Says of a PDF what it is if the browser shows something else in its place: a person can have PDFs saved. */
const PDF_UNREAD =
  "it is a PDF that is not shown here: load its address to see it, or to have it saved";

/** Tells by its address whether a frame was made for a PDF. */
function isPdfAddress(address: string): boolean {
  return /^[^?#]*\.pdf(?:[?#]|$)/i.test(address);
}

/** Explains an unlisted frame: Chromium's `webNavigation` lists no frames at blob addresses, so none can be reached. */
function unlisted(src: string): string {
  return src.startsWith("blob:")
    ? "nothing answers in it: the browser lists no frames at blob addresses"
    : "nothing answers in it";
}
