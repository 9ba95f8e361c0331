// Finds the elements that a page's style sheets mark while the pointer is over them, such as a row by `.row:hover`.
import { unshadowed } from "../../dom/unshadowed.ts";

/** The most rules of one sheet that are looked at: a generated sheet may have tens of thousands. */
const MAX_RULES = 8_000;

/** Knows the hover rules of the trees that one reading asks about. */
export class HoverRules {
  readonly #trees = new Map<Node, TreeRules>();

  /** Tells whether some rule would mark this element under the pointer. */
  mark(element: Element): boolean {
    const own = unshadowed(element);
    const root = own.getRootNode();
    if (!(root instanceof Document || root instanceof ShadowRoot)) return false;
    let rules = this.#trees.get(root);
    if (rules === undefined) {
      rules = new TreeRules(root);
      this.#trees.set(root, rules);
    }
    return rules.mark(own);
  }
}

/** The selectors of one tree, by a class, an id or a tag that an element must have to be meant. */
class TreeRules {
  readonly #byKey = new Map<string, string[]>();

  constructor(root: Document | ShadowRoot) {
    for (const sheet of sheetsOf(root)) {
      if (sheet.disabled || !applies(sheet.media)) continue;
      for (const { keys, selector } of subjectsOf(sheet)) {
        for (const key of keys) {
          const selectors = this.#byKey.get(key);
          if (selectors === undefined) this.#byKey.set(key, [selector]);
          else selectors.push(selector);
        }
      }
    }
  }

  mark(element: Element): boolean {
    if (this.#byKey.size === 0) return false;
    const keys = [element.localName];
    for (const name of (element.getAttribute("class") ?? "").split(/\s+/)) {
      if (name !== "") keys.push(`.${name}`);
    }
    const id = element.getAttribute("id") ?? "";
    if (id !== "") keys.push(`#${id}`);
    return keys.some((key) => this.#byKey.get(key)?.some((one) => isMatch(element, one)) === true);
  }
}

function isMatch(element: Element, selector: string): boolean {
  try {
    return element.matches(selector);
  } catch {
    return false;
  }
}

/** Lists the sheets by the document's own property: a picture can be called `styleSheets`. */
function sheetsOf(root: Document | ShadowRoot): CSSStyleSheet[] {
  const type = root instanceof Document ? Document : ShadowRoot;
  const written: unknown = Reflect.get(type.prototype, "styleSheets", root);
  const adopted: readonly CSSStyleSheet[] = root.adoptedStyleSheets;
  return [...(written instanceof StyleSheetList ? written : []), ...adopted];
}

function applies({ mediaText }: MediaList): boolean {
  return mediaText === "" || matchMedia(mediaText).matches;
}

/** A selector of what is under the pointer, without that condition. */
interface Subject {
  /** An element must have one of these: `.class`, `#id` or `tag`. */
  readonly keys: readonly string[];
  readonly selector: string;
}

/** The subjects of each sheet, which are found anew once it has more or fewer rules. */
const known = new WeakMap<CSSStyleSheet, { readonly rules: number; readonly all: Subject[] }>();

function subjectsOf(sheet: CSSStyleSheet): readonly Subject[] {
  let rules: CSSRuleList;
  try {
    rules = sheet.cssRules;
  } catch {
    // The sheet is of another site, and nobody may read it.
    return [];
  }
  const before = known.get(sheet);
  if (before?.rules === rules.length) return before.all;
  const all: Subject[] = [];
  collect(rules, undefined, all, { left: MAX_RULES });
  known.set(sheet, { rules: rules.length, all });
  return all;
}

function collect(
  rules: CSSRuleList,
  around: string | undefined,
  all: Subject[],
  budget: { left: number },
): void {
  for (const rule of rules) {
    if (budget.left-- <= 0) return;
    if (rule instanceof CSSStyleRule) {
      const { selectorText } = rule;
      const isNested = around !== undefined;
      const whole = isNested ? nestedIn(around, selectorText) : selectorText;
      if (selectorText.includes(":hover")) {
        for (const selector of splitAt(whole, ",")) {
          const subject = subjectOf(selector.trim());
          if (subject !== undefined) all.push(subject);
        }
      }
      if (rule.cssRules.length > 0) collect(rule.cssRules, whole, all, budget);
    } else if (rule instanceof CSSImportRule) {
      const { styleSheet } = rule;
      if (styleSheet !== null && applies(rule.media)) {
        for (const subject of subjectsOf(styleSheet)) all.push(subject);
      }
    } else if (rule instanceof CSSGroupingRule) {
      if (rule instanceof CSSMediaRule && !applies(rule.media)) continue;
      collect(rule.cssRules, around, all, budget);
    }
  }
}

/** Returns the selector of a nested rule (CSS Nesting 1) as it would be written alone. */
function nestedIn(around: string, selector: string): string {
  const own = `:is(${around})`;
  return splitAt(selector, ",")
    .map((each) => (each.includes("&") ? each.replaceAll("&", own) : `${own} ${each.trim()}`))
    .join();
}

/** Cells and parts of any kind: a rule for those of a hovered row is about the row. */
const PARTS = /^[\s>]*(?:td|th|\*)?$/;

/** Returns what a selector with `:hover` is about; undefined if that is anything, or a part of what is hovered. */
function subjectOf(selector: string): Subject | undefined {
  const at = hoverIn(selector);
  if (at === undefined) return undefined;
  const end = compoundEnd(selector, at);
  const rest = selector.slice(end).replace(/::?[\w-]+(?:\([^)]*\))?$/, "");
  if (!PARTS.test(rest)) return undefined;
  const kept = selector.slice(0, end).replace(/::[\w-]+(?:\([^)]*\))?$/, "");
  const without = (kept.slice(0, at) + kept.slice(at + HOVER.length)).trim();
  const compound = without.slice(compoundStart(without));
  const keys = keysOf(compound);
  return keys.length === 0 ? undefined : { keys, selector: without };
}

