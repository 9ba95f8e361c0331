// Finds the inner frames of a page that may take part in the reaction to an action.
import type { ParamsInput } from "@webserv/shared/protocol/methods.ts";
import browser from "webextension-polyfill";

import type { FrameNode } from "../../frames/frame-node.ts";
import type { FrameCallOptions } from "../../frames/patient-calls.ts";
import type { FrameTrees } from "../../frames/frame-trees.ts";

/** Limits the wait for all frames but the main one and the one that is acted in, in ms. */
const OTHERS_MS = 200;
/** The most frames that are asked, since a page of advertisements has dozens. */
const MAX_FRAMES = 24;

export interface Reacting {
  readonly asked: readonly { readonly frameId: number; readonly url: string }[];
  /** Counts the frames that are not asked. */
  readonly unasked: number;
}

const NONE: Reacting = { asked: [], unasked: 0 };

export class ReactingFrames {
  readonly #trees: Pick<FrameTrees, "framesOf">;
  readonly #actedIn: { readonly tabId: number; readonly frameId: number } | null;
  /** Holds the documents of the tab before the action; empty if nobody asked for them. */
  readonly #before: Promise<ReadonlySet<string>>;

  constructor(
    trees: Pick<FrameTrees, "framesOf">,
    actedIn: { readonly tabId: number; readonly frameId: number } | null,
    before: Promise<ReadonlySet<string>>,
  ) {
    this.#trees = trees;
    this.#actedIn = actedIn;
    this.#before = before;
  }

  /**
   * Returns the frames of the last reading, the one that was acted in, and those that the same page has added since.
   * If the page was replaced, only its main frame is waited for.
   */
  async of(tabId: number): Promise<Reacting> {
    const shown = new Set(this.#trees.framesOf(tabId).map(({ documentId }) => documentId));
    const before = await this.#before;
    if (shown.size === 0 && before.size === 0 && this.#actedIn === null) return NONE;
    const frames = (await browser.webNavigation.getAllFrames({ tabId })) ?? [];
    const main = frames.find(({ frameId }) => frameId === 0);
    const isSamePage = main !== undefined && before.has(main.documentId);
    const isActedIn = (frameId: number): boolean =>
      this.#actedIn?.tabId === tabId && this.#actedIn.frameId === frameId;
    const reacting = frames
      .filter(({ frameId, documentId }) => {
        if (frameId === 0) return false;
        if (isActedIn(frameId)) return true;
        return shown.has(documentId) || (isSamePage && !before.has(documentId));
      })
      .toSorted((a, b) => Number(isActedIn(b.frameId)) - Number(isActedIn(a.frameId)));
    return {
      asked: reacting.slice(0, MAX_FRAMES),
      unasked: Math.max(0, reacting.length - MAX_FRAMES),
    };
  }
}

export interface WatchOptions {
  readonly trees: FrameTrees;
  readonly tabId: number;
  /** The inner frame in which the action is about to act; null stands for the main one. */
  readonly actedIn: FrameNode | null;
  readonly params: ParamsInput<"frame.watch">;
  /** True if the main frame records already. */
  readonly isMainReady: boolean;
  readonly call: FrameCallOptions;
}

/**
 * Asks for the browser's ids of all documents in the tab. The browser answers in the order in which it is asked, so
 * input that is sent after this call does not change the answer.
 */
export async function documentsIn(tabId: number): Promise<ReadonlySet<string>> {
  const frames = await browser.webNavigation.getAllFrames({ tabId }).catch(() => null);
  return new Set((frames ?? []).map(({ documentId }) => documentId));
}

/**
 * Has the frames begin to record their reaction to an action. Only the main frame and the one that is acted in must
 * answer.
 */
export async function watchFrames(options: WatchOptions): Promise<void> {
  const { trees, tabId, actedIn, params, isMainReady, call } = options;
  const watch = (node: FrameNode | null, timed = call): Promise<unknown> =>
    trees.ask(tabId, node, "frame.watch", params, timed);
  const others = trees
    .framesOf(tabId)
    .filter(({ documentId }) => documentId !== actedIn?.documentId)
    .slice(0, MAX_FRAMES)
    .map((node) => watch(node, { ...call, timeoutMs: Math.min(OTHERS_MS, call.timeoutMs) }));
  await Promise.all([
    isMainReady ? null : watch(null),
    actedIn === null ? null : watch(actedIn),
    Promise.allSettled(others),
  ]);
}
