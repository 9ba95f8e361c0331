// Writes the proxy script that sends the hosts of sandboxes to the router and leaves everything else alone.
import type { CanonicalHost } from "@webserv/shared/model/site.ts";

/**
 * Writes a PAC script. Only the given pairs of host and port go to 127.0.0.1:`port`; they never fall back to a direct
 * connection, so that a sandbox's name can't reach the outside.
 */
export function pacScript(hosts: readonly CanonicalHost[], port: number): string {
  const routed = Object.fromEntries(hosts.map(({ host, port }) => [`${host}:${port}`, true]));
  return `const routed = ${JSON.stringify(routed)};
function FindProxyForURL(url, host) {
  const usual = url.startsWith("https:") || url.startsWith("wss:") ? "443" : "80";
  const port = (/^[a-z]+:\\/\\/[^/]*?:(\\d+)(?:\\/|$)/.exec(url) || [])[1] || usual;
  return Object.hasOwn(routed, host.toLowerCase() + ":" + port) ? "PROXY 127.0.0.1:${port}" : "DIRECT";
}
`;
}
