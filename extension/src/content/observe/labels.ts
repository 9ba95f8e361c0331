// Which labels a control has, and what was found of names: `control.labels` searches the whole document each time.
import { unshadowed } from "../unshadowed.ts";

/** Labels that name their control by its id, by that id. */
type ByFor = ReadonlyMap<string, readonly HTMLLabelElement[]>;

/** What was found of labels and names; good for as long as the page does not change. */
export class LabelNotes {
  /** By tree. */
  readonly byFor = new Map<Node, ByFor>();
  /** Names by labels, those that have none too. */
  readonly names = new Map<Element, string | undefined>();
}

/** There only while a page is being read, and so is not changed. */
let known: LabelNotes | undefined;

/** Labels and names are looked for once while `read` runs, which must not wait for anything. */
export function rememberingLabels<T>(read: () => T, notes: LabelNotes): T {
  known = notes;
  try {
    return read();
  } finally {
    known = undefined;
  }
}

/** What `find` says of an element, asked once where that is remembered. */
export function rememberedName(
  element: Element,
  find: (element: Element) => string | undefined,
): string | undefined {
  if (known === undefined) return find(element);
  const { names } = known;
  const name = names.get(element);
  if (name !== undefined || names.has(element)) return name;
  const found = find(element);
  names.set(element, found);
  return found;
}

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
  let byFor = known?.byFor.get(root);
  if (byFor === undefined) {
    const labels = root.querySelectorAll<HTMLLabelElement>("label[for]");
    byFor = Map.groupBy(labels, ({ htmlFor }) => htmlFor);
    known?.byFor.set(root, byFor);
  }
  const labels = byFor.get(id) ?? [];
  // All of them are one control's: of several elements with that id the first one's.
  return labels[0]?.control === element ? labels : [];
}

function inOrder(one: Node, other: Node): number {
  return (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) === 0 ? 1 : -1;
}
