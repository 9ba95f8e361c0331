// Starts the daemon, serves agents and browsers, and ends everything in order.
import type { Result } from "@webserv/shared/protocol/methods.ts";

import { MAX_ANSWER_BYTES, MAX_PAYLOAD_BYTES, MAX_UNSENT } from "../reach/agent-limits.ts";
import type { McpHttp } from "../agent/mcp/http.ts";
import { serveAgents } from "../agent/server.ts";
import { UnsentLimit } from "../reach/unsent-limit.ts";
import { webSocketTransport } from "../reach/ws-transport.ts";
import { logFile } from "../log.ts";
import type { Logger } from "../log.ts";
import type { Paths } from "../paths.ts";
import { formatPage } from "../format/observation.ts";
import { formatSessionBrowser } from "../format/session-browser.ts";
import { formatBriefly } from "../format/step.ts";
import { hostVersion } from "../version.ts";
import { serveAgent } from "./agent-connection.ts";
import type { AgentServices } from "./agent-handlers.ts";
import { frameTransport } from "../reach/frame-transport.ts";
import { inProcessAgent } from "./in-process-agent.ts";
import { serveLinks } from "./link-server.ts";
import { assembleParts } from "./parts.ts";
import {
  ensureToken,
  makeSocketFolder,
  removeRunFiles,
  writeDaemonRecord,
} from "../reach/run-files.ts";
import { serveSocket } from "./socket-server.ts";
import { adoptLeftovers } from "./adopt-leftovers.ts";

/** The time that a purge waits for a backend that does not answer, in ms. */
const PURGE_WAIT_MS = 10_000;

export interface DaemonOptions {
  readonly paths: Paths;
  /** Port of the agents' interface; 0: any free one. */
  readonly port: number;
  readonly log: Logger;
  /** Called when an agent asks the daemon to end. */
  readonly onStop: () => void;
}

export interface Daemon {
  readonly port: number;
  /**
   * Ends sessions, browsers and sandboxes, and removes the files of a running daemon. Rejects at
   * the end with the parts that could not be ended.
   */
  close(): Promise<void>;
}

/**
 * The caller holds the home's lock and has made its folders.
 * @throws WebservError `port-taken`.
 */
export async function startDaemon(options: DaemonOptions): Promise<Daemon> {
  const { paths, log } = options;
  const startedAt = new Date().toISOString();
  const stopping = new AbortController();
  const { signal } = stopping;
  const token = ensureToken(paths);
  removeRunFiles(paths);
  makeSocketFolder(paths);

  const parts = await assembleParts({ paths, log, signal });
  const { sites, journal, registry, backends, sandboxes, sessions, launches } = parts;
  const { environments, preparation } = parts;
  const { trajectoriesDir } = paths;

  let purging = false;
  const services: AgentServices = {
    sessions,
    registry,
    launches,
    environments,
    sandboxes,
    sites,
    preparation,
    trajectoriesDir,
    journal,
    status: (signal) => status(signal),
    stop: (purge) => {
      purging ||= purge;
      options.onStop();
    },
  };
  const ready = Promise.withResolvers<void>();
  const serving = { services, log, stopping: signal };
  let mcp: Promise<McpHttp> | undefined;
  // It is loaded with the first request: the SDK takes as long to load as all the rest of the daemon.
  const mcpHttp = (): Promise<McpHttp> =>
    (mcp ??= import("../agent/mcp/http.ts").then(
      (module) =>
        new module.McpHttp({
          connect: (onProgress) => inProcessAgent("webserv mcp over HTTP", serving, onProgress),
          texts: { observation: formatPage, step: formatBriefly, browser: formatSessionBrowser },
        }),
    ));
  const unsent = new UnsentLimit();
  const ofAgents = {
    maxSendBytes: MAX_ANSWER_BYTES,
    maxReceiveBytes: MAX_PAYLOAD_BYTES,
    maxUnsentBytes: MAX_UNSENT,
    unsent,
  };
  const agents = await serveAgents({
    port: options.port,
    token,
    ready: ready.promise,
    onConnection: (socket) => serveAgent(webSocketTransport(socket, unsent), serving),
    onMcp: (...asked) => void mcpHttp().then((http) => http.handle(...asked)),
    onRefusal: ({ error }) => log.warn({ err: error }, "a connection was refused"),
  });
  launches.sweep();
  const store = parts.sessionStore;
  await adoptLeftovers({ sessions, backends, sites, store, trajectoriesDir, log, signal });
  parts.leases.start(signal);
  const { port } = agents;
  const status = async (asking: AbortSignal): Promise<Result<"daemon.status">> => ({
    version: hostVersion,
    pid: process.pid,
    startedAt,
    port,
    socket: paths.socket,
    dataDir: paths.home,
    tokenFile: paths.tokenFile,
    logFile: logFile(paths),
    backends: await backends.states(asking),
    browsers: registry.connected().length,
    sessions: sessions.list().length,
    sandboxes: sandboxes.list().length,
  });
  ready.resolve();
  const links = await serveLinks({
    socket: paths.socket,
    onLink: (who, transport) => registry.accept(who, transport),
    onRefusal: (reason) => log.warn({ reason }, "a native host's connection was not usable"),
  });
  const localAgents = await serveSocket(paths.agentSocket, (socket) =>
    serveAgent(frameTransport(socket, ofAgents), serving),
  );
  writeDaemonRecord(paths, { pid: process.pid, port, version: hostVersion, startedAt });
  log.info({ port, version: hostVersion, home: paths.home }, "the daemon serves");

  return {
    port,
    close: async () => {
      stopping.abort(new Error("the daemon is ending"));
      agents.stopListening();
      links.stopListening();
      localAgents.stopListening();
      localAgents.endAll();
      // From here on nobody finds this daemon: the next one is started, and waits for the lock.
      removeRunFiles(paths);
      // If one part fails to end, the next ones end all the same.
      const failures: unknown[] = [];
      const end = async (part: string, work: () => Promise<unknown>): Promise<void> => {
        try {
          await work();
        } catch (error) {
          failures.push(error);
          log.error({ err: error, part }, "a part of the daemon did not end as it should");
        }
      };
      parts.transient.end();
      await end("mcp", async () => (await mcp)?.close());
      await end("sessions", () => sessions.closeAll("shutdown"));
      await end("environments", () => environments.closeAll());
      await end("browsers", () => launches.closeAll());
      if (purging) {
        await end("purge", () => preparation.purge(AbortSignal.timeout(PURGE_WAIT_MS)));
      }
      await end("sandboxes", () => backends.close());
      await end("router", () => parts.router.close());
      await end("connections", () =>
        Promise.all([agents.close(), links.close(), localAgents.close()]),
      );
      const stayed = backends.list().map(({ sandboxId }) => sandboxId);
      if (stayed.length > 0) log.warn({ stayed }, "sandboxes stayed, for the next daemon");
      if (failures.length > 0) throw new AggregateError(failures, "the daemon ended with failures");
      log.info("the daemon has ended");
    },
  };
}
