// Finds out by hit tests whether other elements cover an element, and where it is free.
import { elementAt } from "../../dom/hit-test.ts";
import type { Point } from "../../dom/hit-test.ts";

/** The result of hit tests. Neither is set if nothing was hit, or nothing was tested. */
export interface Occlusion {
  /** The first point at which the element is free. */
  readonly free?: Point;
  /** The element that lies over it at the first of its points; absent if it is free somewhere. */
  readonly cover?: Element;
}

/** Says how one element is hit-tested. */
export interface OcclusionTest {
  readonly shadowRootOf: (element: Element) => ShadowRoot | null;
  /** Tells whether the element is free at a point, by what is hit there; null outside of all elements. */
  readonly isFree: (hit: Element | null) => boolean;
  /** The most points that are tested; all of them if left out. A hit test takes 2 ms on a large page. */
  readonly mostPoints?: number;
}

/** Tests points of an element, best first, until it is free at one of them. */
export function occlusionAt(
  points: readonly Point[],
  { shadowRootOf, isFree, mostPoints = Infinity }: OcclusionTest,
): Occlusion {
  let cover: Element | undefined;
  for (const point of points.slice(0, mostPoints)) {
    const hit = elementAt(point, shadowRootOf);
    if (isFree(hit)) return { free: point };
    cover ??= hit ?? undefined;
  }
  return cover === undefined ? {} : { cover };
}
