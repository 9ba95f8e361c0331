// Serves one agent's connection: hello first, then any other method.
import { daemonEnding } from "@webserv/shared/errors/daemon-ending.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";
import { Peer } from "@webserv/shared/rpc/peer.ts";
import type { Transport } from "@webserv/shared/rpc/transport.ts";

import type { Logger } from "../log.ts";
import { agentHandlers } from "./agent-handlers.ts";
import type { AgentServices } from "./agent-handlers.ts";
import { EventSubscriptions } from "./event-subscriptions.ts";

/** The time that an agent may take to say hello, in ms. */
const HELLO_TIMEOUT_MS = 10_000;

export interface AgentConnectionOptions {
  readonly services: AgentServices;
  readonly log: Logger;
  /** Aborts when the daemon is ending: nothing new begins. */
  readonly stopping: AbortSignal;
}

export function serveAgent(transport: Transport, options: AgentConnectionOptions): void {
  const { services, log, stopping } = options;
  const closed = new AbortController();
  let greeted = false;
  const timer = setTimeout(
    () => peer.close(`no hello within ${HELLO_TIMEOUT_MS} ms`),
    HELLO_TIMEOUT_MS,
  );
  const events = new EventSubscriptions({
    journal: services.journal,
    transport,
    tell: (told) => peer.notify("events.told", told),
  });
  const handlers = agentHandlers(services, {
    events,
    closed: closed.signal,
    greeted: () => {
      greeted = true;
      clearTimeout(timer);
    },
    tellProgress: (progress) => peer.notify("import.progress", progress),
  });
  const peer = new Peer<"daemon-agent", "agent-daemon">({
    transport,
    serves: { link: "agent-daemon", handlers },
    admit: (method) => {
      if (stopping.aborted) {
        throw daemonEnding("daemon-unreachable");
      }
      if (!greeted && method !== "daemon.hello") {
        throw new WebservError("hello-first", `${method} came before daemon.hello`);
      }
    },
    // Only the code is logged: the error's text quotes the message, which may hold a secret.
    onFault: ({ code }) => log.warn({ code }, "a message of an agent was not usable"),
  });
  peer.closed.addEventListener("abort", () => {
    clearTimeout(timer);
    events.end();
    closed.abort(peer.closed.reason);
    log.info({ reason: String(peer.closed.reason) }, "an agent's connection closed");
  });
}
