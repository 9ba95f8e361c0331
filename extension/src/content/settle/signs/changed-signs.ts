// Keeps the signs of waiting that lie in what has changed: a control that was disabled, a region that was emptied.
import { isSeen } from "./seen-element.ts";

/** The attributes by which a control is disabled. */
export const DISABLING = ["disabled", "aria-disabled"];
const DISABLED = ":disabled, [aria-disabled=true], fieldset[disabled]";
const CONTROLS = "button, input, select, textarea, [aria-disabled]";
/** Two changes this close, in ms, are of one task. */
const SAME_TASK_MS = 40;
/** The most elements of either kind that are kept. */
const MAX_KEPT = 50;
/** The most elements that a change may replace to be looked at for controls. */
const MAX_REPLACED = 200;

export class ChangedSigns {
  /** Controls that were there, and have been disabled since. */
  readonly #disabled = new Set<Element>();
  /** What has had words and has none now, with the time when they went. */
  readonly #emptied = new Map<Element, number>();
  /** Nodes that have come since; those that were only moved are not among them. */
  #added = new WeakSet<Node>();
  #removed = new WeakSet<Node>();

  clear(): void {
    this.#added = new WeakSet();
    this.#removed = new WeakSet();
    this.#disabled.clear();
    this.#emptied.clear();
  }

  note(records: readonly MutationRecord[], atMs: number): void {
    for (const record of records) {
      if (record.type === "attributes") this.#noteDisabled(record.target);
      else if (record.type === "childList") this.#noteChildren(record, atMs);
    }
  }

  hasDisabled(): boolean {
    for (const element of this.#disabled) {
      if (element.isConnected && element.matches(DISABLED)) {
        if (isSeen(element)) return true;
      } else this.#disabled.delete(element);
    }
    return false;
  }

  /**
   * Tells whether the action has emptied a region, and nothing else.
   *
   * @param shownMs the time when the action last showed anything
   */
  hasEmptied(shownMs: number): boolean {
    for (const [element, atMs] of this.#emptied) {
      if (!element.isConnected || hasWords(element) || element.firstElementChild !== null) {
        this.#emptied.delete(element);
      } else if (Math.abs(shownMs - atMs) < SAME_TASK_MS && element.checkVisibility()) return true;
    }
    return false;
  }

  #noteDisabled(node: Node): void {
    if (!(node instanceof Element) || this.#disabled.size >= MAX_KEPT) return;
    if (node.matches(DISABLED) && !this.#isNew(node)) this.#disabled.add(node);
  }

  /** A control that came with a dialog or an editor is set up, and is not kept from being used twice. */
  #isNew(control: Element): boolean {
    for (let at: Element | null = control; at !== null; at = parentOf(at)) {
      if (this.#added.has(at)) return true;
      // It was there, and may have been put into something new.
      if (this.#removed.has(at)) return false;
    }
    return false;
  }

  #noteChildren({ target, addedNodes, removedNodes }: MutationRecord, atMs: number): void {
    const added = [...addedNodes];
    for (const node of added) if (!this.#removed.has(node)) this.#added.add(node);
    if (removedNodes.length === 0) return;
    const removed = [...removedNodes];
    for (const node of removed) this.#removed.add(node);
    if (added.length > 0) this.#noteReplaced(added, removed);
    else if (target instanceof Element && target !== document.body && removed.some(hasWords)) {
      if (this.#emptied.size < MAX_KEPT && !hasWords(target)) this.#emptied.set(target, atMs);
    }
  }

  /** A control that was made anew is the same one if its words are. */
  #noteReplaced(added: readonly Node[], removed: readonly Node[]): void {
    const disabled = controlsIn(added).filter((control) => control.matches(DISABLED));
    if (disabled.length === 0) return;
    const before = controlsIn(removed).filter((control) => !control.matches(DISABLED));
    for (const control of disabled) {
      if (before.some((each) => isLike(each, control))) this.#disabled.add(control);
    }
  }
}

/** Returns what an element stands in, out of a shadow root too. */
function parentOf(element: Element): Element | null {
  const root = element.parentNode;
  return root instanceof ShadowRoot ? root.host : element.parentElement;
}

function controlsIn(nodes: readonly Node[]): Element[] {
  return nodes
    .filter((node) => node instanceof Element)
    .flatMap((element) => [
      ...(element.matches(CONTROLS) ? [element] : []),
      ...element.querySelectorAll(CONTROLS),
    ])
    .slice(0, MAX_REPLACED);
}

function isLike(one: Element, other: Element): boolean {
  return one.tagName === other.tagName && one.textContent.trim() === other.textContent.trim();
}

function hasWords(node: Node): boolean {
  return (
    (node instanceof Element || node instanceof Text) && (node.textContent ?? "").trim() !== ""
  );
}
