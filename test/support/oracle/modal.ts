// Finds the elements behind a modal dialog that a page has made itself, by what the browser hits in their places.
import type { Box, ElementFacts, PageFacts } from "./page-facts.ts";
import type { Sight } from "./visibility.ts";

/**
 * Returns for each element, in the page's order, whether it is behind. What the browser's own modal dialogs cover is
 * inert by itself.
 */
export function behindModal(facts: PageFacts, sights: readonly Sight[]): boolean[] {
  const { elements } = facts;
  const around = coverOf(facts, sights);
  if (around === undefined) return elements.map(() => false);
  const indexOf = new Map(elements.map(({ node }, index) => [node, index]));
  const inCover = (path: readonly number[]): boolean => path.includes(around.cover);
  const isHit = (index: number): boolean => {
    const hit = indexOf.get(elements[index]?.hit ?? -1);
    return hit !== undefined && ancestorsOf(elements, hit).includes(index);
  };
  return elements.map((_, index) => {
    const path = ancestorsOf(elements, index);
    if (inCover(path)) return false;
    const beside = path.filter((at) => !around.path.has(at));
    // An element out of view is judged by the rest of the menu or the frame that it stands in.
    return !beside.some((at) => (at === index || isLayer(elements[at])) && isHit(at));
  });
}

/** Tells whether the page has a dialog, so that hits must be collected. */
export function hasDialog({ elements }: PageFacts): boolean {
  return elements.some((element) => isDialog(element) && element.box !== undefined);
}

interface Cover {
  readonly cover: number;
  /** The cover and all that it stands in. */
  readonly path: ReadonlySet<number>;
}

/** Returns the cover that a dialog spreads over the page. If there are several, it is the one whose dialog is hit. */
function coverOf({ elements, documents }: PageFacts, sights: readonly Sight[]): Cover | undefined {
  const isCover = (index: number): boolean => {
    const element = elements[index];
    const view = documents[element?.document ?? 0]?.view;
    const box = sights[index]?.box;
    if (element?.style["position"] !== "fixed" || view === undefined || box === undefined)
      return false;
    return covers(box, view) && sights[index]?.transparent === false;
  };
  const indexOf = new Map(elements.map(({ node }, index) => [node, index]));
  const isSheetThere = elements.some((_, index) => isCover(index));
  const found = elements.flatMap((element, index) => {
    if (!isDialog(element) || sights[index]?.box === undefined) return [];
    const hit = indexOf.get(element.hit ?? -1);
    const isOnTop = hit !== undefined && ancestorsOf(elements, hit).includes(index);
    const around = ancestorsOf(elements, index).filter(isCover);
    // The sheet may stand beside the dialog.
    const isSaid = element.attributes["aria-modal"] === "true" && isSheetThere;
    const covers = around.length === 0 && isSaid ? [index] : around;
    return covers.map((cover) => ({ cover, isOnTop }));
  });
  const cover = (found.findLast(({ isOnTop }) => isOnTop) ?? found.at(-1))?.cover;
  return cover === undefined ? undefined : { cover, path: new Set(ancestorsOf(elements, cover)) };
}

/** Tells whether the element, with all that stands in it, may lie over what comes after it. */
function isLayer(element: ElementFacts | undefined): boolean {
  const position = element?.style["position"];
  return position === "fixed" || position === "absolute" || element?.tag === "iframe";
}

function isDialog({ attributes }: ElementFacts): boolean {
  const { role } = attributes;
  return attributes["aria-modal"] === "true" || role === "dialog" || role === "alertdialog";
}

/** Returns the ancestors with the element itself. */
function ancestorsOf(elements: readonly ElementFacts[], index: number): number[] {
  const found: number[] = [];
  for (let at: number | undefined = index; at !== undefined; at = elements[at]?.parent) {
    found.push(at);
  }
  return found;
}

/** Tells whether it covers the view, within a pixel, which rounding may take. */
export function covers(box: Box, view: Box): boolean {
  return (
    box.left <= view.left + 1 &&
    box.top <= view.top + 1 &&
    box.right >= view.right - 1 &&
    box.bottom >= view.bottom - 1
  );
}
