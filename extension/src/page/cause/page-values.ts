// Reads what the page has passed to a function of the browser's, without calling any code of the page's.
import { isInstance, natives } from "../platform/natives.ts";

/** Returns a property of options that the page has passed, without calling a getter of the page's. */
export function ownValue(options: unknown, name: string): unknown {
  if (typeof options !== "object" || options === null) return undefined;
  return natives.ownDescriptor(options, name)?.value;
}

/** Returns the address that the page means, without calling any code of the page's. */
export function addressOf(input: unknown): string {
  if (typeof input === "string") return input;
  if (isInstance(natives.URL, input)) return String(natives.apply(natives.urlHref, input, []));
  if (isInstance(natives.Request, input)) {
    return String(natives.apply(natives.requestUrl, input, []));
  }
  return "";
}

/** Returns a time that the page has passed, in whole ms from 0 up. */
export function wholeMs(ms: number): number {
  return ms > 0 ? Math.min(Math.round(ms), 1e9) : 0;
}