const HOVER = ":hover";
const NAME = String.raw`(?:\\.|[\w-]|[^\x00-\x7f])+`;
const KEY = new RegExp(`[.#]${NAME}|^${NAME}`, "u");

/** Returns what an element must have one of: a class, an id or a tag. It may stand in `:is()`, as rules in rules do. */
function keysOf(compound: string): string[] {
  const function_ = /^:(?:is|where)\(/.exec(compound)?.[0];
  if (function_ === undefined) {
    const key = KEY.exec(compound)?.[0];
    return key === undefined ? [] : [key.replace(/\\(.)/g, "$1")];
  }
  const inner = compound.slice(function_.length, closing(compound, function_.length));
  const keys = splitAt(inner, ",").map((each) => {
    const selector = each.trim();
    return keysOf(selector.slice(compoundStart(selector)));
  });
  // If one of them could be anything, so could all.
  return keys.every(({ length }) => length > 0) ? keys.flat() : [];
}

/** Returns where the bracket closes that was opened before `from`. */
function closing(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    const sign = text[at];
    if (sign === "\\") at++;
    else if (sign === "(") depth++;
    else if (sign === ")" && --depth === 0) return at;
  }
  return text.length;
}

/** Returns where the only `:hover` of a selector stands that is no part of a function such as `:not()`. */
function hoverIn(selector: string): number | undefined {
  let found: number | undefined;
  let depth = 0;
  for (let at = 0; at < selector.length; at++) {
    const sign = selector[at];
    if (sign === "\\") at++;
    else if (sign === "(") depth++;
    else if (sign === ")") depth--;
    else if (depth === 0 && isHoverAt(selector, at)) {
      if (found !== undefined) return undefined;
      found = at;
    }
  }
  return found;
}

function isHoverAt(selector: string, at: number): boolean {
  return selector.startsWith(HOVER, at) && !/[\w-]/.test(selector[at + HOVER.length] ?? "");
}

function compoundEnd(selector: string, from: number): number {
  let depth = 0;
  for (let at = from; at < selector.length; at++) {
    const sign = selector[at] ?? "";
    if (sign === "\\") at++;
    else if ("([".includes(sign)) depth++;
    else if (")]".includes(sign)) depth--;
    else if (depth === 0 && " >+~".includes(sign)) return at;
  }
  return selector.length;
}

function compoundStart(selector: string): number {
  let start = 0;
  for (let end = compoundEnd(selector, 0); end < selector.length;) {
    start = end;
    while (" >+~".includes(selector[start] ?? "x")) start++;
    end = compoundEnd(selector, start);
  }
  return start;
}

/** Splits a selector list, but not within brackets. */
function splitAt(list: string, sign: string): string[] {
  const parts: string[] = [];
  let from = 0;
  let depth = 0;
  for (let at = 0; at < list.length; at++) {
    const each = list[at] ?? "";
    if (each === "\\") at++;
    else if ("([".includes(each)) depth++;
    else if (")]".includes(each)) depth--;
    else if (depth === 0 && each === sign) {
      parts.push(list.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, list.slice(from)];
}
