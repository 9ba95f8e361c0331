// Entry of the side panel: keeps a port to the service worker and draws what it is shown.
import type { Params } from "@webserv/shared/protocol/methods.ts";
import { Peer } from "@webserv/shared/rpc/peer.ts";

import { connectionCard } from "./connection-card.ts";
import { runtimeTransport } from "./runtime-transport.ts";
import { SessionList } from "./session-list.ts";

type View = Params<"panel.show">;

/** Between two attempts to reach a worker that ended. */
const RETRY_MS = 500;

const connection = mustFind("connection");
const sessions = new SessionList(mustFind("sessions"));

connect();

function connect(): void {
  const peer = new Peer<"panel-worker", "worker-panel">({
    transport: runtimeTransport("webserv-panel"),
    serves: {
      link: "worker-panel",
      handlers: {
        "panel.show": (view) => {
          show(view, peer);
          return {};
        },
      },
    },
  });
  peer.closed.addEventListener("abort", () => {
    connection.replaceChildren(
      connectionCard({
        state: "connecting",
        beatMs: null,
        beatAt: null,
        reason: "the extension's worker is starting",
        daemonVersion: "",
      }),
    );
    setTimeout(connect, RETRY_MS);
  });
}

function show(view: View, peer: Peer<"panel-worker", "worker-panel">): void {
  const card = connectionCard(view.connection);
  // The same words again would be read out again.
  if (connection.textContent !== card.textContent) connection.replaceChildren(card);
  sessions.show(view.sessions, async (sessionId) => {
    await peer.call("panel.stop", { sessionId });
  });
}

function mustFind(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`the panel has no element "${id}"`);
  return element;
}
