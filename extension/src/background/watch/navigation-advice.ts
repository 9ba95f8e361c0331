// Advises what to do about a page that could not be loaded, by its server's answer or the browser's error.
import { ABORTED } from "./navigation-log.ts";

/** The advice for a sign-in; an address with a name and a password is recorded and shown without them. */
const SIGN_IN =
  "The server wants a sign-in: ask the person to sign in there, or for a name and a password to put into the address, as in http://name:password@host/.";

/** The advice by the status of an answer; the first entry that fits counts. */
const byStatus: readonly (readonly [from: number, to: number, next: string])[] = [
  [401, 401, SIGN_IN],
  [
    403,
    403,
    "The server refuses this page to whoever is signed in now: sign in as somebody who may see it, or ask the person.",
  ],
  [
    404,
    404,
    "The server has no such page: check the path, or go to the site's first page and look for it.",
  ],
  [
    410,
    410,
    "The server has removed this page: go to the site's first page and look for what took its place.",
  ],
  [407, 407, "The proxy wants a sign-in: ask the person."],
  [408, 408, "The server gave up waiting: try once more."],
  [429, 429, "The server was asked too often: wait a minute before the next try."],
  [400, 499, "The server refuses this request: check the address and its parameters."],
  [
    500,
    599,
    "The server has failed, and the address may be right: try again later with refresh, or tell the person.",
  ],
];

/** The advice by the browser's net error; the first entry with which its name begins counts. */
const byNetError: readonly (readonly [error: string, next: string])[] = [
  [
    "ERR_CERT_DATE_INVALID",
    "The site's certificate has expired, or this machine's clock is wrong: tell the person.",
  ],
  [
    "ERR_CERT_COMMON_NAME_INVALID",
    "The site's certificate is another host's: check the host's name, or tell the person.",
  ],
  [
    "ERR_CERT_",
    "The browser does not trust the site's certificate, and nothing here can change that: tell the person, who may visit the site and decide. Check whether http:// is meant.",
  ],
  [
    "ERR_SSL_",
    "No secure connection came about: check whether the port speaks https, or whether http:// is meant.",
  ],
  ["ERR_NAME_", "No server has this name: check how the host is written."],
  [
    "ERR_CONNECTION_REFUSED",
    "Nothing listens there: check host and port, and whether the server runs.",
  ],
  ["ERR_CONNECTION_TIMED_OUT", "The server did not answer: check the host, or try again later."],
  ["ERR_TIMED_OUT", "The server did not answer in time: try again later."],
  [
    "ERR_ADDRESS_UNREACHABLE",
    "The host can't be reached from this machine: check its address and the network.",
  ],
  ["ERR_INTERNET_DISCONNECTED", "This machine is offline: tell the person."],
  ["ERR_NETWORK_CHANGED", "The network has just changed: try once more."],
  [
    "ERR_CONNECTION_",
    "The connection broke off: try once more, then check whether the port is right.",
  ],
  [
    "ERR_EMPTY_RESPONSE",
    "The server closed without an answer: try once more, then check whether the port is right.",
  ],
  ["ERR_INVALID_HTTP_RESPONSE", "What listens there does not speak HTTP: check the port."],
  ["ERR_INVALID_AUTH_CREDENTIALS", SIGN_IN],
  [
    "ERR_TOO_MANY_REDIRECTS",
    "The site sends the browser in a circle: go to another of its pages, or ask the person to sign in anew.",
  ],
  [
    "ERR_UNSAFE_PORT",
    "The browser opens no pages at this port: the server has to use another one.",
  ],
  [
    "ERR_BLOCKED_BY_",
    "The browser refuses this address by a rule of the person's or of another extension: ask the person.",
  ],
  ["ERR_PROXY_", "The proxy does not answer: ask the person to check it."],
  ["ERR_TUNNEL_CONNECTION_FAILED", "The proxy refuses this host: go to one that it lets through."],
];

/** Statuses of an answer that has no page, so that the browser keeps the one before it. */
const PAGELESS: ReadonlySet<number> = new Set([204, 205]);

/** Tells whether a load came to nothing because its answer has no page. */
export function isPageless(error: string, status: number | undefined): boolean {
  return error === ABORTED && status !== undefined && PAGELESS.has(status);
}

/** Returns the advice; undefined if nothing more is known than that the load failed. */
export function navigationAdvice(error: string, status: number | undefined): string | undefined {
  if (isPageless(error, status)) {
    return "The server has taken the request and sends nothing to show: the page before it is still shown, so go on there.";
  }
  const answered = byStatus.find(
    ([from, to]) => status !== undefined && status >= from && status <= to,
  );
  if (answered !== undefined) return answered[2];
  const name = error.replace(/^net::/, "");
  return byNetError.find(([start]) => name.startsWith(start))?.[1];
}
