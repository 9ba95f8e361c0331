// Starts the side panel, which keeps a port to the service worker and shows what the worker sends.
import type { Params } from "@webserv/shared/protocol/methods.ts";
import { PANEL_PORT } from "@webserv/shared/protocol/ports.ts";
import { Peer } from "@webserv/shared/rpc/peer.ts";

import { connectionCard, connectionTitles } from "./connection-card.ts";
import { PauseCard } from "./pause-card.ts";
import { runtimeTransport } from "./runtime-transport.ts";
import { SessionList } from "./session-list.ts";
import type { SessionView } from "./session-view.ts";
import { Stops } from "./stops.ts";

type View = Params<"panel.show">;

/** The time between two attempts to reach a worker that ended, in ms. */
const RETRY_MS = 500;
/** The worker sends a view each second. After so long without one, in ms, the panel says that it does not answer. */
const SILENT_MS = 5000;
/** The longest wait for the worker to let agents in, in ms: it has to ask the daemon. */
const ALLOW_TIMEOUT_MS = 5000;
/** The most workers in a row that may end before one has let agents in. */
const ALLOW_TRIES = 3;

const connection = mustFind("connection");
const announcement = mustFind("announcement");
const list = new SessionList(mustFind("sessions"));
const stops = new Stops({ onChange: () => showSessions(), connect: () => connect() });
const pause = new PauseCard(mustFind("pause"), allow);
let worker: Peer<"panel-worker", "worker-panel"> | undefined;
let sessions: readonly SessionView[] = [];
let retry: ReturnType<typeof setTimeout> | undefined;
let silence: ReturnType<typeof setTimeout> | undefined;

connect();

function connect(): void {
  clearTimeout(retry);
  const peer = new Peer<"panel-worker", "worker-panel">({
    transport: runtimeTransport(PANEL_PORT),
    serves: {
      link: "worker-panel",
      handlers: {
        "panel.show": (view) => {
          show(view);
          return {};
        },
      },
    },
  });
  peer.closed.addEventListener("abort", () => {
    showAway("the extension's worker is starting");
    retry = setTimeout(connect, RETRY_MS);
  });
  worker = peer;
  stops.connected(peer);
}

/** Lets agents in again. If the worker ends, the next one is asked too, since doing it twice does no harm. */
async function allow(): Promise<void> {
  for (let tries = 1; ; tries++) {
    if (worker === undefined || worker.closed.aborted) connect();
    const asked = worker;
    try {
      await asked?.call("panel.allow", {}, { timeoutMs: ALLOW_TIMEOUT_MS });
      return;
    } catch (error) {
      if (asked?.closed.aborted !== true || tries === ALLOW_TRIES) throw error;
    }
  }
}

function show(view: View): void {
  clearTimeout(silence);
  silence = setTimeout(() => showAway("the extension's worker does not answer"), SILENT_MS);
  showConnection(view.connection);
  pause.show(view.pausedUntil);
  sessions = view.sessions;
  stops.heard(sessions);
  showSessions();
}

/** Shows that the worker is away. Nobody knows what the sessions do now, except that stopped ones stay so. */
function showAway(reason: string): void {
  clearTimeout(silence);
  showConnection({ state: "connecting", beatMs: null, beatAt: null, reason, daemonVersion: "" });
  sessions = sessions.map((session) =>
    session.state === "stopped" ? session : { ...session, state: "away" },
  );
  showSessions();
}

function showSessions(): void {
  list.show(sessions, stops);
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
