// Describes a frame within a page, as the last reading found it: its name and how it is reached.

export interface FrameNode {
  readonly frameId: number;
  readonly documentId: string;
  /** This is the semantic id of its iframe, which lies in `parent`. */
  readonly id: string;
  /** This is null for the tab's main frame. */
  readonly parent: FrameNode | null;
}

/** Gives the frames from the outermost inwards; the node itself is the last. */
export function pathTo(node: FrameNode | null): FrameNode[] {
  const path: FrameNode[] = [];
  for (let at = node; at !== null; at = at.parent) path.unshift(at);
  return path;
}
