// A frame within a page, as the last reading found it: how it is called, and how it is reached.

export interface FrameNode {
  readonly frameId: number;
  readonly documentId: string;
  /** Semantic id of its iframe, which lies in `parent`. */
  readonly id: string;
  /** Null: the tab's main frame. */
  readonly parent: FrameNode | null;
}

/** From the outermost inwards, the node itself last. */
export function pathTo(node: FrameNode | null): FrameNode[] {
  const path: FrameNode[] = [];
  for (let at = node; at !== null; at = at.parent) path.unshift(at);
  return path;
}
