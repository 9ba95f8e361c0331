// Describes a frame within a page, as the last reading found it: its ids and its parent.

export interface FrameNode {
  readonly frameId: number;
  readonly documentId: string;
  /** The semantic id of the frame's iframe, which lies in `parent`. */
  readonly id: string;
  /** The frame around this one; null stands for the tab's main frame. */
  readonly parent: FrameNode | null;
}

/** Gives the frames from the outermost inwards; the node itself is the last. */
export function pathTo(node: FrameNode | null): FrameNode[] {
  const path: FrameNode[] = [];
  for (let at = node; at !== null; at = at.parent) path.unshift(at);
  return path;
}
