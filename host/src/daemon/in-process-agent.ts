// Connects an agent inside the daemon, as any other, but without a socket.
import type { Params } from "@webserv/shared/protocol/methods.ts";
import { protocolVersion } from "@webserv/shared/protocol/version.ts";
import { Peer } from "@webserv/shared/rpc/peer.ts";
import type { Transport } from "@webserv/shared/rpc/transport.ts";
import { TransportEnd } from "@webserv/shared/rpc/transport-end.ts";

import { hostVersion } from "../version.ts";
import { serveAgent } from "./agent-connection.ts";
import type { AgentConnectionOptions } from "./agent-connection.ts";

/** Resolves when the hello has been answered; closing it ends its sessions, as with any agent's. */
export async function inProcessAgent(
  name: string,
  options: AgentConnectionOptions,
  onProgress: (progress: Params<"import.progress">) => void,
): Promise<Peer<"agent-daemon", "daemon-agent">> {
  const [ours, daemons] = transportPair();
  serveAgent(daemons, options);
  const peer = new Peer<"agent-daemon", "daemon-agent">({
    transport: ours,
    serves: {
      link: "daemon-agent",
      handlers: {
        "import.progress": (progress) => {
          onProgress(progress);
          return {};
        },
        "events.told": () => ({}),
      },
    },
  });
  await peer.call("daemon.hello", {
    protocol: protocolVersion,
    client: { name, version: hostVersion },
  });
  return peer;
}

/** Makes two ends: what one sends the other receives, in order and never before `send` has returned. */
function transportPair(): readonly [Transport, Transport] {
  const [first, second] = [new TransportEnd(), new TransportEnd()];
  return [transportOf(first, second), transportOf(second, first)];
}

function transportOf(end: TransportEnd, other: TransportEnd): Transport {
  return {
    ...end.listeners,
    send: (message) => {
      // A copy, as over a socket: neither end holds an object that the other may change.
      const copy: unknown = structuredClone(message);
      if (end.open) queueMicrotask(() => other.receive(copy));
    },
    close: (reason = "closed by this side") => {
      end.close(reason);
      queueMicrotask(() => other.close(reason));
    },
  };
}
