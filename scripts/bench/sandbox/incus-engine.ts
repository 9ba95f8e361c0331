// Runs the Incus backend for the benchmark, with an owner of its own, and nothing of it left at the end.
import { createHash, randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";

import type { SandboxBackend } from "../../../host/src/sandbox/backend.ts";
import { SandboxIds } from "../../../host/src/sandbox/sandbox-ids.ts";
import { createIncusBackend } from "../../../host/src/sandbox/incus/backend.ts";
import { createIncusClient } from "../../../host/src/sandbox/incus/client/client.ts";
import { defaultSocketPath } from "../../../host/src/sandbox/incus/client/transport/endpoint.ts";
import { incusNames } from "../../../host/src/sandbox/incus/names.ts";
import { SetupError } from "../../bootstrap/words.mjs";
import type { BenchSite, Engine, Running } from "./engine.ts";
import { pageOf } from "./page.ts";

const SWEEP_MS = 300_000;

export interface OwnIncus {
  readonly engine: Engine;
  readonly backend: SandboxBackend;
  /** Deletes what `prepare` made of a site. */
  forget(site: BenchSite): Promise<void>;
  /** Ends and deletes everything it made. */
  close(): Promise<void>;
}

/**
 * Opens Incus. Throws SetupError if there is no Incus, with what to do.
 * @param bench runs once at a time on a machine, so that what a killed one left has the same owner
 */
export async function openIncus(
  say: (line: string) => void,
  signal: AbortSignal,
  bench = "webserv-bench",
): Promise<OwnIncus> {
  const owner = createHash("sha256").update(bench).digest("hex").slice(0, 16);
  const folder = `/var/lib/${bench}-incus`;
  const names = incusNames();
  const endpoint = { kind: "unix", socketPath: defaultSocketPath() } as const;
  const client = createIncusClient({ endpoint, project: names.project });
  const open = () =>
    createIncusBackend({
      ids: new SandboxIds(),
      client,
      names,
      owner,
      stateDir: join(folder, "state"),
      workDir: join(folder, "work"),
      log: logTo(say),
    });
  const sweep = async (): Promise<void> => {
    // Without records what is there belongs to nothing, and is deleted rather than taken back.
    await rm(folder, { recursive: true, force: true });
    const sweeper = open();
    await sweeper.adopt(() => undefined, AbortSignal.timeout(SWEEP_MS));
    await sweeper.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const version = (await client.server.info(signal)).environment?.server_version ?? "unknown";
    await sweep();
    const backend = open();
    return {
      engine: incusEngine(backend, version, names.project, async (signal) => {
        const { space } = await client.storage.usage(names.pool, signal);
        return space.used;
      }),
      backend,
      async forget({ source, label }) {
        try {
          await backend.removeSite(source.site.name);
        } catch (error) {
          // It is swept at the end; until then it only takes room.
          say(`${label} can't be forgotten yet: ${String(error)}`);
        }
      },
      async close() {
        try {
          await backend.close();
          await sweep();
        } finally {
          await client.close();
        }
      },
    };
  } catch (error) {
    await client.close();
    signal.throwIfAborted();
    const reason = error instanceof Error ? error.message : String(error);
    throw new SetupError(`no Incus to measure: ${reason}`);
  }
}

function incusEngine(
  backend: SandboxBackend,
  version: string,
  project: string,
  diskBytes: Engine["diskBytes"],
): Engine {
  return {
    name: "Incus",
    version,
    processes: { group: new RegExp(`^/lxc\\.(?:payload|monitor)\\.${project}_[^/]+`) },
    async prepare({ source, archive }, signal) {
      await backend.importSite({ source, image: `docker-archive:${archive}` }, signal);
    },
    async launch(site, signal): Promise<Running> {
      const sandboxId = `bench-${randomUUID()}`;
      // Resolves when the site's readiness has been read from its page.
      const sandbox = await backend.create({ source: site.source, sandboxId }, signal);
      return {
        page: pageOf(site, sandbox.origin),
        delete: async () => backend.delete(sandboxId),
      };
    },
    diskBytes,
  };
}

function logTo(say: (line: string) => void) {
  const nothing = (): void => undefined;
  return {
    info: nothing,
    debug: nothing,
    warn: (fields: object, message: string): void => {
      say(`incus: ${message} ${reasonIn(fields)}`.trimEnd());
    },
  };
}

function reasonIn(fields: object): string {
  const error = "err" in fields ? fields.err : "error" in fields ? fields.error : "";
  return error instanceof Error ? error.message : String(error);
}
