// Carries one request to its sandbox and the answer back, streaming both ways.
import { request as httpRequest } from "node:http";
import type { ClientRequest, IncomingMessage, ServerResponse } from "node:http";

import { endToEndHeaders, hasBody, requestHeaders } from "./end-to-end-headers.ts";
import { refuse, sandboxUnreachable } from "./refusal.ts";
import type { Target } from "./route-table.ts";

const BODILESS = new Set(["GET", "HEAD", "OPTIONS"]);

export function exchange(
  request: IncomingMessage,
  response: ServerResponse,
  target: Target,
  path: string,
): void {
  let upstream: ClientRequest | undefined;
  const end = (why: string): void => {
    target.open.delete(end);
    upstream?.destroy();
    fail(request, response, target, why);
  };
  target.open.add(end);
  response.once("close", () => {
    target.open.delete(end);
    // If the client has gone, its request ends, too.
    if (!response.writableFinished) upstream?.destroy();
  });

  const safe = BODILESS.has(request.method ?? "") && !hasBody(request.headers);
  const send = (first: boolean): void => {
    const sent = httpRequest({
      ...target.address,
      method: request.method,
      path,
      headers: upstreamHeaders(request, target),
      // A kept connection may be closed by the site just as it is used. Only a request that is safe
      // to send twice takes that risk; the rest gets a new connection, which costs nothing on one
      // machine.
      agent: safe && first ? target.agent : false,
    });
    upstream = sent;
    sent.once("response", (answer) => relay(answer, response, end));
    sent.on("error", (error: NodeJS.ErrnoException) => {
      if (upstream !== sent || response.destroyed) return;
      if (
        first &&
        safe &&
        sent.reusedSocket &&
        error.code === "ECONNRESET" &&
        !response.headersSent
      ) {
        send(false);
        return;
      }
      // The site may answer and close before it has read the whole body: its answer counts.
      if (!response.headersSent) end(error.message);
    });
    if (safe) sent.end();
    else request.pipe(sent);
  };
  send(true);
}

function relay(
  answer: IncomingMessage,
  response: ServerResponse,
  end: (why: string) => void,
): void {
  // No Date of our own is added if the site sends none.
  response.sendDate = false;
  try {
    response.writeHead(
      answer.statusCode ?? 502,
      answer.statusMessage,
      endToEndHeaders(answer.rawHeaders),
    );
  } catch (error) {
    end(`its answer is not valid HTTP (${error instanceof Error ? error.message : String(error)})`);
    return;
  }
  // An event stream's headers must arrive before its first event.
  response.flushHeaders();
  answer.pipe(response);
  answer.once("close", () => {
    if (!answer.complete) end("its answer broke off");
  });
  // Without a listener a broken answer would end the daemon; `close` deals with it.
  answer.on("error", () => undefined);
}

/** Refuses if nothing was answered yet; breaks the connection if the answer had begun. */
function fail(
  request: IncomingMessage,
  response: ServerResponse,
  target: Target,
  why: string,
): void {
  if (response.destroyed) return;
  if (response.headersSent) response.destroy();
  else refuse(request, response, sandboxUnreachable(target.authority, target.sandbox, why));
}

function upstreamHeaders(request: IncomingMessage, target: Target): string[] {
  const headers = requestHeaders(request.rawHeaders, target.authority);
  // Node frames a body of unknown length by itself for POST and PUT alone.
  if (request.headers["transfer-encoding"] !== undefined) {
    headers.push("Transfer-Encoding", "chunked");
  }
  return headers;
}
