// Finds what a page shows only while the pointer is over something around it: a menu that a style sheet alone opens.
import { unshadowed } from "../../dom/unshadowed.ts";
import { splitAt } from "./selector-keys.ts";

/** One rule that shows a part of what is under the pointer. */
export interface Reveal {
  /** Matches what the pointer is to be over. */
  readonly hovered: string;
  /** Matches the part that is shown then. */
  readonly part: string;
}

/** The most rules of a tree that are kept, and the most hidden elements of a reading that are compared with them. */
const MOST_RULES = 60;
const MOST_HIDDEN = 500;

/** Returns what a rule shows of things under the pointer; nothing for any other rule. */
export function revealsOf({ selectorText, style }: CSSStyleRule): Reveal[] {
  if (!selectorText.includes(":hover") || !shows(style)) return [];
  return splitAt(selectorText, ",").flatMap((each) => revealOf(each.trim()) ?? []);
}

function shows({ display, visibility, opacity }: CSSStyleDeclaration): boolean {
  if (display !== "" && display !== "none") return true;
  return visibility === "visible" || (opacity !== "" && Number.parseFloat(opacity) > 0);
}

function revealOf(selector: string): Reveal | undefined {
  const [, hovered, part] = PLAIN.exec(selector) ?? [];
  if (hovered !== undefined && part !== undefined) return { hovered, part };
  const [, own, group] = GROUPED.exec(selector) ?? [];
  return own === undefined || group === undefined ? undefined : { hovered: group, part: own };
}

/** Matches `.menu:hover .list` and `.menu:hover > .list`. */
const PLAIN = /^([^:]*[^:\s>+~]):hover(?:\s*>\s*|\s+)([^:+~]+)$/;
/** Matches how libraries of small classes write it: `.group-hover\:block:is(:where(.group):hover *)`. */
const GROUPED = /^(.+):is\(:where\(([^()]+)\):hover \*\)$/;

/** Knows what is shown under the pointer in the trees of one reading. */
export class RevealRules {
  readonly #revealsIn: (root: Document | ShadowRoot) => readonly Reveal[];
  readonly #rules = new Map<Node, readonly Reveal[]>();
  readonly #holders = new Set<Element>();
  #hovered: ReadonlySet<Element> | undefined;
  #left = MOST_HIDDEN;

  constructor(revealsIn: (root: Document | ShadowRoot) => readonly Reveal[]) {
    this.#revealsIn = revealsIn;
  }

  /** Notes the outermost element of some that can't be seen. */
  addHidden(element: Element): void {
    const own = unshadowed(element);
    const root = own.getRootNode();
    if (this.#left <= 0 || !(root instanceof Document || root instanceof ShadowRoot)) return;
    const rules = this.#rulesOf(root);
    if (rules.length === 0) return;
    this.#left--;
    for (const { hovered, part } of rules) {
      const holder = holderOf(own, hovered, part);
      if (holder !== null && holdsControl(own)) this.#holders.add(holder);
    }
  }

  /** Tells whether something with controls in it shows only while the pointer is over an element. */
  reveals(element: Element): boolean {
    this.#hovered ??= this.#holdersUnderPointer();
    return this.#holders.has(element) || this.#hovered.has(element);
  }

  /** Returns what the pointer is over now: what it shows there is seen, and hides again. */
  #holdersUnderPointer(): ReadonlySet<Element> {
    const rules = this.#rulesOf(document);
    if (rules.length === 0) return new Set();
    const over = [...document.querySelectorAll(UNDER_POINTER)];
    return new Set(over.filter((each) => rules.some((rule) => isHolder(each, rule))));
  }

  #rulesOf(root: Document | ShadowRoot): readonly Reveal[] {
    let rules = this.#rules.get(root);
    if (rules === undefined) {
      rules = this.#revealsIn(root).slice(0, MOST_RULES);
      this.#rules.set(root, rules);
    }
    return rules;
  }
}

/** In a page without a doctype a plain `:hover` matches links alone (Quirks Mode Standard, 3.5). */
const UNDER_POINTER = ":is(:hover)";

function isHolder(element: Element, { hovered, part }: Reveal): boolean {
  try {
    if (!element.matches(hovered)) return false;
    const shown = [...element.querySelectorAll(part)];
    return shown.some(
      (each) => each.parentElement?.closest(hovered) === element && holdsControl(each),
    );
  } catch {
    return false;
  }
}

function holderOf(element: Element, hovered: string, part: string): Element | null {
  try {
    return element.matches(part) ? (element.parentElement?.closest(hovered) ?? null) : null;
  } catch {
    return null;
  }
}

function holdsControl(own: Element): boolean {
  return own.matches(CONTROLS) || own.querySelector(CONTROLS) !== null;
}

const CONTROLS =
  "a[href], button, input, select, textarea, [role], [tabindex], [title], [aria-label], [onclick]";
