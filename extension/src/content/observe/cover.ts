// Finds what lies over the controls in view: a person sees at once that they can't be reached.
import { elementAt, goesTo } from "../act/hit-test.ts";
import type { ElementPart } from "./parts.ts";
import { unshadowed } from "../unshadowed.ts";

/** A hit test takes 0.1 ms on a page of 10,000 nodes and 2.5 ms on one of 100,000. */
const MAX_TESTS = 200;
const TESTS_BY_SIZE = 1_000_000;

export interface CoverSources {
  readonly shadowRootOf: (element: Element) => ShadowRoot | null;
  /** The id of the element or of the nearest one around it that has one. */
  readonly idAround: (element: Element) => string | undefined;
}

/** Notes on each control in view whose middle something else takes what that is. */
export function noteCovers(parts: readonly ElementPart[], sources: CoverSources): void {
  // By count: a limit of time would let two readings of one page differ.
  const elements = document.documentElement.getElementsByTagName("*").length;
  let left = Math.min(MAX_TESTS, Math.ceil(TESTS_BY_SIZE / Math.max(1, elements)));
  const isOther = (element: Element): boolean => controls.has(element);
  const controls = new Set(parts.map(({ element }) => element));
  for (const part of parts) {
    const { box, interaction } = part;
    if (box === undefined || interaction?.clickable !== true) continue;
    const point = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
    if (point.x < 0 || point.y < 0 || point.x >= innerWidth || point.y >= innerHeight) continue;
    if (left-- <= 0) return;
    const hit = elementAt(point, sources.shadowRootOf);
    if (hit === null || goesTo(hit, part.element, isOther)) continue;
    // A link over several lines, or a control around another, is not covered.
    if (isRelated(hit, part.element) || unshadowed(part.element).getClientRects().length > 1)
      continue;
    part.layout = { ...part.layout, coveredBy: sources.idAround(hit) ?? unshadowed(hit).localName };
  }
}

function isRelated(hit: Element, target: Element): boolean {
  return unshadowed(hit).contains(target) || unshadowed(target).contains(hit);
}
