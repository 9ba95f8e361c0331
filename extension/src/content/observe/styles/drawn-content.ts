// Puts together the words that a `content` property draws, and drops those that say nothing.
import { visibleCharacters } from "@webserv/shared/model/text/visible-characters.ts";
import type { ContentItem, ContentValue } from "./content-value.ts";
import { counterText } from "./counter-styles.ts";
import type { CounterValues } from "./counters.ts";
import { isIconFont, isLigature } from "./icon-fonts.ts";
import { quoteAt } from "./quotes.ts";

/** What the words of a `content` depend on beside itself. */
export interface DrawnIn {
  readonly element: Element;
  readonly style: CSSStyleDeclaration;
  readonly counters: CounterValues;
  readonly counterStyles: ReadonlyMap<string, CSSCounterStyleRule>;
  readonly quotes: QuoteDepth;
}

/** How many quotes are open where the reading stands. */
export interface QuoteDepth {
  depth: number;
}

/** The longest text of one pseudo-element, in UTF-16 units. */
const MAX_TEXT = 300;

/** Returns the words of a value: those that are drawn, or else its alternative. Empty if it says nothing. */
export function drawnWords({ drawn, alternative }: ContentValue, drawnIn: DrawnIn): string {
  const shown = cleaned(drawn.map((item) => itemText(item, drawnIn)).join(""));
  const isIcon = isIconFont(drawnIn.style.fontFamily) && isLigature(shown.trim());
  if (alternative === undefined || (!isIcon && isWorded(shown))) return isIcon ? "" : shown;
  return cleaned(alternative.map((item) => itemText(item, drawnIn)).join(""));
}

function itemText(item: ContentItem, drawnIn: DrawnIn): string {
  const { element, style, counterStyles, quotes } = drawnIn;
  switch (item.kind) {
    case "text":
      return item.text;
    case "attribute":
      return element.getAttribute(item.name) ?? "";
    case "counter": {
      const values = drawnIn.counters(item.name);
      const told = item.between === undefined ? values.slice(-1) : values;
      // A counter that nobody has begun stands at 0.
      return (told.length === 0 ? [0] : told)
        .map((value) => counterText(value, item.style, counterStyles))
        .join(item.between ?? "");
    }
    case "quote": {
      if (!item.opens && quotes.depth > 0) quotes.depth--;
      const sign = item.drawn
        ? quoteAt(quotes.depth, item.opens, style.quotes, languageOf(element))
        : "";
      if (item.opens) quotes.depth++;
      return sign;
    }
    case "picture":
      return "";
  }
}

function languageOf(element: Element): string {
  return element.closest("[lang]")?.getAttribute("lang") ?? "";
}

function cleaned(text: string): string {
  return visibleCharacters(text).replace(/\s+/g, " ").slice(0, MAX_TEXT).toWellFormed();
}

function isWorded(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/**
 * Tells whether a text says something apart from the words beside it. Separators, bullets and arrows that point on
 * do not; a star, a tick or an asterisk does.
 */
export function saysSomething(text: string): boolean {
  return /[\p{L}\p{N}*!?%#@&+−×✕]|(?![|<>=^~`´¨→←↗»›▪◦•●■◆])\p{S}/u.test(text);
}
