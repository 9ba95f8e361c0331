// Finds what covers the controls in view: a person sees at once that they can't be reached.
import type { Point } from "../../dom/hit-test.ts";
import { elementAt, hitsTarget } from "../../dom/hit-test.ts";
import { composedParent } from "../../dom/composed-tree.ts";
import { clippedIn } from "../geometry/scrollport.ts";
import type { ReachTest } from "./pointer-reach.ts";
import { reachOf } from "./pointer-reach.ts";
import { markBlanket } from "./blanket-cover.ts";
import type { ElementPart, ViewPart } from "../tree/parts.ts";

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
/** The hit tests that finding a free point of one control takes, or that none is free. */
const TESTS_OF_ALL = 9;

/**
 * Tests the controls of one reading, none of them twice. Most are free in their middles; the others are tested as a
 * click would be (`reachOf`), so that none is told as covered that a click reaches, nor the other way round.
 */
export class ControlOcclusion {
  readonly #test: ReachTest;
  /** What lies over each control that was tested; undefined if it is free. */
  readonly #covers = new Map<ElementPart, Element | undefined>();
  #left: number;
  #leftForCovered: number;

  constructor(test: ReachTest) {
    this.#test = test;
    this.#left = hitTestBudget();
    this.#leftForCovered = MORE_TESTS * this.#left;
  }

  /**
   * Notes on each control in view that something covers what that is, by the ids that are shown this time; nothing
   * if it has none. A layer over all of them says so itself.
   * @param kept what is shown, with those controls in it
   */
  note(parts: readonly ElementPart[], kept: ViewPart[]): void {
    const ids = new Map(parts.map(({ element, id = "" }) => [element, id]));
    const covers = new Map(parts.map((part) => [part, this.#coverOf(part)]));
    const inBlanket = new Set(markBlanket(kept, this.#covers));
    for (const [part, cover] of covers) {
      const coveredBy =
        cover === undefined || inBlanket.has(part) ? undefined : (idAround(cover, ids) ?? "");
      if (part.layout?.coveredBy !== coveredBy) part.layout = { ...part.layout, coveredBy };
    }
  }

  #coverOf(part: ElementPart): Element | undefined {
    const { box, interaction } = part;
    if (box === undefined || interaction?.clickable !== true) return undefined;
    if (this.#covers.has(part)) return this.#covers.get(part);
    const point = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
    if (point.x < 0 || point.y < 0 || point.x >= innerWidth || point.y >= innerHeight) return;
    if (isScrolledAway(part, point) || this.#left <= 0) return undefined;
    this.#left--;
    const cover = this.#tested(part.element, point);
    this.#covers.set(part, cover);
    return cover;
  }

  #tested(element: Element, middle: Point): Element | undefined {
    const hit = elementAt(middle, this.#test.shadowRootOf);
    if (hit === null || hitsTarget(hit, element, this.#test.isControl)) return undefined;
    this.#leftForCovered -= TESTS_OF_ALL;
    // If no hit tests are left to find out, it may be free.
    return this.#leftForCovered < 0 ? undefined : reachOf(element, this.#test).cover;
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
