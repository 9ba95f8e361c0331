// Holds what the browser itself knows of a page's elements, by which the oracle judges.

/** Holds CSS px from the top left corner of the element's document. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Describes one element; the elements that it stands in come before it. */
export interface ElementFacts {
  /** The browser's own number of the node, the same in all its answers. */
  readonly node: number;
  /** The index of what it stands in: its parent, the host of its shadow root, or the frame of its document. */
  readonly parent: number | undefined;
  /** The index of its document in `PageFacts.documents`. */
  readonly document: number;
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** The box; undefined if it is not laid out. */
  readonly box: Box | undefined;
  /** The computed values, by property; empty if it is not laid out. */
  readonly style: Readonly<Record<string, string>>;
  /** The types of events that it listens for itself. */
  readonly listeners: readonly string[];
  /** The role in the accessibility tree; undefined if it is not in there. */
  readonly role: string | undefined;
  readonly name: string;
  readonly focusable: boolean;
  readonly disabled: boolean;
  /** True if it is behind a modal dialog, or inert. */
  readonly inert: boolean;
  /**
   * The node that a click at its middle would reach. It is collected only if the page has a dialog, and only for
   * elements whose middle is in view of the top document.
   */
  readonly hit?: number | undefined;
}

export interface DocumentFacts {
  /** The box of all that can be scrolled to. */
  readonly content: Box;
  /** The box of what is in view. */
  readonly view: Box;
}

export interface PageFacts {
  readonly elements: readonly ElementFacts[];
  readonly documents: readonly DocumentFacts[];
}

/** Lists the computed values that the oracle asks for. */
export const STYLES = [
  "cursor",
  "visibility",
  "opacity",
  "display",
  "position",
  "overflow-x",
  "overflow-y",
  "transform",
  "filter",
  "clip",
  "clip-path",
  "pointer-events",
  "content-visibility",
] as const;
