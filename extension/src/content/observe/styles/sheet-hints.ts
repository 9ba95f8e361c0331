// Searches a style sheet once for the rules that write something into a page.
import type { SelectorKey, Subject } from "./selector-keys.ts";
import { subjectsOf } from "./selector-keys.ts";
import type { Reveal } from "./reveal-rules.ts";
import { revealsOf } from "./reveal-rules.ts";

/** The kinds of hints, as bits: what of an element a rule may write. */
export const HINT = { before: 1, after: 2, marker: 4, picture: 8, counter: 16 } as const;

/** What one sheet may write, and where. */
export interface SheetHints {
  /** The number of rules when the sheet was searched. */
  readonly count: number;
  readonly found: readonly Found[];
  /** The counter styles that the sheet defines. */
  readonly counterStyles: readonly CSSCounterStyleRule[];
  /** The selectors of what looks as if it could be dragged, or is no way to scroll. */
  readonly grips: readonly string[];
  /** The rules that show something only under the pointer. */
  readonly reveals: readonly Reveal[];
}

export interface Found {
  readonly key: SelectorKey;
  readonly bits: number;
}

/** Sheets keep their hints from reading to reading. */
const known = new WeakMap<CSSStyleSheet, SheetHints>();

/** Returns the hints of a sheet; undefined if its rules can't be read, since it is of another origin. */
export function sheetHints(sheet: CSSStyleSheet): SheetHints | undefined {
  let rules: CSSRuleList;
  try {
    rules = sheet.cssRules;
  } catch {
    return undefined;
  }
  const before = known.get(sheet);
  if (before?.count === rules.length) return before;
  const search = new Search();
  search.rules(rules, []);
  if (search.isWhole) {
    const { found, counterStyles, grips, reveals } = search;
    const hints = { count: rules.length, found, counterStyles, grips, reveals };
    known.set(sheet, hints);
    return hints;
  }
  return undefined;
}

/** Returns the selectors by which a tree's sheets make things look as if they could be dragged. */
export function gripsIn(root: Document | ShadowRoot): readonly string[] {
  const sheets = [...root.styleSheets, ...root.adoptedStyleSheets];
  return sheets.flatMap((sheet) => (sheet.disabled ? [] : (sheetHints(sheet)?.grips ?? [])));
}

/** Returns what a tree's sheets show only under the pointer. */
export function revealsIn(root: Document | ShadowRoot): readonly Reveal[] {
  const sheets = [...root.styleSheets, ...root.adoptedStyleSheets];
  return sheets.flatMap((sheet) => (sheet.disabled ? [] : (sheetHints(sheet)?.reveals ?? [])));
}

class Search {
  readonly found: Found[] = [];
  readonly counterStyles: CSSCounterStyleRule[] = [];
  readonly grips: string[] = [];
  readonly reveals: Reveal[] = [];
  /** False if the sheet imports one that can't be read. */
  isWhole = true;

  rules(rules: CSSRuleList, around: readonly Subject[]): void {
    // By its index a rule costs less than by an iterator, and sheets have thousands.
    for (let at = 0; at < rules.length; at++) {
      const rule = rules[at];
      if (rule === undefined) continue;
      if (rule instanceof CSSStyleRule) this.#styleRule(rule, around);
      else if (rule instanceof CSSNestedDeclarations) this.#declared(rule.style, () => around);
      else if (rule instanceof CSSGroupingRule) this.rules(rule.cssRules, around);
      else if (rule instanceof CSSImportRule) this.#imported(rule);
      else if (rule instanceof CSSCounterStyleRule) this.counterStyles.push(rule);
    }
  }

  #styleRule(rule: CSSStyleRule, around: readonly Subject[]): void {
    let subjects: readonly Subject[] | undefined;
    const own = (): readonly Subject[] => (subjects ??= subjectsOf(rule.selectorText, around));
    this.#declared(rule.style, own);
    if (isGripRule(rule, around)) this.grips.push(rule.selectorText);
    if (around.length === 0) this.reveals.push(...revealsOf(rule));
    if (rule.cssRules.length > 0) this.rules(rule.cssRules, own());
  }

  #declared(style: CSSStyleDeclaration, subjects: () => readonly Subject[]): void {
    const { content } = style;
    const counts = COUNTING.some((name) => style.getPropertyValue(name) !== "");
    if (!counts && (content === "" || WRITES_NOTHING.test(content))) return;
    for (const { keys, pseudo } of subjects()) {
      const bits = bitsOf(pseudo, content) | (counts ? HINT.counter | pseudoBit(pseudo) : 0);
      if (bits === 0) continue;
      for (const key of keys) this.found.push({ key, bits });
    }
  }

  #imported({ styleSheet }: CSSImportRule): void {
    if (styleSheet === null) return;
    const hints = sheetHints(styleSheet);
    this.isWhole &&= hints !== undefined;
    this.found.push(...(hints?.found ?? []));
    this.counterStyles.push(...(hints?.counterStyles ?? []));
    this.grips.push(...(hints?.grips ?? []));
    this.reveals.push(...(hints?.reveals ?? []));
  }
}

/** A rule for a state, such as `:hover`, says nothing of what stands there now. */
function isGripRule({ selectorText, style }: CSSStyleRule, around: readonly Subject[]): boolean {
  if (around.length > 0 || selectorText.includes(":")) return false;
  return GRIPS.has(style.cursor) || style.touchAction === "none";
}

const GRIPS: ReadonlySet<string> = new Set(["grab", "move"]);

const COUNTING = ["counter-reset", "counter-increment", "counter-set"];

/** Matches the content of nearly all rules that have one: nothing, or a letter of an icon font. */
const WRITES_NOTHING = /^(?:normal|none|(?:["'][\p{Co}\s]*["']\s*)+)$/u;

function bitsOf(pseudo: string, content: string): number {
  if (content === "" || WRITES_NOTHING.test(content)) return 0;
  if (pseudo !== "") return pseudoBit(pseudo);
  return /^(?!normal|none|["'])/.test(content) ? HINT.picture : 0;
}

function pseudoBit(pseudo: string): number {
  return pseudo === "before" || pseudo === "after" || pseudo === "marker" ? HINT[pseudo] : 0;
}
