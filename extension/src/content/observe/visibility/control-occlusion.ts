// Finds what covers the controls in view: a person sees at once that they can't be reached.
import type { Point } from "../../dom/hit-test.ts";
import { hitsTarget } from "../../dom/hit-test.ts";
import { composedParent } from "../../dom/composed-tree.ts";
import { clippedIn } from "../geometry/scrollport.ts";
import { occlusionAt, pointerPoints } from "./occlusion.ts";
import type { ElementPart } from "../tree/parts.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

/** The most hit tests of one reading. One takes 0.1 ms on a page of 10,000 nodes and 2.5 ms on one of 100,000. */
const MAX_TESTS = 200;
/** Hit tests allowed, times the elements of the page. */
const TESTS_BY_SIZE = 500_000;

/**
 * Returns how many hit tests one reading may make. The limit is a count, since with a limit of time two readings
 * of one page could differ.
 */
export function hitTestBudget(): number {
  const elements = document.getElementsByTagName("*").length;
  return Math.min(MAX_TESTS, Math.ceil(TESTS_BY_SIZE / Math.max(1, elements)));
}

/** Hit tests for controls whose middles are covered, as a multiple of those for middles. */
const MORE_TESTS = 3;

/**
 * Tests the controls of one reading, none of them twice. Most are free in their middles; the others are tested at
 * all points that a click would try, so that none is told as covered that a click reaches.
 */
export class ControlOcclusion {
  readonly #shadowRootOf: (element: Element) => ShadowRoot | null;
  readonly #tested = new Set<ElementPart>();
  #left: number;
  #leftForCovered: number;

  constructor(shadowRootOf: (element: Element) => ShadowRoot | null) {
    this.#shadowRootOf = shadowRootOf;
    this.#left = hitTestBudget();
    this.#leftForCovered = MORE_TESTS * this.#left;
  }

  /** Notes on each control in view that something covers what that is. */
  note(parts: readonly ElementPart[]): void {
    const ids = new Map(parts.map(({ element, id = "" }) => [element, id]));
    for (const part of parts) {
      const { box, interaction } = part;
      if (box === undefined || interaction?.clickable !== true || this.#tested.has(part)) continue;
      const point = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
      if (point.x < 0 || point.y < 0 || point.x >= innerWidth || point.y >= innerHeight) continue;
      if (isScrolledAway(part, point)) continue;
      if (this.#left-- <= 0) return;
      this.#tested.add(part);
      this.#test(part, point, ids);
    }
  }

  /** @param ids the ids of all that is shown; an element with another id may be out of the agent's sight */
  #test(part: ElementPart, middle: Point, ids: ReadonlyMap<Element, string>): void {
    const { element } = part;
    const isTarget = (hit: Element | null): boolean =>
      hit !== null && hitsTarget(hit, element, (each) => ids.has(each));
    const { cover } = occlusionAt([middle], {
      shadowRootOf: this.#shadowRootOf,
      // A control around another counts as not covered.
      isFree: (hit) => hit === null || isTarget(hit) || isRelated(hit, element),
    });
    // A link over several lines counts as not covered.
    if (cover === undefined || unshadowed(element).getClientRects().length > 1) return;
    if (this.#mayBeFree(element, isTarget)) return;
    const coveredBy = idAround(cover, ids) ?? unshadowed(cover).localName;
    part.layout = { ...part.layout, coveredBy };
  }

  /** Tells whether a click may reach an element; it may if no hit tests are left to find out. */
  #mayBeFree(element: Element, isFree: (hit: Element | null) => boolean): boolean {
    const points = pointerPoints(element);
    this.#leftForCovered -= points.length;
    if (this.#leftForCovered < 0) return true;
    return occlusionAt(points, { shadowRootOf: this.#shadowRootOf, isFree }).free !== undefined;
  }
}

/** Tells whether a scrollport around a part does not show that point now. */
function isScrolledAway({ clippedBox }: ElementPart, { x, y }: Point): boolean {
  if (clippedBox === undefined) return false;
  const area = { left: x, top: y, right: x, bottom: y };
  const shown = clippedIn(undefined, { area, port: clippedBox.port });
  return shown.left > shown.right || shown.top > shown.bottom;
}

/** Returns the id of an element, or of the nearest one around it that has one. */
function idAround(element: Element, ids: ReadonlyMap<Element, string>): string | undefined {
  for (let at: Element | null = element; at !== null; at = composedParent(at)) {
    const id = ids.get(at);
    if (id !== undefined) return id;
  }
  return undefined;
}

function isRelated(hit: Element, target: Element): boolean {
  return unshadowed(hit).contains(target) || unshadowed(target).contains(hit);
}
