// Proves that a browser works: a page in a new tab answers, and the tab is closed again.
import type { BrowserInfo } from "@webserv/shared/model/browser.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import type { AgentPeer, Settings } from "../commands/settings.ts";
import { callDaemon } from "../commands/settings.ts";

const PAGE =
  "<!doctype html><title>WebServ</title><p>WebServ and this browser are connected. This tab closes by itself.";

/** Returns the round trip from here to the page and back, in ms. */
export async function proveConnection(
  peer: AgentPeer,
  settings: Settings,
  browser: Pick<BrowserInfo, "browserId">,
): Promise<number> {
  // Loaded here: most commands need no server and start faster without it.
  const { createServer } = await import("node:http");
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", connection: "close" });
    response.end(PAGE);
  });
  server.listen(0, "127.0.0.1");
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("listening", resolve);
      server.once("error", reject);
    });
    const address = server.address();
    if (typeof address !== "object" || address === null) {
      throw new WebservError("internal", "the page of the round trip has no port");
    }
    return await roundTrip(peer, settings, browser, `http://127.0.0.1:${address.port}/`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

async function roundTrip(
  peer: AgentPeer,
  settings: Settings,
  { browserId }: Pick<BrowserInfo, "browserId">,
  url: string,
): Promise<number> {
  const { session } = await callDaemon(peer, settings, "session.open", {
    browserId,
    url,
    agent: "webserv",
    lifetime: "connection",
  });
  const begun = performance.now();
  await callDaemon(peer, settings, "session.ping", { sessionId: session.sessionId });
  const roundTripMs = performance.now() - begun;
  await callDaemon(peer, settings, "session.close", { sessionId: session.sessionId });
  return roundTripMs;
}
