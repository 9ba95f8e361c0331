// Which elements lie behind a modal dialog that a page has made itself, over all that is in view.
import type { Box, ElementFacts, PageFacts } from "./page-facts.ts";
import type { Sight } from "./visibility.ts";

/** In the order of the page's elements; what the browser's own modal dialogs cover is inert by itself. */
export function behindModal(
  { elements, documents }: PageFacts,
  sights: readonly Sight[],
): boolean[] {
  const coverOf = (index: number): boolean => {
    const element = elements[index];
    const view = documents[element?.document ?? 0]?.view;
    const box = sights[index]?.box;
    if (element?.style["position"] !== "fixed" || view === undefined || box === undefined)
      return false;
    return covers(box, view) && sights[index]?.transparent === false;
  };
  const coverings = elements.flatMap((element, index) =>
    isDialog(element) && sights[index]?.box !== undefined
      ? ancestorsOf(elements, index).filter(coverOf)
      : [],
  );
  const cover = coverings.at(-1);
  if (cover === undefined) return elements.map(() => false);
  return elements.map((_, index) => !ancestorsOf(elements, index).includes(cover));
}

function isDialog({ attributes }: ElementFacts): boolean {
  const { role } = attributes;
  return attributes["aria-modal"] === "true" || role === "dialog" || role === "alertdialog";
}

/** With the element itself. */
function ancestorsOf(elements: readonly ElementFacts[], index: number): number[] {
  const found: number[] = [];
  for (let at: number | undefined = index; at !== undefined; at = elements[at]?.parent) {
    found.push(at);
  }
  return found;
}

/** Within a pixel, which rounding may take. */
export function covers(box: Box, view: Box): boolean {
  return (
    box.left <= view.left + 1 &&
    box.top <= view.top + 1 &&
    box.right >= view.right - 1 &&
    box.bottom >= view.bottom - 1
  );
}
