// Parses the target of a proxy request, and refuses anything but a plain host and port.

export interface RequestTarget {
  /** The host, in lower case. */
  readonly host: string;
  readonly port: number;
  /** The path and query as they came; empty for CONNECT. */
  readonly path: string;
}

/** Explains why a request can't be understood; it becomes a 400. */
export interface BadTarget {
  readonly problem: string;
}

/**
 * Parses the absolute-form of RFC 9112, section 3.2.2. It does not use `URL`, which would rewrite the path (dots,
 * backslashes, encodings) on its way to the site.
 */
export function parseAbsoluteForm(target: string): RequestTarget | BadTarget {
  const match = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)([^#]*)/i.exec(target);
  if (match === null) {
    return {
      problem:
        "this is a forward proxy: it takes requests with an absolute address, such as GET http://store.test/",
    };
  }
  const [, scheme = "", authority = "", rest = ""] = match;
  if (scheme.toLowerCase() !== "http") {
    return { problem: `the scheme "${scheme}" is not served here; sandboxes speak http` };
  }
  const found = parseAuthority(authority, 80);
  if ("problem" in found) return found;
  return { ...found, path: rest.startsWith("/") ? rest : `/${rest}` };
}

/** Parses the authority-form of RFC 9112, section 3.2.3, which CONNECT uses. */
export function parseAuthorityForm(target: string): RequestTarget | BadTarget {
  return parseAuthority(target, undefined);
}

/** Tells whether a Host header could name a host at all. */
export function isWellFormedHost(header: string): boolean {
  return !("problem" in parseAuthority(header, 80));
}

/** Writes a host as in a Host header and in the route table's keys. */
export function authority(host: string, port: number): string {
  return port === 80 ? host : `${host}:${port}`;
}

function parseAuthority(text: string, defaultPort: number | undefined): RequestTarget | BadTarget {
  const match = /^([\w.-]+|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/i.exec(text);
  const port = match?.[2] === undefined ? defaultPort : Number(match[2]);
  if (match?.[1] === undefined || port === undefined || port < 1 || port > 65_535) {
    return { problem: `"${text.slice(0, 200)}" is not a host and port` };
  }
  return { host: match[1].toLowerCase(), port, path: "" };
}
