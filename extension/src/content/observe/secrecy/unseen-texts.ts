// Keeps the texts that a reading has left out since nobody sees them, each with its reason.
import type {
  UnseenReason,
  UnseenText,
  UnseenTexts as UnseenTextReport,
} from "@webserv/shared/model/page/unseen-text.ts";
import { MAX_UNSEEN, MAX_UNSEEN_TEXT } from "@webserv/shared/model/page/unseen-text.ts";
import { visibleCharacters } from "@webserv/shared/model/text/visible-characters.ts";
import { composedChildren } from "../../dom/composed-tree.ts";
import { isClippedAway } from "../visibility/clipped-away.ts";
import { SKIPPED } from "../../dom/element-kinds.ts";
import type { PaintedElement } from "../paint/backdrop.ts";
import type { ElementVisibility } from "../visibility/element-visibility.ts";
import { shownText } from "./shown-text.ts";
import { showsHiddenBack } from "../visibility/backface.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

/** Collects the unseen texts of one reading that is to be explained; the first reason found for a text counts. */
export class UnseenTexts {
  readonly #shadowRootOf: (element: Element) => ShadowRoot | null;
  readonly #reasons = new Map<Node, UnseenReason>();

  constructor(shadowRootOf: (element: Element) => ShadowRoot | null) {
    this.#shadowRootOf = shadowRootOf;
  }

  /** The reason of each text node. */
  get reasons(): ReadonlyMap<Node, UnseenReason> {
    return this.#reasons;
  }

  /** Notes one text node, unless it is blank. */
  add(text: Node, reason: UnseenReason): void {
    if (/\S/.test(text.nodeValue ?? "") && !this.#reasons.has(text))
      this.#reasons.set(text, reason);
  }

  /** Notes all texts that would show in an element; of a text node, itself. */
  addAllIn(holder: Node, reason: UnseenReason): void {
    const left: Node[] = [holder];
    for (let node = left.pop(); node !== undefined; node = left.pop()) {
      if (node.nodeType === Node.TEXT_NODE) this.add(node, reason);
      if (!(node instanceof Element) || SKIPPED.has(unshadowed(node).localName)) continue;
      // Children are pushed one by one, since a call takes only as many arguments as the stack holds.
      const children = composedChildren(node, this.#shadowRootOf);
      for (const child of children.toReversed()) left.push(child);
    }
  }

  /** Returns the texts to tell, and how many more there are. */
  report(): UnseenTextReport {
    const found = [...this.#reasons];
    // Texts that the page itself hides are told last, since there may be thousands of them.
    const judged = found.filter(([, why]) => !isHiddenByPage(why));
    const all = [...judged, ...found.filter(([, why]) => isHiddenByPage(why))];
    const texts = all
      .slice(0, MAX_UNSEEN)
      .map(([node, why]): UnseenText => ({ text: wordsOf(node), tag: tagAround(node), why }));
    return { texts, more: all.length - texts.length };
  }
}

/** Tells whether the page itself hides a text, rather than a rule of ours. */
function isHiddenByPage(reason: UnseenReason): boolean {
  return reason === "not-drawn" || reason === "hidden";
}

/** Returns the reason why nothing in an element can be seen: its own visibility, or that of an ancestor. */
export function reasonOf(
  open: PaintedElement & { readonly visibility: ElementVisibility },
): UnseenReason {
  const { visibility, style } = open;
  let isTurned = false;
  for (let at: PaintedElement | undefined = open; at !== undefined; at = at.outer) {
    if (at.display === "inline" || at.display === "contents") continue;
    if (isClippedAway(at.style, at.visibility.clippedBox.box)) return "cut-away";
    isTurned ||= showsHiddenBack(at.element, at.style);
  }
  if (isTurned) return "turned-away";
  if (visibility.clear) return "out-of-reach";
  return style.visibility === "visible" ? "faded" : "hidden";
}

function wordsOf(node: Node): string {
  const value = (node.nodeValue ?? "").slice(0, MAX_READ);
  const text = visibleCharacters(shownText(value, holderOf(node)));
  return text.replace(/\s+/g, " ").trim().slice(0, MAX_UNSEEN_TEXT).toWellFormed();
}

/** The most that is read of a text, in UTF-16 units: white space before the words is dropped afterwards. */
const MAX_READ = 10 * MAX_UNSEEN_TEXT;

function tagAround(node: Node): string {
  const holder = holderOf(node);
  return holder === null ? "" : unshadowed(holder).localName;
}

function holderOf({ parentNode }: Node): Element | null {
  if (parentNode instanceof ShadowRoot) return parentNode.host;
  return parentNode instanceof Element ? parentNode : null;
}
