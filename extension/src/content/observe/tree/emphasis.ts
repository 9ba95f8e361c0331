// How much it matters that a part of a page is shown: what a person looks at and works in comes first.
import { ancestors } from "../../dom/composed-tree.ts";
import type { Box } from "./parts.ts";

/** The most that anything weighs. */
export const IN_USE = 32;
const IN_FRONT = 16;
export const IN_VIEW = 8;
const NEAR = 3;
const FAR = 1;

export interface InUse {
  readonly focused: Element | null;
  /** The dialog that holds the page up, and what lies on top of it. */
  readonly inFront: readonly Element[];
}

/** What is weighed: an element by what it is, and its box, if it has one. */
export interface Weighed {
  readonly element: object;
  readonly box?: Box | undefined;
}

export type Weigh = (weighed: Weighed) => number;

/**
 * Weights by which parts share a budget: what holds the focus, then an open modal, then what is in
 * view, then what is within one screen of it.
 */
export function emphasis(document: Document, { focused, inFront: front }: InUse): Weigh {
  const view = viewOf(document);
  const isPage = focused === document.body || focused === document.documentElement;
  const inUse: ReadonlySet<object> = ancestors(isPage ? null : focused);
  const inFront = new Set<object>(front.flatMap((element) => [...ancestors(element)]));
  return ({ element, box }) => {
    if (inUse.has(element)) return IN_USE;
    if (inFront.has(element)) return IN_FRONT;
    if (box === undefined || meets(box, view, 0)) return IN_VIEW;
    return meets(box, view, view.height) ? NEAR : FAR;
  };
}

/** Whether a box is within one screen of what is in view. */
export function isNear(document: Document): (box: Box) => boolean {
  const view = viewOf(document);
  return (box) => meets(box, view, view.height);
}

function viewOf({ defaultView: window }: Document): View {
  return { width: window?.innerWidth ?? 0, height: window?.innerHeight ?? 0 };
}

interface View {
  readonly width: number;
  readonly height: number;
}

function meets(box: Box, view: View, margin: number): boolean {
  return (
    box.bottom > -margin && box.top < view.height + margin && box.right > 0 && box.left < view.width
  );
}
