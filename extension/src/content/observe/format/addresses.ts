// Writes where a link leads, as short as that can be told.
import { cachedPerReading } from "../../dom/reading-cache.ts";

const MAX_ADDRESS = 120;
/**
 * The most of a query that is written. What follows is for the server alone: keys, nonces, where to
 * go back to.
 */
const MAX_QUERY = 60;

/**
 * Returns an address without the origin if that is the page's own. Scripts and data are left out.
 * A long address is cut with a sign.
 *
 * @param written as the page's author wrote it
 * @param isShort also relative to the page's own address, and with the beginning of a query alone
 */
export function shortAddress(written: string | null, resolved: string, isShort: boolean): string {
  if (written === null || /^\s*(javascript|data|blob):/i.test(written)) return "";
  if (written.startsWith("#")) return truncated(written, MAX_ADDRESS);
  const address = withoutOrigin(resolved, isShort);
  const query = isShort ? address.indexOf("?") : -1;
  return truncated(address, query === -1 ? MAX_ADDRESS : Math.min(MAX_ADDRESS, query + MAX_QUERY));
}

/**
 * Returns what leads to `resolved` from this page, by strings alone: to parse each address would
 * take longer than all the rest.
 */
function withoutOrigin(resolved: string, isShort: boolean): string {
  const { origin, from } = pageAddress(document);
  // Two origins that are both "null" are not the same.
  if (origin === "null" || !resolved.startsWith(`${origin}/`)) return resolved;
  const path = resolved.slice(origin.length);
  if (!isShort) return path;
  const end = path.search(/[?#]|$/);
  const [to, rest] = [path.slice(0, end), path.slice(end)];
  if (to === from && rest.startsWith("?")) return rest;
  const folder = from.slice(0, from.lastIndexOf("/") + 1);
  const inFolder = to.slice(folder.length);
  // An empty path is the page itself, and what looks like a scheme is one.
  const isBelow = to.startsWith(folder) && inFolder !== "" && !/^\/|^[^/]*:/.test(inFolder);
  return (isBelow ? inFolder : to) + rest;
}

function truncated(address: string, max: number): string {
  return address.length > max ? `${address.slice(0, max - 1)}…` : address;
}

/** Kept for a reading: for each of these questions the browser takes the page's address apart again. */
const pageAddress = cachedPerReading(() => ({ origin: location.origin, from: location.pathname }));
