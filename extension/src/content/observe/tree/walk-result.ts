// Defines what one walk through a document finds: the tree of its parts, and what the rest of a reading needs.
import type { ElementPart, Part } from "./parts.ts";

/** A run of so many like siblings that not all of them may be read, whatever is shown of them. */
export interface LongRun extends Iterable<Element> {
  /** The element that they stand in. */
  readonly holder: Element;
  readonly count: number;
}

/** The modal dialog that blocks the page, and the layers that lie on top of it. */
export interface ModalLayer {
  readonly element: Element;
  readonly over: LayersOver;
}

/** The layers that lie on top of a modal dialog, such as its menus. */
export interface LayersOver {
  readonly layers: ReadonlySet<Element>;
  holds(element: Element): boolean;
}

/** The result of a walk. */
export interface Walk {
  readonly parts: Part[];
  /** Headings in reading order. */
  readonly headings: readonly ElementPart[];
  /** The beginnings of all texts that say something, in reading order. */
  readonly texts: readonly string[];
  /** Elements that are nested too deeply to be read. */
  readonly tooDeep: readonly Element[];
  readonly modal?: ModalLayer | undefined;
  /** Series so long that not all of their entries may have been read, in the document's order. */
  readonly runs: readonly LongRun[];
}
