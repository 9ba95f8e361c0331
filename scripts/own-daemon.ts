// Starts a daemon with a home of its own, for the demo and the benchmarks: it shares nothing with the user's.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import type { Params } from "@webserv/shared/protocol/methods.ts";
import type { Peer } from "@webserv/shared/rpc/peer.ts";

import { connectDaemon } from "../host/src/reach/connect.ts";
import { isRunning } from "../host/src/running-process.ts";

/** The longest wait for the daemon's process to be gone after it agreed to stop, in ms. */
const END_MS = 70_000;

/** The longest wait for the daemon to serve, in ms. */
const START_MS = 30_000;

export interface OwnDaemon {
  /** The daemon's WEBSERV_HOME. */
  readonly home: string;
  readonly peer: Peer<"agent-daemon", "daemon-agent">;
  /** Ends the daemon with all it holds, and deletes its home. */
  close(): Promise<void>;
}

/** Starts the daemon. This can't be interrupted half-way: a daemon that was started must be reached to be ended. */
export async function startOwnDaemon(
  clientName: string,
  onProgress: (progress: Params<"import.progress">) => void = () => {},
): Promise<OwnDaemon> {
  const home = await mkdtemp(join(tmpdir(), `webserv-${clientName}-`));
  try {
    const peer = await connectDaemon({
      home,
      start: true,
      client: { name: clientName, version: "1" },
      onProgress,
      signal: AbortSignal.timeout(START_MS),
    });
    const { pid } = await peer.call("daemon.status", {});
    return {
      home,
      peer,
      async close() {
        await stop(peer, pid);
        await removeHome(home);
      },
    };
  } catch (error) {
    await removeHome(home);
    throw error;
  }
}

/** Deletes the home, again if a browser's last processes still write there while they end. */
async function removeHome(home: string): Promise<void> {
  await rm(home, { recursive: true, force: true, maxRetries: 10 });
}

async function stop(peer: Peer<"agent-daemon", "daemon-agent">, pid: number): Promise<void> {
  try {
    await peer.call("daemon.stop", { purge: true }, { timeoutMs: END_MS });
  } catch {
    // The daemon is gone already, or about to end: the check below decides.
  }
  peer.close();
  const deadline = Date.now() + END_MS;
  while (isRunning(pid)) {
    if (Date.now() > deadline) {
      process.kill(pid, "SIGKILL");
      throw new Error(`the daemon (pid ${pid}) did not end within ${END_MS} ms and was killed`);
    }
    await delay(20);
  }
}
