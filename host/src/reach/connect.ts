// Connects to this user's own daemon as an agent, and starts the daemon if none runs. It uses the local socket: whoever
// may open that could read the token, too, and a command need not load what HTTP needs.
import type { Params } from "@webserv/shared/protocol/methods.ts";
import { protocolVersion } from "@webserv/shared/protocol/version.ts";
import { Peer } from "@webserv/shared/rpc/peer.ts";
import type { Transport } from "@webserv/shared/rpc/transport.ts";

import { frameTransport } from "./frame-transport.ts";
import { reachDaemon } from "./start.ts";
import { connectSocket } from "./connect-socket.ts";
import { pathsFor } from "../paths.ts";
import { MAX_ANSWER_BYTES, MAX_PAYLOAD_BYTES } from "./agent-limits.ts";

/** An agent's end of its connection to the daemon. */
export type AgentPeer = Peer<"agent-daemon", "daemon-agent">;

export interface ConnectOptions {
  /** Home of the daemon; WEBSERV_HOME or the platform's place if left out. */
  readonly home?: string;
  /** Start a daemon if none runs. */
  readonly start: boolean;
  /** Port for a daemon that is started; any free one if left out. */
  readonly port?: number;
  readonly client: { readonly name: string; readonly version: string };
  readonly signal: AbortSignal;
  /** Longest wait of a call that names none of its own, in ms; 30,000 if left out. */
  readonly callMs?: number;
  /** Receives progress on the calls that asked for it; dropped if left out. */
  readonly onProgress?: (progress: Params<"import.progress">) => void;
  /** Sessions of lifetime `agent` that an earlier connection had. */
  readonly sessions?: readonly string[];
  /** Receives the events of this connection's subscriptions; dropped if left out. */
  readonly onEvent?: (told: Params<"events.told">) => void;
}

/**
 * Resolves when the daemon has agreed on the protocol.
 * @throws WebservError `daemon-unreachable`, `port-taken`, `version-mismatch`.
 */
export async function connectDaemon(options: ConnectOptions): Promise<AgentPeer> {
  const paths = pathsFor(options.home);
  const socket = await reachDaemon(paths, () => connectSocket(paths.agentSocket), {
    signal: options.signal,
    start: options.start,
    args: options.port === undefined ? [] : ["--port", String(options.port)],
  });
  const transport = frameTransport(socket, {
    maxSendBytes: MAX_PAYLOAD_BYTES,
    maxReceiveBytes: MAX_ANSWER_BYTES,
    maxUnsentBytes: MAX_PAYLOAD_BYTES * 8,
  });
  return await greet(transport, options);
}

export type GreetOptions = Pick<
  ConnectOptions,
  "client" | "signal" | "callMs" | "sessions" | "onProgress" | "onEvent"
>;

/**
 * Agrees with the daemon behind `transport` on the protocol.
 * @throws WebservError `version-mismatch`, `disconnected`, `timeout`, `cancelled`.
 */
export async function greet(transport: Transport, options: GreetOptions): Promise<AgentPeer> {
  const { onProgress, onEvent, callMs, sessions = [] } = options;
  const peer = new Peer<"agent-daemon", "daemon-agent">({
    transport,
    ...(callMs === undefined ? {} : { callMs }),
    serves: {
      link: "daemon-agent",
      handlers: {
        "import.progress": (progress) => {
          onProgress?.(progress);
          return {};
        },
        "events.told": (told) => {
          onEvent?.(told);
          return {};
        },
      },
    },
  });
  try {
    await peer.call(
      "daemon.hello",
      {
        protocol: protocolVersion,
        client: options.client,
        // An older daemon knows no such field.
        ...(sessions.length === 0 ? {} : { sessions: [...sessions] }),
      },
      { timeoutMs: callMs ?? 10_000, signal: options.signal },
    );
    return peer;
  } catch (error) {
    peer.close("no agreement");
    throw error;
  }
}
