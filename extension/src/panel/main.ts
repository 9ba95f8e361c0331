// Entry of the side panel: keeps a port to the service worker and draws what it is shown.
import type { Params } from "@webserv/shared/protocol/methods.ts";
import { Peer } from "@webserv/shared/rpc/peer.ts";

import { connectionCard, connectionTitles } from "./connection-card.ts";
import { runtimeTransport } from "./runtime-transport.ts";
import { SessionList } from "./session-list.ts";

type View = Params<"panel.show">;

/** Between two attempts to reach a worker that ended. */
const RETRY_MS = 500;

const connection = mustFind("connection");
const announcement = mustFind("announcement");
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
    showConnection({
      state: "connecting",
      beatMs: null,
      beatAt: null,
      reason: "the extension's worker is starting",
      daemonVersion: "",
    });
    setTimeout(connect, RETRY_MS);
  });
}

function show(view: View, peer: Peer<"panel-worker", "worker-panel">): void {
  showConnection(view.connection);
  sessions.show(view.sessions, async (sessionId) => {
    await peer.call("panel.stop", { sessionId });
  });
}

function showConnection(view: View["connection"]): void {
  connection.replaceChildren(connectionCard(view));
  // Only a change of state is read out, not each heartbeat.
  const words = connectionTitles[view.state];
  if (announcement.textContent !== words) announcement.textContent = words;
}

function mustFind(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`the panel has no element "${id}"`);
  return element;
}
