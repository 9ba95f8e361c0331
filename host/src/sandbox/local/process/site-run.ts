// Starts a site in a folder and sees it through until it is ready.
import { mkdir } from "node:fs/promises";

import type { Site } from "@webserv/shared/model/site.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import type { Keeper } from "./keeper.ts";
import type { LimitWatcher } from "./limit-watcher.ts";
import type { PortReserve, Reservation } from "./port-reserve.ts";
import { hostHeader, waitUntilReady } from "../../readiness.ts";
import type { SandboxLog } from "./sandbox-log.ts";
import { prepareSiteProcess } from "./site-process.ts";
import type { SiteProcess } from "./site-process.ts";

export interface RunRequest {
  readonly sandboxId: string;
  readonly site: Site;
  readonly dataDir: string;
  readonly tmpDir: string;
  readonly log: SandboxLog;
  /** Writes the process down before it does anything. */
  readonly record: (process: { pid: number; mark: string }) => Promise<void>;
  readonly addedBytes: () => Promise<number>;
}

export interface RunOptions {
  readonly nodePath: string;
  readonly keeper: Keeper;
  readonly ports: PortReserve;
  readonly limits: LimitWatcher;
}

/** A site that answers. */
export interface SiteRun {
  readonly process: SiteProcess;
  readonly origin: string;
  readonly readyMs: number;
  /** It resolves with the reason of the end: the one given to `end`, or how the process ended by itself. */
  readonly failed: Promise<string>;
  end(graceMs: number): Promise<void>;
}

/** A port may be taken by a stranger just before the site listens; three times is no accident. */
const MAX_PORTS = 3;

/**
 * Throws `sandbox-failed` if the process ends, `sandbox-not-ready` if it does not answer as asked in time,
 * `limit-reached` if it passes a limit; then nothing of it is left.
 */
export async function startSite(
  request: RunRequest,
  options: RunOptions,
  signal: AbortSignal,
): Promise<SiteRun> {
  const startedAt = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    const reservation = await options.ports.reserve();
    try {
      return await startOnPort(request, options, reservation, startedAt, signal);
    } catch (error) {
      await reservation.free();
      signal.throwIfAborted();
      const taken = /EADDRINUSE|address already in use/i.test(request.log.lastLines());
      if (!taken || attempt === MAX_PORTS) throw error;
    }
  }
}

async function startOnPort(
  request: RunRequest,
  options: RunOptions,
  reservation: Reservation,
  startedAt: number,
  signal: AbortSignal,
): Promise<SiteRun> {
  const { sandboxId, site, log } = request;
  await mkdir(request.tmpDir, { recursive: true, mode: 0o700 });
  log.begin(`${sandboxId} on port ${reservation.port}`);
  const process = await prepareSiteProcess(
    command(request, options, reservation.port),
    log,
    options.keeper,
  );
  const over = new AbortController();
  let limit: string | undefined;
  const end = async (graceMs: number): Promise<void> => {
    over.abort();
    await process.end(graceMs);
    await reservation.free();
  };
  try {
    await request.record({ pid: process.pid, mark: process.mark });
    signal.throwIfAborted();
    options.limits.watch(
      {
        process,
        limits: site.limits,
        addedBytes: request.addedBytes,
        exceeded(what) {
          limit ??= what;
          void process.end(0);
        },
      },
      over.signal,
    );
    await reservation.handOver();
    process.begin();
    const ended = new AbortController();
    void process.ended.then((how) => ended.abort(how));
    await ready(request, reservation.port, AbortSignal.any([signal, ended.signal]));
  } catch (error) {
    await end(0);
    signal.throwIfAborted();
    if (error instanceof WebservError) throw error;
    if (limit !== undefined) {
      throw new WebservError("limit-reached", `sandbox "${sandboxId}" was stopped: ${limit}`, {
        next: "Raise the limit in the site's definition, or find out why it needs so much.",
      });
    }
    const how = await process.ended;
    throw new WebservError(
      "sandbox-failed",
      `the process of sandbox "${sandboxId}" ended (${how}) before it was ready${lastWords(log)}`,
      { details: { log: log.path }, cause: error },
    );
  }
  return {
    process,
    end,
    origin: `http://127.0.0.1:${reservation.port}`,
    readyMs: performance.now() - startedAt,
    failed: process.ended.then(async (how) => {
      // Its children serve nobody any more. The port stays taken until `end`: whoever still has a route to it must find nobody there.
      over.abort();
      await process.end(0);
      if (limit !== undefined) return `limit-reached: ${limit}`;
      return `its process ended by itself (${how})${lastWords(log)}`;
    }),
  };
}

async function ready(
  { sandboxId, site, log }: RunRequest,
  port: number,
  signal: AbortSignal,
): Promise<void> {
  const [first] = site.hosts;
  if (first === undefined) return;
  const shortcoming = await waitUntilReady(
    { port, host: hostHeader(first), readiness: site.readiness },
    signal,
  );
  if (shortcoming === undefined) return;
  const { path, timeoutMs } = site.readiness;
  throw new WebservError(
    "sandbox-not-ready",
    `sandbox "${sandboxId}" did not answer ${path} as asked within ${timeoutMs} ms (${shortcoming})${lastWords(log)}`,
    { details: { log: log.path } },
  );
}

/** Names the log, and quotes its last lines. */
function lastWords(log: SandboxLog): string {
  const lines = log.lastLines();
  return lines === "" ? `; it printed nothing (log: ${log.path})` : `; log ${log.path}:\n${lines}`;
}

function command(request: RunRequest, options: RunOptions, port: number) {
  const { site, dataDir, tmpDir } = request;
  const [program, ...args] = site.local?.command ?? [];
  if (program === undefined) {
    throw new WebservError("invalid-site", `site "${site.name}" has no "local.command" to run`);
  }
  return {
    command: [program === "node" ? options.nodePath : program, ...args],
    cwd: dataDir,
    // Nothing of the daemon's own environment but what any program needs.
    env: {
      PATH: process.env["PATH"] ?? "/usr/bin:/bin",
      LANG: process.env["LANG"] ?? "C.UTF-8",
      ...(process.env["TZ"] === undefined ? {} : { TZ: process.env["TZ"] }),
      ...site.local?.env,
      HOME: dataDir,
      TMPDIR: tmpDir,
      HOST: "127.0.0.1",
      PORT: String(port),
    },
  };
}
