// Finds the number or the sign that is drawn before an item of a list, if its tags do not say it already.
import { cachedPerReading } from "../../dom/reading-cache.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import { contentValue } from "./content-value.ts";
import { aroundNumber, counterText } from "./counter-styles.ts";
import type { DrawnIn } from "./drawn-content.ts";
import { drawnWords } from "./drawn-content.ts";

/** Returns the words of a marker; empty if it has none, or says only what the list's own tags say. */
export function markerWords(marker: CSSStyleDeclaration | undefined, drawnIn: DrawnIn): string {
  const { element, style, counterStyles } = drawnIn;
  if (isCutOff(style)) return "";
  if (marker !== undefined && marker.content !== "normal") {
    const value = contentValue(marker.content);
    const counters = (name: string): readonly number[] =>
      name === "list-item" ? [ordinalOf(element)] : drawnIn.counters(name);
    return value === undefined ? "" : drawnWords(value, { ...drawnIn, style: marker, counters });
  }
  const type = style.listStyleType;
  if (style.listStyleImage !== "none" || isSign(type)) return "";
  const text = /^"(.*)"$/s.exec(type)?.[1];
  if (text !== undefined) return text;
  if (type === "decimal" && isNumbered(element)) return "";
  const { prefix, suffix } = aroundNumber(type, counterStyles);
  return prefix + counterText(ordinalOf(element), type, counterStyles) + suffix;
}

/** Tells whether numbers are drawn before the items of a list, as its tag says. */
export function drawsNumbers(element: Element): boolean {
  return getComputedStyle(element).listStyleType === "decimal";
}

/** Markers that stand outside of a box that clips them can't be seen. */
function isCutOff(style: CSSStyleDeclaration): boolean {
  return style.listStylePosition === "outside" && style.overflowX !== "visible";
}

function isSign(type: string): boolean {
  return /^(?:none|disc|circle|square|disclosure-(?:open|closed))$/.test(type);
}

function isNumbered(element: Element): boolean {
  return unshadowed(element).localName === "li" && listOf(element)?.localName === "ol";
}

function listOf(item: Element): Element | undefined {
  return unshadowed(item).parentElement?.closest("ol, ul, menu") ?? undefined;
}

/** Returns the number of an item in its list (HTML standard, "ordinal value"). */
function ordinalOf(item: Element): number {
  const list = listOf(item) ?? unshadowed(item).parentElement;
  return list === null ? 1 : (ordinalsIn(list).get(item) ?? 1);
}

const ordinalsIn = cachedPerReading((list: Element): ReadonlyMap<Element, number> => {
  const items = [...unshadowed(list).children].filter(
    (child) => getComputedStyle(child).display === "list-item",
  );
  const isReversed = list instanceof HTMLOListElement && list.reversed;
  const ordinals = new Map<Element, number>();
  let next = firstNumber(list) ?? (isReversed ? items.length : 1);
  for (const item of items) {
    const value = item instanceof HTMLLIElement ? numberIn(item, "value") : undefined;
    next = value ?? next;
    ordinals.set(item, next);
    next += isReversed ? -1 : 1;
  }
  return ordinals;
});

/** Returns the number of the first item, if a list says one or counts down. */
export function firstNumber(list: Element): number | undefined {
  if (!(list instanceof HTMLOListElement)) return undefined;
  const written = numberIn(list, "start");
  if (written !== undefined || !list.reversed) return written;
  return [...list.children].filter((child) => getComputedStyle(child).display === "list-item")
    .length;
}

function numberIn(element: Element, name: string): number | undefined {
  const value = Number.parseInt(element.getAttribute(name) ?? "", 10);
  return Number.isNaN(value) ? undefined : value;
}
