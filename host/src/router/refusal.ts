// Makes the router's own answers: requests it can't read, hosts it may not reach, sandboxes that are gone.
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

import { hasBody } from "./end-to-end-headers.ts";

export interface Refusal {
  readonly status: 400 | 403 | 431 | 502;
  readonly code: string;
  readonly message: string;
  readonly next: string;
}

export function badRequest(problem: string): Refusal {
  return {
    status: 400,
    code: "bad-request",
    message: `The request can't be read: ${problem}.`,
    next: "Send well-formed HTTP/1.1 proxy requests.",
  };
}

export function headersTooLarge(limitBytes: number): Refusal {
  return {
    status: 431,
    code: "too-large",
    message: `The request's headers are larger than ${limitBytes} bytes.`,
    next: "Send smaller headers; clear the site's cookies if they have grown.",
  };
}

/** @param reachable the addresses that this environment may visit, such as http://store.test */
export function notReachable(authority: string, reachable: readonly string[]): Refusal {
  return {
    status: 403,
    code: "url-not-allowed",
    message: `${authority} is not a sandbox of this session.`,
    next:
      reachable.length === 0
        ? "In this environment only the session's sandboxes can be reached, and it has none."
        : `In this environment only the session's sandboxes can be reached: ${reachable.join(", ")}.`,
  };
}

/** @param sandbox says which one, by id and origin */
export function sandboxUnreachable(authority: string, sandbox: string, why: string): Refusal {
  return {
    status: 502,
    code: "sandbox-failed",
    message: `The sandbox behind ${authority} (${sandbox}) does not answer: ${why}.`,
    next: "List the sandboxes with `webserv sandbox list`; reset the one that failed.",
  };
}

export function refuse(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
  const { type, body } = render(refusal, request.headers.accept ?? "");
  response.writeHead(refusal.status, {
    "Content-Type": type,
    "Content-Length": Buffer.byteLength(body),
    "Cache-Control": "no-store",
    // A body that nobody wants is not worth reading to its end.
    ...(hasBody(request.headers) ? { Connection: "close" } : {}),
  });
  response.end(request.method === "HEAD" ? undefined : body);
}

/** Refuses on a connection that the HTTP server no longer handles: CONNECT, upgrades, unreadable bytes. */
export function refuseSocket(socket: Duplex, refusal: Refusal, accept = ""): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const { type, body } = render(refusal, accept);
  socket.end(
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? ""}\r\n` +
      `Content-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `Cache-Control: no-store\r\nConnection: close\r\n\r\n${body}`,
    () => socket.destroy(),
  );
}

function render(refusal: Refusal, accept: string): { type: string; body: string } {
  const { status, code, message, next } = refusal;
  if (!accept.includes("text/html")) {
    return {
      type: "application/json; charset=utf-8",
      body: `${JSON.stringify({ error: { code, message, next } })}\n`,
    };
  }
  const title = `${status} ${STATUS_CODES[status] ?? ""}`;
  return {
    type: "text/html; charset=utf-8",
    body:
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title>` +
      `<h1>${title}</h1><p>${escapeHtml(message)}</p><p>${escapeHtml(next)}</p></html>\n`,
  };
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0) ?? 0};`);
}
