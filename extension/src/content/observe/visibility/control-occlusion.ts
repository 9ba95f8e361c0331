// Finds what covers the controls in view: a person sees at once that they can't be reached.
import type { Point } from "../../dom/hit-test.ts";
import { elementAt, hitsTarget } from "../../dom/hit-test.ts";
import { composedParent } from "../../dom/composed-tree.ts";
import { clippedIn } from "../geometry/scrollport.ts";
import type { ReachTest } from "./pointer-reach.ts";
import { reachOf } from "./pointer-reach.ts";
import { markBlanket } from "./blanket-cover.ts";
import type { Cover } from "./covered-groups.ts";
import { coveredGroups } from "./covered-groups.ts";
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
  /** Containers that were told as covered when this reading was written last. */
  #containers: Iterable<ElementPart> = [];

  constructor(test: ReachTest) {
    this.#test = test;
    this.#left = hitTestBudget();
    this.#leftForCovered = MORE_TESTS * this.#left;
  }

  /**
   * Notes on each control in view that something covers what that is, by the ids that are shown this time; nothing
   * if it has none. A container of several that the same covers says it for them, and a layer over all of them itself.
   * @param kept what is shown, with those controls in it
   * @param plain whether containers that say nothing else are written
   */
  note(parts: readonly ElementPart[], kept: ViewPart[], plain: boolean): void {
    const ids = new Map(parts.map(({ element, id = "" }) => [element, id]));
    for (const part of this.#containers) noteCover(part, undefined);
    for (const part of parts) this.#testPart(part);
    const inBlanket = new Set(markBlanket(kept, this.#covers));
    const shown = parts.filter((part) => this.#covers.has(part) && !inBlanket.has(part));
    const covers = new Map(shown.map((part) => [part, coverBy(this.#covers.get(part), ids)]));
    const { containers, within } = coveredGroups(kept, covers, plain);
    for (const part of parts) noteCover(part, within.has(part) ? undefined : covers.get(part)?.id);
    for (const [part, id] of containers) noteCover(part, id);
    this.#containers = containers.keys();
  }

  /** Tests a control, if it is in view. */
  #testPart(part: ElementPart): void {
    const { box, interaction } = part;
    if (box === undefined || interaction?.clickable !== true || this.#covers.has(part)) return;
    const point = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
    if (point.x < 0 || point.y < 0 || point.x >= innerWidth || point.y >= innerHeight) return;
    if (isScrolledAway(part, point) || this.#left <= 0) return;
    this.#left--;
    this.#covers.set(part, this.#tested(part.element, point));
  }

  #tested(element: Element, middle: Point): Element | undefined {
    const hit = elementAt(middle, this.#test.shadowRootOf);
    if (hit === null || hitsTarget(hit, element, this.#test.isControl)) return undefined;
    this.#leftForCovered -= TESTS_OF_ALL;
    // If no hit tests are left to find out, it may be free.
    return this.#leftForCovered < 0 ? undefined : reachOf(element, this.#test).cover;
  }
}

function coverBy(
  element: Element | undefined,
  ids: ReadonlyMap<Element, string>,
): Cover | undefined {
  if (element === undefined) return undefined;
  const told = aroundWithId(element, ids);
  return { element: told ?? element, id: told === undefined ? "" : (ids.get(told) ?? "") };
}

function noteCover(part: ElementPart, coveredBy: string | undefined): void {
  if (part.layout?.coveredBy !== coveredBy) part.layout = { ...part.layout, coveredBy };
}

/** Tells whether a scrollport around a part does not show that point now. */
function isScrolledAway({ clippedBox }: ElementPart, { x, y }: Point): boolean {
  if (clippedBox === undefined) return false;
  const area = { left: x, top: y, right: x, bottom: y };
  const shown = clippedIn(undefined, { area, port: clippedBox.port });
  return shown.left > shown.right || shown.top > shown.bottom;
}

/** Returns the element, or the nearest one around it, that has an id. */
function aroundWithId(element: Element, ids: ReadonlyMap<Element, string>): Element | undefined {
  for (let at: Element | null = element; at !== null; at = composedParent(at)) {
    if (ids.has(at)) return at;
  }
  return undefined;
}
