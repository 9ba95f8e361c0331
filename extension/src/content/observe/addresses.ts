// Tells where a link leads, as short as that can be told.

const MAX_ADDRESS = 120;
/** What a query says after that is for the server alone: keys, nonces, where to go back to. */
const MAX_QUERY = 60;

/**
 * Relative to the page's own address where both have one origin; scripts and data left out; cut with
 * a sign where it is long.
 * @param written as the page's author wrote it
 */
export function shortAddress(written: string | null, resolved: string): string {
  if (written === null || /^\s*(javascript|data|blob):/i.test(written)) return "";
  if (written.startsWith("#")) return cutTo(written, MAX_ADDRESS);
  const address = URL.canParse(resolved) ? relativeTo(location, new URL(resolved)) : resolved;
  const query = address.indexOf("?");
  return cutTo(address, query === -1 ? MAX_ADDRESS : Math.min(MAX_ADDRESS, query + MAX_QUERY));
}

/** The shortest that leads to `to` from `from`. */
function relativeTo(from: Location | URL, to: URL): string {
  // An origin that is "null" is no page's but this one's.
  if (to.origin !== from.origin || to.origin === "null" || to.username !== "") return to.href;
  const rest = to.search + to.hash;
  if (to.pathname === from.pathname && to.search !== "") return rest;
  const folder = from.pathname.slice(0, from.pathname.lastIndexOf("/") + 1);
  const inFolder = to.pathname.slice(folder.length);
  // An empty path is the page itself, and what looks like a scheme is one.
  const isBelow =
    to.pathname.startsWith(folder) && inFolder !== "" && !/^\/|^[^/]*:/.test(inFolder);
  return isBelow ? inFolder + rest : to.pathname + rest;
}

function cutTo(address: string, max: number): string {
  return address.length > max ? `${address.slice(0, max - 1)}…` : address;
}
