// What tells that a request is the same as an earlier one.
import { natives } from "../natives.ts";

/** The address without its query and fragment: a poll counts up in those. */
export function siteOfAddress(url: string): string {
  for (let index = 0; index < url.length; index++) {
    const letter = url[index];
    if (letter === "?" || letter === "#") {
      return String(natives.apply(natives.slice, url, [0, index]));
    }
  }
  return url;
}
