// Knows a field that comes where a secret one went: a page may show a password by a field of another kind.
import { unshadowed } from "../../dom/unshadowed.ts";
import { isSeen } from "../visibility/is-seen.ts";
import { labelsOf } from "../../dom/labels.ts";

/** Secret fields whose places are known; the oldest are forgotten. */
const MAX_FIELDS = 100;
/** How much of what stands around a field may be new with it, as the parts of one control are. */
const MAX_AROUND = 4;

/** Where a secret field stood when it was looked at last, and how the page spoke of it. Holds nothing of its value. */
interface Former {
  readonly field: WeakRef<Element>;
  /** The nodes it stood in, the nearest first. */
  readonly around: readonly WeakRef<Node>[];
  /** Which child of the first of those it was, which of the next that one, and so on. */
  readonly path: readonly number[];
  readonly words: Words;
  readonly turn: number;
}

interface Words {
  readonly said: ReadonlySet<string>;
  readonly labels: readonly WeakRef<Element>[];
}

const formers = new Map<WeakKey, Former>();
const keys = new WeakMap<Element, WeakKey>();
/** When a field was first seen that is not secret. */
const plainSince = new WeakMap<Element, number>();
/** Counts what was noted, so that it is known what stood beside what. */
let turns = 0;

export function notePlace(field: Element): void {
  // Of one that has left the page the last place is the one to know.
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
    turn: ++turns,
  });
  const oldest = formers.keys().next();
  if (formers.size > MAX_FIELDS && oldest.done !== true) formers.delete(oldest.value);
}

export function isPlaceKnown(field: Element): boolean {
  return keys.has(field);
}

/** A field that stands beside a secret one does not come after it, even if it is called the same. */
export function notePlain(field: Element): void {
  if (plainSince.has(field)) return;
  const isShown = unshadowed(field).checkVisibility({
    opacityProperty: true,
    visibilityProperty: true,
  });
  if (isShown) plainSince.set(field, ++turns);
}

/** Whether a secret field that a person does not see any more stood here, and was called the same. */
export function comesForSecret(field: Element): boolean {
  if (formers.size === 0) return false;
  const around = nodesAround(field);
  const path = pathOf(field, around);
  const since = plainSince.get(field) ?? Infinity;
  let words: Words | undefined;
  for (const former of formers.values()) {
    if (since < former.turn) continue;
    const left = former.around.findIndex((node) => node.deref()?.isConnected === true);
    if (left === -1 || around[left] !== former.around[left]?.deref()) continue;
    // A page that draws more than the field anew draws it in the same place.
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

function isGone({ field }: Former): boolean {
  const element = field.deref();
  return element === undefined || !isSeen(element);
}

/** Within its tree, the nearest first. */
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

/** What tells a person, or the page itself, which field it is. */
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
