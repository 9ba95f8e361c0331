// Finds the labels of a control without `control.labels`, which searches the whole document each time.
import { cachedPerReading } from "./reading-cache.ts";
import { unshadowed } from "./unshadowed.ts";

/** Returns the labels of a control in document order; none for an element that can't have any. */
export function labelsOf(element: Element): readonly HTMLLabelElement[] {
  if (!("labels" in element)) return [];
  const around = labelsAround(element);
  const { id } = unshadowed(element);
  if (id === "") return around;
  const named = labelsFor(element, id);
  return around.length === 0 ? named : [...around, ...named].toSorted(inOrder);
}

/** Returns the control that nobody sees, and for which its label takes the click; null if there is none. */
export function controlBehind({ control }: HTMLLabelElement): Element | null {
  // A click on its label does not open a select.
  if (control === null || control instanceof HTMLSelectElement) return null;
  return control.checkVisibility({ visibilityProperty: true }) ? null : control;
}

/** Returns the labels around an element that name no other control (HTML standard, "labeled control"). */
function labelsAround(element: Element): readonly HTMLLabelElement[] {
  const labels: HTMLLabelElement[] = [];
  let at = unshadowed(element).closest("label");
  while (at !== null) {
    if (!at.hasAttribute("for") && at.control === element) labels.unshift(at);
    at = at.parentElement?.closest("label") ?? null;
  }
  return labels;
}

function labelsFor(element: Element, id: string): readonly HTMLLabelElement[] {
  const root = unshadowed(element).getRootNode();
  if (!(root instanceof Document || root instanceof ShadowRoot)) return [];
  const labels = byFor(root).get(id) ?? [];
  // If several elements have that id, all of these labels belong to the first one.
  return labels[0]?.control === element ? labels : [];
}

/** Groups the labels of a tree by the id in their `for` attribute. */
const byFor = cachedPerReading(
  (root: Document | ShadowRoot): ReadonlyMap<string, readonly HTMLLabelElement[]> =>
    Map.groupBy(root.querySelectorAll<HTMLLabelElement>("label[for]"), ({ htmlFor }) => htmlFor),
);

function inOrder(one: Node, other: Node): number {
  return (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) === 0 ? 1 : -1;
}
