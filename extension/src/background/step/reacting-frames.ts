// Which inner frames of a page may take part in the reaction to an action.
import type { FrameNode } from "../frames/frame-node.ts";
import type { FrameTrees } from "../frames/frame-trees.ts";

/** More than these are not asked: a page of advertisements has dozens. */
const MAX_FRAMES = 24;

export class ReactingFrames {
  readonly #trees: Pick<FrameTrees, "framesOf">;
  readonly #actedIn: { readonly tabId: number; readonly frameId: number } | null;
  /** Documents of the tab before the action, where anybody looked. */
  readonly #before: ReadonlySet<string>;

  constructor(
    trees: Pick<FrameTrees, "framesOf">,
    actedIn: { readonly tabId: number; readonly frameId: number } | null,
    before: ReadonlySet<string>,
  ) {
    this.#trees = trees;
    this.#actedIn = actedIn;
    this.#before = before;
  }

  /**
   * By their ids: those that the last reading showed, the one that was acted in, and what has come to
   * the same page since. Of another page only the main frame is waited for.
   */
  async of(tabId: number): Promise<readonly number[]> {
    const shown = new Set(this.#trees.framesOf(tabId).map(({ documentId }) => documentId));
    if (shown.size === 0 && this.#before.size === 0 && this.#actedIn === null) return [];
    const frames = (await chrome.webNavigation.getAllFrames({ tabId })) ?? [];
    const main = frames.find(({ frameId }) => frameId === 0);
    const isSamePage = main !== undefined && this.#before.has(main.documentId);
    return frames
      .filter(({ frameId, documentId }) => {
        if (frameId === 0) return false;
        if (this.#actedIn?.tabId === tabId && this.#actedIn.frameId === frameId) return true;
        return shown.has(documentId) || (isSamePage && !this.#before.has(documentId));
      })
      .map(({ frameId }) => frameId)
      .slice(0, MAX_FRAMES);
  }
}

/** The browser's ids of all documents in the tab. */
export async function documentsIn(tabId: number): Promise<ReadonlySet<string>> {
  const frames = (await chrome.webNavigation.getAllFrames({ tabId })) ?? [];
  return new Set(frames.map(({ documentId }) => documentId));
}

/** The documents that are asked to follow the action, beside the main frame's. */
export function followed(nodes: readonly FrameNode[]): readonly FrameNode[] {
  return nodes.slice(0, MAX_FRAMES);
}
