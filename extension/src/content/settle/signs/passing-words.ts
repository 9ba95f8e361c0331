// Keeps words that came and went again while the page was waited for: a toast, an error that did not stay.
import { MAX_PASSED, MAX_PASSED_TEXT } from "@webserv/shared/model/page/settle.ts";

import { isSeen } from "./seen-element.ts";
import { isWaitingText } from "./waiting-words.ts";

/** A live region tells of what happens. Toasts that are made ahead are named so, and are filled later. */
const LIVE =
  "[role=alert], [role=status], [role=log], output, [aria-live=polite], [aria-live=assertive], " +
  "[class*=toast i], [class*=snackbar i]";
/** What these hold is chosen from, or explains what the pointer is on. */
const CHOICES =
  "[role=listbox], [role=menu], [role=tree], [role=grid], [role=tooltip], [role=option], select, datalist, menu";
const CONTROLS = "a[href], button, input, select, textarea, [role=button], [role=link]";
/** Words that stand in the page's own text for less time are a state on the way to the next. */
const READ_MS = 250;
/** The most texts that are followed. */
const MAX_FOLLOWED = 40;
/** The most changes between two looks that are looked at. */
const MAX_RECORDS = 200;
/** The most elements inside of one that is followed. A toast has a few, a view many. */
const MAX_WITHIN = 12;
/** A toast offers one or two things to do. */
const MAX_CONTROLS = 3;
const LETTERS = /\p{L}{2}/u;

interface Followed {
  readonly element: Element;
  readonly text: string;
  readonly sinceMs: number;
  /** The last time when it was seen. */
  seenMs: number;
  readonly isLive: boolean;
}

export class PassingWords {
  /** By element, what it says now; then what it said before. */
  readonly #shown = new Map<Element, Followed>();
  readonly #gone: Followed[] = [];
  /** Live regions that were there before the action, with what they said. */
  readonly #regions = new Map<Element, string>();
  readonly #observer = new MutationObserver((records) => this.#keep(records));
  #added: Node[] = [];

  watch(roots: readonly (Document | ShadowRoot)[]): void {
    this.end();
    for (const root of roots) {
      for (const region of [...root.querySelectorAll(LIVE)].slice(0, MAX_FOLLOWED)) {
        this.#regions.set(region, isSeen(region) ? textOf(region) : "");
      }
      this.#observer.observe(root, { subtree: true, childList: true, characterData: true });
    }
  }

  end(): void {
    this.#observer.disconnect();
    this.#shown.clear();
    this.#gone.length = 0;
    this.#regions.clear();
    this.#added = [];
  }

  /** Looks at what has come since the last look. It is called with each frame that is drawn. */
  look(nowMs: number): void {
    this.#renew(nowMs);
    for (const node of new Set(this.#added.splice(0))) this.#lookAt(node, nowMs);
    for (const [region, before] of this.#regions) {
      if (this.#shown.has(region) || !isSeen(region)) continue;
      if (textOf(region) !== before) this.#follow(region, nowMs, true);
    }
  }

  /** Returns the words that are gone, in the order in which they came. */
  passed(nowMs: number): string[] {
    this.look(nowMs);
    const stays = new Set([...this.#shown.values()].map(({ text }) => text));
    const counts = new Map<string, number>();
    for (const { text } of [...this.#gone, ...this.#shown.values()]) {
      counts.set(patternOf(text), (counts.get(patternOf(text)) ?? 0) + 1);
    }
    const texts = this.#gone
      .filter(({ text, isLive, sinceMs, seenMs }) => {
        // A count that goes on is no news.
        const isCount = patternOf(text) !== text && (counts.get(patternOf(text)) ?? 0) > 1;
        return !stays.has(text) && !isCount && (isLive || seenMs - sinceMs >= READ_MS);
      })
      .map(({ text }) => text.slice(0, MAX_PASSED_TEXT));
    return [...new Set(texts)].slice(0, MAX_PASSED);
  }

  #keep(records: readonly MutationRecord[]): void {
    for (const { type, target, addedNodes } of records) {
      if (this.#added.length >= MAX_RECORDS) return;
      if (type === "characterData") this.#added.push(target);
      // Of several that are put in at once, none is a message: they are a list, or a view.
      else if (addedNodes.length === 1) this.#added.push(...addedNodes);
    }
  }

  /** Takes leave of texts that are gone. */
  #renew(nowMs: number): void {
    for (const [element, followed] of this.#shown) {
      const isThere = element.isConnected && isSeen(element);
      if (isThere && textOf(element) === followed.text) {
        followed.seenMs = nowMs;
        continue;
      }
      this.#shown.delete(element);
      // What stands in the page's own text and is replaced is a step on the way.
      const isReplaced = isThere && textOf(element) !== "";
      if (!followed.isLive && isReplaced) continue;
      if (this.#gone.length < MAX_FOLLOWED) this.#gone.push(followed);
      if (followed.isLive && isReplaced) this.#follow(element, nowMs, true);
    }
  }

  #lookAt(node: Node, nowMs: number): void {
    if (!node.isConnected) return;
    const element = node instanceof Element ? node : node.parentElement;
    if (element === null || element === document.body || this.#shown.has(element)) return;
    const region = element.closest(LIVE);
    const told = region ?? element;
    if (this.#shown.has(told) || told.closest(CHOICES) !== null || !isSeen(told)) return;
    this.#follow(told, nowMs, region !== null || isOverlay(element));
  }

  #follow(element: Element, nowMs: number, isLive: boolean): void {
    if (this.#shown.size >= MAX_FOLLOWED || !isMessage(element)) return;
    const text = textOf(element);
    if (text === "" || !LETTERS.test(text) || isWaitingText(text) || isDotted(element)) return;
    this.#shown.set(element, { element, text, sinceMs: nowMs, seenMs: nowMs, isLive });
  }
}

function isMessage(element: Element): boolean {
  if (element.getElementsByTagName("*").item(MAX_WITHIN) !== null) return false;
  if (element.matches("li, tr, td, option")) return false;
  return element.querySelectorAll(CONTROLS).length < MAX_CONTROLS;
}

function textOf(element: Element): string {
  // The text is made anew for each look: not for whole pages.
  if (element.getElementsByTagName("*").item(MAX_WITHIN) !== null) return "";
  return element.textContent.replaceAll(/\s+/g, " ").trim();
}

/** Tells whether an element lies over the page, as toasts do. */
function isOverlay(element: Element): boolean {
  const { position } = getComputedStyle(element);
  return position === "fixed" || position === "absolute" || element.matches("dialog, [popover]");
}

/** Tells whether the page dots out what the element says. */
function isDotted(element: Element): boolean {
  const shown = getComputedStyle(element).getPropertyValue("-webkit-text-security");
  return shown !== "" && shown !== "none";
}

function patternOf(text: string): string {
  return text.replaceAll(/\d+/g, "#");
}
