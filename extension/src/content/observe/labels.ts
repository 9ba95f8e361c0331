// Which labels a control has, told from one look at all labels: `control.labels` searches the whole document each time.

type ByControl = ReadonlyMap<Element, readonly HTMLLabelElement[]>;

/** By tree; there only while a page is being read, and so is not changed. */
let known: LabelNotes | undefined;

/** What was found of labels; good for as long as the page does not change. */
export type LabelNotes = Map<Node, ByControl>;

/** Labels are looked for once a tree while `read` runs, which must not wait for anything. */
export function rememberingLabels<T>(read: () => T, notes: LabelNotes = new Map()): T {
  known = notes;
  try {
    return read();
  } finally {
    known = undefined;
  }
}

/** The labels of a control, in the page's order; none for what can't have any. */
export function labelsOf(element: Element): readonly HTMLLabelElement[] {
  if (!("labels" in element)) return [];
  const root = element.getRootNode();
  if (!(root instanceof Document || root instanceof ShadowRoot)) return [];
  const trees = known ?? new Map<Node, ByControl>();
  let labels = trees.get(root);
  if (labels === undefined) {
    labels = Map.groupBy(labelsIn(root), (label) => label.control ?? label);
    trees.set(root, labels);
  }
  return labels.get(element) ?? [];
}

function labelsIn(root: Document | ShadowRoot): HTMLLabelElement[] {
  return [...root.querySelectorAll("label")];
}
