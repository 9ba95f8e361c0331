// Connects to the daemon as an agent, and starts the daemon where none runs.
import { WebSocket } from "ws";

import { WebservError } from "@webserv/shared/protocol/errors.ts";
import type { Params } from "@webserv/shared/protocol/methods.ts";
import { protocolVersion } from "@webserv/shared/protocol/version.ts";
import { Peer } from "@webserv/shared/rpc/peer.ts";

import { readDaemonRecord, readToken } from "../daemon/run-files.ts";
import { reachDaemon } from "../daemon/start.ts";
import { pathsFor } from "../paths.ts";
import { webSocketTransport } from "./ws-transport.ts";

export interface ConnectOptions {
  /** Home of the daemon; WEBSERV_HOME or the platform's place if left out. */
  readonly home?: string;
  /** Start a daemon where none runs. */
  readonly start: boolean;
  /** Port for a daemon that is started; any free one if left out. */
  readonly port?: number;
  readonly client: { readonly name: string; readonly version: string };
  readonly signal: AbortSignal;
  /** What the daemon tells by itself of the calls that asked for it; else it is dropped. */
  readonly onProgress?: (progress: Params<"import.progress">) => void;
}

/**
 * Resolves when the daemon has agreed on the protocol.
 * @throws WebservError `daemon-unreachable`, `port-taken`, `version-mismatch`, `unauthorized`.
 */
export async function connectDaemon(
  options: ConnectOptions,
): Promise<Peer<"agent-daemon", "daemon-agent">> {
  const paths = pathsFor(options.home);
  const socket = await reachDaemon(
    paths,
    async () => {
      const record = readDaemonRecord(paths);
      const token = readToken(paths);
      if (record === undefined || token === undefined) return undefined;
      // A port that a crashed daemon left behind may be anyone's now: no token goes there.
      if (!isRunning(record.pid)) return undefined;
      return await openSocket(record.port, token, options.signal);
    },
    {
      signal: options.signal,
      start: options.start,
      args: options.port === undefined ? [] : ["--port", String(options.port)],
    },
  );
  const { onProgress } = options;
  const peer = new Peer<"agent-daemon", "daemon-agent">({
    transport: webSocketTransport(socket),
    serves: {
      link: "daemon-agent",
      handlers: {
        "import.progress": (progress) => {
          onProgress?.(progress);
          return {};
        },
      },
    },
  });
  try {
    await peer.call(
      "daemon.hello",
      { protocol: protocolVersion, client: options.client },
      { timeoutMs: 10_000, signal: options.signal },
    );
    return peer;
  } catch (error) {
    peer.close("no agreement");
    throw error;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Resolves to undefined where nothing listens. */
function openSocket(
  port: number,
  token: string,
  signal: AbortSignal,
): Promise<WebSocket | undefined> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/`, {
      headers: { authorization: `Bearer ${token}` },
      perMessageDeflate: false,
      handshakeTimeout: 5000,
      maxPayload: 64 * 1024 * 1024,
    });
    const abort = (): void => socket.terminate();
    const finish = (): void => signal.removeEventListener("abort", abort);
    signal.addEventListener("abort", abort);
    socket.once("open", () => {
      finish();
      socket.removeAllListeners("error");
      resolve(socket);
    });
    socket.once("unexpected-response", (_request, response) => {
      finish();
      socket.terminate();
      reject(
        new WebservError(
          response.statusCode === 401 ? "unauthorized" : "daemon-unreachable",
          `port ${port} of 127.0.0.1 answered ${response.statusCode ?? "nothing"}`,
        ),
      );
    });
    socket.on("error", (error) => {
      finish();
      // A daemon on its way out resets what it has not answered yet: it is no more.
      const code = "code" in error ? error.code : undefined;
      if (code === "ECONNREFUSED" || code === "ECONNRESET") resolve(undefined);
      else {
        reject(
          new WebservError(
            "daemon-unreachable",
            `port ${port} of 127.0.0.1 can't be reached: ${error.message}`,
            { cause: error },
          ),
        );
      }
    });
  });
}
