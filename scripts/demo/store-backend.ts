// Chooses where the demo's stores run, and prepares that: Incus if it is set up, else this machine's own processes.
import { randomUUID } from "node:crypto";
import { join } from "node:path";

import type { BackendChoice, BackendName } from "@webserv/shared/model/sandbox.ts";
import type { Peer } from "@webserv/shared/rpc/peer.ts";

import { storeImage } from "./store-image.ts";

export interface BackendWish {
  readonly site: string;
  readonly backend: BackendChoice;
  readonly note: (text: string) => void;
}

const repository = join(import.meta.dirname, "..", "..");
const IMPORT_MS = 600_000;

/** Prepares the backend; throws if the one that was asked for by name can't be had. */
export async function prepareBackend(
  peer: Peer<"agent-daemon", "daemon-agent">,
  { site, backend, note }: BackendWish,
  signal: AbortSignal,
): Promise<BackendName> {
  if (backend === "local") return "local";
  const { backends } = await peer.call("daemon.status", {}, { signal });
  const incus = backends.find(({ name }) => name === "incus");
  if (incus?.available !== true) {
    const why = incus?.reason ?? "this daemon is told not to use it";
    if (backend === "incus") throw new Error(`Incus can't be used: ${why}`);
    note(`Sandboxes are processes of this machine: ${why}`);
    return "local";
  }
  try {
    note("Sandboxes are containers of Incus; making an image of the store");
    const dist = join(repository, "test", "sites", "store", "dist");
    const image = await storeImage(dist, join(repository, ".cache", "images"), signal);
    const params = { site, image: `docker-archive:${image}`, backend: "incus" as const };
    const progressId = randomUUID();
    await peer.call("site.import", { ...params, progressId }, { signal, timeoutMs: IMPORT_MS });
    return "incus";
  } catch (error) {
    signal.throwIfAborted();
    if (backend === "incus") throw error;
    const why = error instanceof Error ? error.message : String(error);
    note(`Sandboxes are processes of this machine, since Incus could not run the store: ${why}`);
    return "local";
  }
}
