// Keeps the texts that rules of unseen text have left out of a reading, each with its reason.
import type {
  UnseenReason,
  UnseenText,
  UnseenTexts as Told,
} from "@webserv/shared/model/unseen-text.ts";
import { MAX_UNSEEN, MAX_UNSEEN_TEXT } from "@webserv/shared/model/unseen-text.ts";
import { visibleCharacters } from "@webserv/shared/model/visible-characters.ts";
import { composedChildren } from "../../dom/composed-tree.ts";
import { isCutAway } from "../visibility/cut-away.ts";
import { SKIPPED } from "../../dom/element-kinds.ts";
import type { Layered } from "../paint/ground.ts";
import type { Look } from "../visibility/element-visibility.ts";
import { shownText } from "./shown-text.ts";
import { isTurnedAway } from "../visibility/turned-away.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

/** Of one reading that is to be explained; the first reason found for a text is the one that is told. */
export class UnseenTexts {
  readonly #shadowRootOf: (element: Element) => ShadowRoot | null;
  readonly #reasons = new Map<Node, UnseenReason>();

  constructor(shadowRootOf: (element: Element) => ShadowRoot | null) {
    this.#shadowRootOf = shadowRootOf;
  }

  /** By their nodes. */
  get reasons(): ReadonlyMap<Node, UnseenReason> {
    return this.#reasons;
  }

  add(text: Node, reason: UnseenReason): void {
    if (/\S/.test(text.nodeValue ?? "") && !this.#reasons.has(text))
      this.#reasons.set(text, reason);
  }

  /** All texts that show in an element, or the text itself. */
  addAllIn(holder: Node, reason: UnseenReason): void {
    const left: Node[] = [holder];
    for (let node = left.pop(); node !== undefined; node = left.pop()) {
      if (node.nodeType === Node.TEXT_NODE) this.add(node, reason);
      if (!(node instanceof Element) || SKIPPED.has(unshadowed(node).localName)) continue;
      // One by one: a call takes no more arguments than its stack holds.
      const children = composedChildren(node, this.#shadowRootOf);
      for (const child of children.toReversed()) left.push(child);
    }
  }

  told(): Told {
    const found = [...this.#reasons];
    // What the page itself takes out of sight is told last: of that there may be thousands.
    const judged = found.filter(([, why]) => !isPages(why));
    const all = [...judged, ...found.filter(([, why]) => isPages(why))];
    const texts = all
      .slice(0, MAX_UNSEEN)
      .map(([node, why]): UnseenText => ({ text: textOf(node), tag: tagAround(node), why }));
    return { texts, more: all.length - texts.length };
  }
}

function isPages(reason: UnseenReason): boolean {
  return reason === "not-drawn" || reason === "hidden";
}

/** Why nothing that stands in an element can be seen, as its own look has it, or that of one around it. */
export function reasonOf(open: Layered & { readonly look: Look }): UnseenReason {
  const { look, style } = open;
  let isTurned = false;
  for (let at: Layered | undefined = open; at !== undefined; at = at.outer) {
    if (at.display === "inline" || at.display === "contents") continue;
    if (isCutAway(at.style, at.look.place.box)) return "cut-away";
    isTurned ||= isTurnedAway(at.element, at.style);
  }
  if (isTurned) return "turned-away";
  if (look.clear) return "out-of-reach";
  return style.visibility === "visible" ? "faded" : "hidden";
}

function textOf(node: Node): string {
  const value = (node.nodeValue ?? "").slice(0, MAX_READ);
  const text = visibleCharacters(shownText(value, holderOf(node)));
  return text.replace(/\s+/g, " ").trim().slice(0, MAX_UNSEEN_TEXT).toWellFormed();
}

/** White space before the words is not told. */
const MAX_READ = 10 * MAX_UNSEEN_TEXT;

function tagAround(node: Node): string {
  const holder = holderOf(node);
  return holder === null ? "" : unshadowed(holder).localName;
}

function holderOf({ parentNode }: Node): Element | null {
  if (parentNode instanceof ShadowRoot) return parentNode.host;
  return parentNode instanceof Element ? parentNode : null;
}
