// Finds what lies over the controls in view: a person sees at once that they can't be reached.
import type { Point } from "../act/hit-test.ts";
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

/** Of one reading: no control is tested twice. */
export class Covers {
  readonly #sources: CoverSources;
  readonly #tested = new Set<ElementPart>();
  #left: number;

  constructor(sources: CoverSources) {
    this.#sources = sources;
    // By count: a limit of time would let two readings of one page differ.
    const elements = document.documentElement.getElementsByTagName("*").length;
    this.#left = Math.min(MAX_TESTS, Math.ceil(TESTS_BY_SIZE / Math.max(1, elements)));
  }

  /** Notes on each control in view whose middle something else takes what that is. */
  note(parts: readonly ElementPart[]): void {
    const controls = new Set(parts.map(({ element }) => element));
    const isOther = (element: Element): boolean => controls.has(element);
    for (const part of parts) {
      const { box, interaction } = part;
      if (box === undefined || interaction?.clickable !== true || this.#tested.has(part)) continue;
      const point = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
      if (point.x < 0 || point.y < 0 || point.x >= innerWidth || point.y >= innerHeight) continue;
      if (this.#left-- <= 0) return;
      this.#tested.add(part);
      this.#test(part, point, isOther);
    }
  }

  #test(part: ElementPart, point: Point, isOther: (element: Element) => boolean): void {
    const hit = elementAt(point, this.#sources.shadowRootOf);
    if (hit === null || goesTo(hit, part.element, isOther)) return;
    // A link over several lines, or a control around another, is not covered.
    if (isRelated(hit, part.element) || unshadowed(part.element).getClientRects().length > 1)
      return;
    const coveredBy = this.#sources.idAround(hit) ?? unshadowed(hit).localName;
    part.layout = { ...part.layout, coveredBy };
  }
}

function isRelated(hit: Element, target: Element): boolean {
  return unshadowed(hit).contains(target) || unshadowed(target).contains(hit);
}
