// Answers what agents ask, for one connection.
import type { Result } from "@webserv/shared/protocol/methods.ts";
import { assertCompatible, protocolVersion } from "@webserv/shared/protocol/version.ts";
import type { Handlers } from "@webserv/shared/rpc/peer.ts";

import type { BrowserRegistry } from "../session/browser-registry.ts";
import type { Launches } from "../session/launches.ts";
import { newSandboxId } from "../session/sandboxes.ts";
import type { Sandboxes } from "../session/sandboxes.ts";
import type { Sessions } from "../session/sessions.ts";
import type { SiteRegistry } from "../site/site-registry.ts";
import { listTrajectories, readTrajectory } from "../trajectory/reader.ts";
import { hostVersion } from "../version.ts";

export interface AgentServices {
  readonly sessions: Sessions;
  readonly registry: BrowserRegistry;
  readonly launches: Launches;
  readonly sandboxes: Sandboxes;
  readonly sites: SiteRegistry;
  readonly trajectoriesDir: string;
  readonly status: () => Result<"daemon.status">;
  /** Begins the clean end; the answer still goes out. */
  readonly stop: () => void;
}

export interface AgentConnection {
  /** Ends with the connection. */
  readonly closed: AbortSignal;
  /** The agent has said hello. */
  readonly greeted: () => void;
}

export function agentHandlers(
  services: AgentServices,
  connection: AgentConnection,
): Handlers<"agent-daemon"> {
  const { sessions, registry, launches, sandboxes, sites, trajectoriesDir } = services;
  return {
    "daemon.hello": ({ protocol }) => {
      assertCompatible(protocolVersion, protocol, { us: "daemon", them: "agent" });
      connection.greeted();
      return { protocol: { ...protocolVersion }, version: hostVersion, pid: process.pid };
    },
    "daemon.status": () => services.status(),
    "daemon.stop": () => {
      services.stop();
      return {};
    },

    "browser.list": () => ({
      browsers: registry
        .connected()
        .map((browser) => browser.info(sessions.idsOf(browser.browserId))),
    }),
    "browser.launch": async (params, { signal }) => {
      const browser = await launches.launch(params, signal);
      return browser.info(sessions.idsOf(browser.browserId));
    },
    "browser.close": async ({ browserId }) => {
      await launches.close(browserId);
      return {};
    },

    "session.open": async (params, context) =>
      await sessions.open(params, context, connection.closed),
    "session.list": () => ({ sessions: sessions.list() }),
    "session.close": async ({ sessionId }) => {
      await sessions.close(sessionId, "closed");
      return {};
    },
    "session.observe": async (params, context) => await sessions.observe(params, context),
    "session.act": async (params, context) =>
      await sessions.get(params.sessionId).actions.act(params, context),
    "session.ping": async ({ sessionId }, context) => {
      await sessions.get(sessionId).session.ping(context);
      return {};
    },

    "site.list": () => ({ sites: sites.list().map(({ site }) => site) }),
    "site.import": async ({ path }, { signal }) => await sandboxes.importSite(path, signal),
    "site.remove": async ({ site }) => {
      await sandboxes.removeSite(site);
      return {};
    },

    "sandbox.create": async ({ site, sandboxId }, { signal }) =>
      await sandboxes.create(site, sandboxId ?? newSandboxId(site), signal),
    "sandbox.list": () => ({ sandboxes: [...sandboxes.list()] }),
    "sandbox.checkpoint": async ({ sandboxId, checkpoint }, { signal }) =>
      await sandboxes.checkpoint(sandboxId, checkpoint, signal),
    "sandbox.restore": async ({ sandboxId, checkpoint }, { signal }) =>
      await sandboxes.restore(sandboxId, checkpoint, signal),
    "sandbox.reset": async ({ sandboxId }, { signal }) => await sandboxes.reset(sandboxId, signal),
    "sandbox.branch": async ({ sandboxId, checkpoint, newSandboxId: chosen }, { signal }) => {
      const id = chosen ?? newSandboxId(sandboxes.backend.get(sandboxId).site);
      return await sandboxes.branch(sandboxId, checkpoint, id, signal);
    },
    "sandbox.delete": async ({ sandboxId }) => {
      await sandboxes.delete(sandboxId);
      return {};
    },
    "sandbox.stats": async ({ sandboxId }) => await sandboxes.backend.stats(sandboxId),

    "trajectory.list": async () => ({ trajectories: await listTrajectories(trajectoriesDir) }),
    "trajectory.show": async ({ sessionId, from, limit }) => {
      const { lines, badLines, whole } = await readTrajectory(trajectoriesDir, sessionId);
      return {
        lines: lines.slice(from, from + limit),
        total: lines.length,
        whole,
        badLines: [...badLines],
      };
    },
  };
}
