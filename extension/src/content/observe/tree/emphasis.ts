// Weighs parts of a page against each other: what a person looks at and works in is shown first.
import { ancestors } from "../../dom/composed-tree.ts";
import type { Box } from "./parts.ts";

/** The weight of what holds the focus: nothing weighs more. */
export const IN_USE = 32;
const IN_FRONT = 16;
export const IN_VIEW = 8;
const NEAR = 3;
const FAR = 1;

/** Names the parts that a person is using now. */
export interface InUse {
  readonly focused: Element | null;
  /** The modal dialog, and the layers on top of it. */
  readonly inFront: readonly Element[];
}

/** An element that is weighed, with its box if it has one. */
export interface Weighed {
  readonly element: object;
  readonly box?: Box | undefined;
}

export type Weigh = (weighed: Weighed) => number;

/**
 * Returns the weights by which parts share a budget. The focus weighs most, then an open modal, then what is
 * in view, then what is within one screen of it.
 */
export function emphasis(document: Document, { focused, inFront: front }: InUse): Weigh {
  const viewport = viewportOf(document);
  const isPage = focused === document.body || focused === document.documentElement;
  const inUse: ReadonlySet<object> = ancestors(isPage ? null : focused);
  const inFront = new Set<object>(front.flatMap((element) => [...ancestors(element)]));
  return ({ element, box }) => {
    if (inUse.has(element)) return IN_USE;
    if (inFront.has(element)) return IN_FRONT;
    if (box === undefined || meets(box, viewport, 0)) return IN_VIEW;
    return meets(box, viewport, viewport.height) ? NEAR : FAR;
  };
}

/** Returns a test whether a box is within one screen of what is in view. */
export function isNear(document: Document): (box: Box) => boolean {
  const viewport = viewportOf(document);
  return (box) => meets(box, viewport, viewport.height);
}

function viewportOf({ defaultView: window }: Document): ViewportSize {
  return { width: window?.innerWidth ?? 0, height: window?.innerHeight ?? 0 };
}

interface ViewportSize {
  readonly width: number;
  readonly height: number;
}

function meets(box: Box, viewport: ViewportSize, margin: number): boolean {
  return (
    box.bottom > -margin &&
    box.top < viewport.height + margin &&
    box.right > 0 &&
    box.left < viewport.width
  );
}
