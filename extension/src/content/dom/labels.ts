// Which labels a control has: `control.labels` searches the whole document each time.
import { onceAReading } from "./reading-notes.ts";
import { unshadowed } from "./unshadowed.ts";

/** The labels of a control, in the page's order; none for what can't have any. */
export function labelsOf(element: Element): readonly HTMLLabelElement[] {
  if (!("labels" in element)) return [];
  const around = labelsAround(element);
  const { id } = unshadowed(element);
  if (id === "") return around;
  const named = labelsFor(element, id);
  return around.length === 0 ? named : [...around, ...named].toSorted(inOrder);
}

/** Those that it stands in and that name no other (HTML standard, "labeled control"). */
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
  // All of them are one control's: of several elements with that id the first one's.
  return labels[0]?.control === element ? labels : [];
}

/** The labels of a tree that name their control by its id, by that id. */
const byFor = onceAReading(
  (root: Document | ShadowRoot): ReadonlyMap<string, readonly HTMLLabelElement[]> =>
    Map.groupBy(root.querySelectorAll<HTMLLabelElement>("label[for]"), ({ htmlFor }) => htmlFor),
);

function inOrder(one: Node, other: Node): number {
  return (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) === 0 ? 1 : -1;
}
