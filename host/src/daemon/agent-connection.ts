// Serves one agent's connection: hello first, then whatever it asks.
import type { WebSocket } from "ws";

import { WebservError } from "@webserv/shared/protocol/errors.ts";
import { Peer } from "@webserv/shared/rpc/peer.ts";

import { webSocketTransport } from "../agent/ws-transport.ts";
import type { Logger } from "../log.ts";
import { agentHandlers } from "./agent-handlers.ts";
import type { AgentServices } from "./agent-handlers.ts";

/** How long an agent may take to say hello. */
const HELLO_TIMEOUT_MS = 10_000;

export interface AgentConnectionOptions {
  readonly services: AgentServices;
  readonly log: Logger;
  /** The daemon is ending: nothing new begins. */
  readonly stopping: AbortSignal;
}

export function serveAgent(socket: WebSocket, options: AgentConnectionOptions): void {
  const { services, log, stopping } = options;
  const closed = new AbortController();
  let greeted = false;
  const timer = setTimeout(
    () => peer.close(`no hello within ${HELLO_TIMEOUT_MS} ms`),
    HELLO_TIMEOUT_MS,
  );
  const handlers = agentHandlers(services, {
    closed: closed.signal,
    greeted: () => {
      greeted = true;
      clearTimeout(timer);
    },
    tellProgress: (progress) => peer.notify("import.progress", progress),
  });
  const peer = new Peer<"daemon-agent", "agent-daemon">({
    transport: webSocketTransport(socket),
    serves: { link: "agent-daemon", handlers },
    admit: (method) => {
      if (stopping.aborted) {
        throw new WebservError("daemon-unreachable", "the daemon is ending", {
          next: "Connect again: another daemon is started.",
        });
      }
      if (!greeted && method !== "daemon.hello") {
        throw new WebservError("hello-first", `${method} came before daemon.hello`);
      }
    },
    onFault: (error) => log.warn({ err: error }, "a message of an agent was not usable"),
  });
  peer.closed.addEventListener("abort", () => {
    clearTimeout(timer);
    closed.abort(peer.closed.reason);
    log.info({ reason: String(peer.closed.reason) }, "an agent's connection closed");
  });
}
