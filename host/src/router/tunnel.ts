// Joins a client to its sandbox byte by byte: CONNECT, which browsers use for WebSockets, and Upgrade.
import { request as httpRequest } from "node:http";
import type { IncomingMessage } from "node:http";
import { connect } from "node:net";
import type { Duplex } from "node:stream";

import { endToEndHeaders, requestHeaders } from "./end-to-end-headers.ts";
import { refuseSocket, sandboxUnreachable } from "./refusal.ts";
import type { Target } from "./route-table.ts";

/** Answers a CONNECT; bytes inside the tunnel reach this one sandbox and nothing else. */
export function tunnel(client: Duplex, head: Buffer, target: Target): void {
  const site = connect(target.address);
  const end = track(target, client, site);
  let joined = false;
  site.once("connect", () => {
    joined = true;
    client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
    if (head.length > 0) site.write(head);
    join(client, site);
  });
  site.on("error", (error) => {
    if (joined) end();
    else refuseSocket(client, sandboxUnreachable(target.authority, target.sandbox, error.message));
  });
}

/** Forwards an Upgrade request and, if the site agrees, joins the two connections. */
export function upgrade(
  request: IncomingMessage,
  client: Duplex,
  head: Buffer,
  target: Target,
  path: string,
): void {
  const headers = requestHeaders(request.rawHeaders, target.authority);
  headers.push("Connection", "Upgrade", "Upgrade", request.headers.upgrade ?? "");
  const sent = httpRequest({
    ...target.address,
    method: request.method,
    path,
    headers,
    agent: false,
  });
  const end = track(target, client, sent);
  let answered = false;
  sent.once("upgrade", (answer, site, siteHead) => {
    answered = true;
    track(target, client, site);
    client.write(
      headText(answer, ["Connection", "Upgrade", "Upgrade", answer.headers.upgrade ?? ""]),
    );
    if (siteHead.length > 0) client.write(siteHead);
    if (head.length > 0) site.write(head);
    join(client, site);
  });
  sent.once("response", (answer) => {
    answered = true;
    // The connection ends with the answer: the next request on it could be meant for another host.
    client.write(headText(answer, ["Connection", "close"]));
    answer.on("error", end);
    answer.pipe(client);
    client.once("finish", () => client.destroy());
  });
  sent.on("error", (error) => {
    if (answered) end();
    else refuseSocket(client, sandboxUnreachable(target.authority, target.sandbox, error.message));
  });
  sent.end();
}

/** Closes both ends with the route, or as soon as one of them is closed. */
function track(
  target: Target,
  client: Duplex,
  site: { destroy(): unknown; once(event: "close", listener: () => void): unknown },
): () => void {
  const end = (): void => {
    target.open.delete(end);
    client.destroy();
    site.destroy();
  };
  target.open.add(end);
  client.once("close", end);
  // Without a listener a client's reset would end the daemon; `close` follows every error.
  client.on("error", () => undefined);
  return end;
}

function join(client: Duplex, site: Duplex): void {
  client.pipe(site);
  site.pipe(client);
  site.on("error", () => client.destroy());
  // The client's end is not destroyed at once: the site's last bytes may still be on their way to it.
  site.once("close", () => client.end(() => client.destroy()));
}

function headText(answer: IncomingMessage, extra: readonly string[]): string {
  const headers = [...endToEndHeaders(answer.rawHeaders), ...extra];
  let text = `HTTP/1.1 ${answer.statusCode ?? 502} ${answer.statusMessage ?? ""}\r\n`;
  for (let at = 0; at + 1 < headers.length; at += 2) {
    text += `${headers[at] ?? ""}: ${headers[at + 1] ?? ""}\r\n`;
  }
  return `${text}\r\n`;
}
