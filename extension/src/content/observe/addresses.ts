// Tells where a link leads, as short as that can be told.

const MAX_ADDRESS = 120;
/** What a query says after that is for the server alone: keys, nonces, where to go back to. */
const MAX_QUERY = 60;

/**
 * Without the origin where it is the page's own; scripts and data left out; cut with a sign where it
 * is long.
 * @param written as the page's author wrote it
 * @param isShort also relative to the page's own address, and with the beginning of a query alone
 */
export function shortAddress(written: string | null, resolved: string, isShort: boolean): string {
  if (written === null || /^\s*(javascript|data|blob):/i.test(written)) return "";
  if (written.startsWith("#")) return cutTo(written, MAX_ADDRESS);
  const address = URL.canParse(resolved) ? withoutOrigin(new URL(resolved), isShort) : resolved;
  const query = isShort ? address.indexOf("?") : -1;
  return cutTo(address, query === -1 ? MAX_ADDRESS : Math.min(MAX_ADDRESS, query + MAX_QUERY));
}

/** What leads to `to` from this page; `isShort` the shortest. */
function withoutOrigin(to: URL, isShort: boolean): string {
  const from = location;
  // An origin that is "null" is not the same as another that is.
  if (to.origin !== from.origin || to.origin === "null" || to.username !== "") return to.href;
  const rest = to.search + to.hash;
  if (!isShort) return to.pathname + rest;
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
