// Recognizes a field that takes the place of a secret one: a page may show a password in a field of another kind.
import { unshadowed } from "../../dom/unshadowed.ts";
import { isSeen } from "../visibility/is-seen.ts";
import { labelsOf } from "../../dom/labels.ts";

/** Secret fields whose positions are kept; the oldest are forgotten. */
const MAX_FIELDS = 100;
/** The most ancestors that may be new together with a field, as the parts of one control are. */
const MAX_AROUND = 4;

/** Describes where a secret field stood last, and what the page called it. It holds nothing of the value. */
interface FormerField {
  readonly field: WeakRef<Element>;
  /** The ancestors of the field, the nearest first. */
  readonly around: readonly WeakRef<Node>[];
  /** The child index of the field in the first ancestor, of that one in the next, and so on. */
  readonly path: readonly number[];
  readonly words: Words;
  readonly order: number;
}

interface Words {
  readonly said: ReadonlySet<string>;
  readonly labels: readonly WeakRef<Element>[];
}

const formers = new Map<WeakKey, FormerField>();
const keys = new WeakMap<Element, WeakKey>();
/** The number under which each field that is not secret was first noted. */
const plainSince = new WeakMap<Element, number>();
/** Numbers all notes, so that it is known which fields stood side by side. */
let noted = 0;

/** Notes where a secret field stands. */
export function notePosition(field: Element): void {
  // If a field has left the page, its last position is the one to keep.
  if (!unshadowed(field).isConnected) return;
  const key = keys.get(field) ?? {};
  keys.set(field, key);
  formers.delete(key);
  const around = nodesAround(field);
  formers.set(key, {
    field: new WeakRef(field),
    around: around.map((node) => new WeakRef(node)),
    path: pathOf(field, around),
    words: wordsOf(field),
    order: ++noted,
  });
  const oldest = formers.keys().next();
  if (formers.size > MAX_FIELDS && oldest.done !== true) formers.delete(oldest.value);
}

/** Tells whether a field's position was noted before. */
export function isPositionKnown(field: Element): boolean {
  return keys.has(field);
}

/** Notes a field that is not secret: if it stands beside a secret one, it does not replace that, whatever its name. */
export function noteNotSecret(field: Element): void {
  if (plainSince.has(field)) return;
  const isShown = unshadowed(field).checkVisibility({
    opacityProperty: true,
    visibilityProperty: true,
  });
  if (isShown) plainSince.set(field, ++noted);
}

/** Tells whether a secret field stood here that was called the same and that a person does not see any more. */
export function replacesSecretField(field: Element): boolean {
  if (formers.size === 0) return false;
  const around = nodesAround(field);
  const path = pathOf(field, around);
  const since = plainSince.get(field) ?? Infinity;
  let words: Words | undefined;
  for (const former of formers.values()) {
    if (since < former.order) continue;
    const left = former.around.findIndex((node) => node.deref()?.isConnected === true);
    if (left === -1 || around[left] !== former.around[left]?.deref()) continue;
    // A page that redraws more than the field draws it in the same position again.
    const isSamePlace = path.every((at, step) => step > left || at === former.path[step]);
    if (!isSamePlace && left > 0) continue;
    words ??= wordsOf(field);
    const isCalledSame = isWordless(words)
      ? isWordless(former.words) && isSamePlace && left === 0
      : isOneSame(words, former.words);
    if (isCalledSame && isGone(former)) return true;
  }
  return false;
}

function isGone({ field }: FormerField): boolean {
  const element = field.deref();
  return element === undefined || !isSeen(element);
}

/** Returns the nearest ancestors of a field within its own tree, the nearest first. */
function nodesAround(field: Element): Node[] {
  const around: Node[] = [];
  let at = unshadowed(field).parentNode;
  while (at !== null && around.length < MAX_AROUND) {
    around.push(at);
    at = at instanceof Element ? unshadowed(at).parentNode : null;
  }
  return around;
}

function pathOf(field: Element, around: readonly Node[]): number[] {
  const steps = [field, ...around].slice(0, around.length);
  return steps.map((node) => (node instanceof Element ? indexOf(node) : 0));
}

function indexOf(element: Element): number {
  let index = 0;
  let before = unshadowed(element).previousElementSibling;
  for (; before !== null; before = unshadowed(before).previousElementSibling) index++;
  return index;
}

/** Returns the words and labels that tell a person, or the page itself, which field it is. */
function wordsOf(field: Element): Words {
  const said = new Set<string>();
  for (const name of ["id", "name", "placeholder", "aria-label"]) {
    const word = field.getAttribute(name)?.trim() ?? "";
    if (word !== "") said.add(`${name}=${word}`);
  }
  const labels = new Set<Element>(labelsOf(field));
  const around = field.closest("label");
  if (around !== null) labels.add(around);
  for (const label of labels) {
    const text = (label.textContent ?? "").trim();
    if (text !== "") said.add(`label=${text}`);
  }
  return { said, labels: Array.from(labels, (label) => new WeakRef(label)) };
}

function isWordless({ said, labels }: Words): boolean {
  return said.size === 0 && labels.length === 0;
}

function isOneSame(one: Words, other: Words): boolean {
  if ([...one.said].some((word) => other.said.has(word))) return true;
  return one.labels.some((label) => {
    const element = label.deref();
    return element !== undefined && other.labels.some((each) => each.deref() === element);
  });
}
