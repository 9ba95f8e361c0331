// Finds which traits of a look may come from the pointer or the focus that an element has now.
import { unshadowed } from "../../dom/unshadowed.ts";
import type { Trait } from "./look.ts";
import { TRAITS } from "./look.ts";

const POINTED = /:(?:hover|focus(?:-visible|-within)?|active)\b/g;

const PROPERTIES: Readonly<Record<Trait, RegExp>> = {
  icon: /^(?:fill|stroke|color)$/,
  background: /^background/,
  border: /^border/,
  outline: /^outline/,
  text: /^color$/,
  weight: /^font-weight$/,
  line: /^text-decoration/,
  shadow: /^box-shadow$/,
};

/** Returns the traits that rules for a pointer or a focus set; none if the element has neither. */
export function pointerTraits(element: Element): ReadonlySet<Trait> {
  if (!unshadowed(element).matches(":is(:hover, :focus-within, :active)")) return new Set();
  // The browser itself draws a line around what has the focus.
  const found = new Set<Trait>(["outline"]);
  try {
    for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) {
      collect(sheet.cssRules, element, found);
    }
  } catch {
    // A sheet of another origin may set anything.
    return new Set(TRAITS.filter((trait) => trait !== "icon"));
  }
  return found;
}

function collect(rules: CSSRuleList, element: Element, found: Set<Trait>): void {
  for (const rule of rules) {
    if (rule instanceof CSSImportRule && rule.styleSheet !== null) {
      collect(rule.styleSheet.cssRules, element, found);
    } else if (rule instanceof CSSGroupingRule) collect(rule.cssRules, element, found);
    else if (rule instanceof CSSStyleRule && isFor(rule, element)) {
      for (const trait of TRAITS) {
        if ([...rule.style].some((name) => PROPERTIES[trait].test(name))) found.add(trait);
      }
    }
  }
}

/** Tells whether a rule is for an element, or for a drawing in it, while the pointer or the focus is there. */
function isFor({ selectorText }: CSSStyleRule, element: Element): boolean {
  if (selectorText.search(POINTED) === -1) return false;
  const selector = selectorText.replace(/::[\w-]+/g, "").replace(POINTED, ":is(*)");
  const own = unshadowed(element);
  try {
    return own.matches(selector) || own.querySelector(selector) !== null;
  } catch {
    // What is left of a selector may be none.
    return true;
  }
}
