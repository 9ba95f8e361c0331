// Tells whether work is the same as an earlier one: it has the same code, or the same address.
import { natives, PrivateMap } from "../platform/natives.ts";
import { wholeMs } from "./page-values.ts";

/** The number of UTF-16 units of a function's text that tell it from others. */
const KEY_TEXT = 120;
/** The most hashes that are kept at once. */
const MAX_HASHES = 500;
const NATIVE = /\[native code\]/;

export class CallSites {
  readonly #identities = new PrivateMap<number>();
  /**
   * Keeps hashes by the beginning of the text: most code is run again and again, and going through its letters takes
   * long.
   */
  readonly #hashes = new Map<string, number>();
  #hashCount = 0;
  #identityCount = 0;

  /**
   * Numbers a call site. Code that runs at other intervals is another one: libraries put the same function around all
   * callbacks.
   * @param callSite is a callback, or an address
   * @returns a number above 0; 0 if nothing can be told
   */
  of(callSite: unknown, delayMs = 0): number {
    const own = this.#own(callSite);
    return own === 0 || delayMs === 0 ? own : this.#hashOf(`${own} ${wholeMs(delayMs)}`);
  }

  #own(callSite: unknown): number {
    if (typeof callSite === "string") return this.#hashOf(callSite);
    if (typeof callSite !== "function") return 0;
    const text = ownText(callSite);
    if (text !== undefined) return this.#hashOf(text);
    let identity = this.#identities.get(callSite);
    if (identity === undefined) {
      identity = ++this.#identityCount;
      this.#identities.set(callSite, identity);
    }
    return identity;
  }

  #hashOf(text: string): number {
    const start = text.length > KEY_TEXT ? natives.apply(natives.slice, text, [0, KEY_TEXT]) : text;
    const key = `${text.length} ${String(start)}`;
    const known: unknown = natives.apply(natives.mapGet, this.#hashes, [key]);
    if (typeof known === "number") return known;
    if (++this.#hashCount % MAX_HASHES === 0) natives.apply(natives.mapClear, this.#hashes, []);
    const hash = hashOf(text);
    natives.apply(natives.mapSet, this.#hashes, [key, hash]);
    return hash;
  }
}

/**
 * Tells whether both are the same code. All functions of the browser's own, such as those that resolve promises,
 * count as the same.
 */
export function isSameCode(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "function" || typeof other !== "function") return false;
  return ownText(one) === ownText(other);
}

/** Returns the text of a function; undefined for the browser's and bound ones, which all have the same text. */
function ownText(callSite: object): string | undefined {
  const text: unknown = natives.apply(natives.functionText, callSite, []);
  if (typeof text !== "string") return undefined;
  return text.length > 60 || natives.apply(natives.regExpExec, NATIVE, [text]) === null
    ? text
    : undefined;
}

/** Returns the address without its query and fragment: a poll counts up in those. */
export function callSiteOfAddress(url: string): string {
  for (let index = 0; index < url.length; index++) {
    const letter = url[index];
    if (letter === "?" || letter === "#") {
      return String(natives.apply(natives.slice, url, [0, index]));
    }
  }
  return url;
}

function hashOf(text: string): number {
  let hash = text.length;
  const length = Math.min(text.length, KEY_TEXT);
  for (let index = 0; index < length; index++) {
    const code = Number(natives.apply(natives.charCodeAt, text, [index]));
    hash = (hash * 31 + code) >>> 0;
  }
  // This is above all identities.
  return hash + 2 ** 32;
}
