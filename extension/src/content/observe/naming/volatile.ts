// Separates the lasting part of a name from what comes and goes: counts, prices, times, generated ids.
import { withoutAges } from "@webserv/shared/model/text/ages.ts";
import { memoized } from "../../dom/memoized.ts";

/** Amounts of money, by sign or code on either side. */
const PRICE =
  /(?:\p{Sc}|\b(?:usd|eur|gbp|chf|jpy|cny|inr)\b)\s?\d[\d.,\u00a0' ]*|\d[\d.,]*\s?(?:\p{Sc}|\b(?:usd|eur|gbp|chf|jpy|cny|inr|kr|zł)(?!\p{L}))/giu;
const TIME = /(?<![\d:])\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\b\.?)?/giu;
const PERCENT = /\d+(?:[.,]\d+)?\s?%/gu;
/** A count in brackets, or one cut short: (3), [12], 1.2k. */
const BRACKETED = /[([{（]\s*\d[\d.,]*\+?\s*[)\]}）]|\b\d+(?:[.,]\d+)?[km]\b\+?/giu;
/** A count after a comma, with what it counts: "Cart, 2 items". */
const LISTED = /[,，、;:–—·|]\s*\d+\+?(?:\s+\p{Ll}[\p{L}\p{M}]*){0,3}\s*$/u;
/** A count at the end, with one of the nouns that counts are mostly of: "Cart 1 item". */
const COUNTED =
  /(?<=\p{L}.*)\s\d[\d.,]*\+?\s+(?:items?|products?|results?|comments?|repl(?:y|ies)|votes?|points?|messages?|notifications?|articles?|reviews?|new|unread|selected)\s*$/iu;
/** A count that is shown, and said once more for screen readers: "11 11 comments". */
const TWICE = /^\s*(\d[\d.,]*)\s+\1\s+(?=\p{L})/u;
/** A count before what it counts; a title that begins with a number goes on with a capital. */
const LEADING = /^\s*\d[\d.,]*\+?(?:\s+(?=\p{Ll})|\s*(?=\p{Lo}))/u;

/**
 * Returns `name` without what changes while the thing stays. "Page 2" and "Order 1001" keep their numbers, which
 * tell them apart; so does a name that is nothing but a number.
 */
export function withoutVolatile(name: string): string {
  return MAY_CHANGE.test(name) ? stayingOf(name) : name;
}

/** Returns the same without memoizing it, for one of many names that nobody will ask for again. */
export function withoutVolatileOnce(name: string): string {
  return MAY_CHANGE.test(name) ? stayingIn(name) : name;
}

const MAY_CHANGE = /\d|\bago\b|\bjust now\b/i;

const stayingOf = memoized(stayingIn);

function stayingIn(name: string): string {
  const kept = withoutAges(name.slice(0, MAX_LENGTH))
    .replace(PRICE, " ")
    .replace(TIME, " ")
    .replace(PERCENT, " ")
    .replace(BRACKETED, " ")
    .replace(LISTED, "")
    .replace(COUNTED, "")
    .replace(TWICE, "")
    .replace(LEADING, "")
    .split(/(\s+)/)
    .filter((word) => !isGenerated(word))
    .join("")
    .replace(/\s+/g, " ")
    .trim();
  return /\p{L}/u.test(kept) ? kept : name;
}

/** Tells whether words say how old something is, and no more. */
export function isAge(words: string): boolean {
  return !/[\p{L}\p{N}]/u.test(withoutAges(words));
}

/** Tells whether a line says how many there are of something, such as "3 comments", and no more. */
export function isCount(line: string): boolean {
  return COUNT.test(line);
}

const COUNT = /^\s*\d[\d.,]*\+?\s+\p{Ll}[\p{L}\p{M}]*\s*$/u;

/** The longest text considered, in UTF-16 units: names are shorter, but a page's words can be many. */
const MAX_LENGTH = 400;

/** Matches ids of libraries that number the ids they make. */
const NUMBERED =
  /^(?:ember|react-select-|headlessui-|radix-|mui-|ui-id-|ext-gen|yui_|mat-|cdk-|select2-|mantine-|chakra-|downshift-|rc[_-]|tippy-|popper-|gwt-uid-|j_id|isc_|__next)[\w:.-]*\d|^(?:id|uid|el|input|field)[-_]?\d+$/i;
/** Matches React's useId in each of its forms, with what a library writes before and after it. */
const USE_ID = /[:«][rR]?[0-9a-zH]*[:»](?=$|-)|(?:^|[-:])_[rR]_[0-9a-zH]+_(?=$|[-:])/;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}/i;

/** Tells whether a machine generated an id, so that it may be another at the next rendering. */
export const isGenerated = memoized((id: string): boolean => {
  if (USE_ID.test(id)) return true;
  if (!/\d/.test(id)) return false;
  if (NUMBERED.test(id) || UUID.test(id)) return true;
  return id.split(/[-_:.]+/).some(isHash);
});

/** Tells whether a word is hexadecimal, or mixes letters and digits as no word does. */
function isHash(word: string): boolean {
  if (word.length < 5 || word.length > 64) return false;
  if (/^\d{10,}$/.test(word)) return true;
  if (!/\d/.test(word) || !/[a-z]/i.test(word)) return false;
  if (word.length >= 6 && /^[0-9a-f]+$/i.test(word)) return true;
  return (word.match(/[a-z](?=\d)|\d(?=[a-z])/gi)?.length ?? 0) >= 3;
}
