// Keeps the headers that are meant for the other end and drops those of a single connection.
import type { IncomingHttpHeaders } from "node:http";

/** Lists the headers of RFC 9110, section 7.6.1, and the older names that proxies still meet. */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Takes and returns names and values in turn, as `rawHeaders` has them: case, order and repetition are kept. */
export function endToEndHeaders(raw: readonly string[]): string[] {
  const dropped = new Set(HOP_BY_HOP);
  for (const [name, value] of pairs(raw)) {
    if (name.toLowerCase() !== "connection") continue;
    for (const token of value.split(",")) dropped.add(token.trim().toLowerCase());
  }
  // It frames the message and is no option of the connection, whatever the client says.
  dropped.delete("content-length");
  return [...pairs(raw)].filter(([name]) => !dropped.has(name.toLowerCase())).flat();
}

/**
 * Returns a request's headers for the site: end to end, with the canonical Host in place of
 * whatever came, as RFC 9112, section 3.2.2 asks of a proxy. Nothing tells the site that it was
 * reached by proxy.
 */
export function requestHeaders(raw: readonly string[], host: string): string[] {
  const kept = [...pairs(endToEndHeaders(raw))].filter(
    // The proxy has already answered an expectation of 100-continue.
    ([name]) => name.toLowerCase() !== "host" && name.toLowerCase() !== "expect",
  );
  return ["Host", host, ...kept.flat()];
}

export function hasBody(headers: IncomingHttpHeaders): boolean {
  const length = headers["content-length"];
  return headers["transfer-encoding"] !== undefined || (length !== undefined && length !== "0");
}

function* pairs(raw: readonly string[]): Generator<readonly [string, string]> {
  for (let at = 0; at + 1 < raw.length; at += 2) yield [raw[at] ?? "", raw[at + 1] ?? ""];
}
