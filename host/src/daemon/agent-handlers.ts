// Answers the methods that agents call, for one connection.
import type { Params, Result } from "@webserv/shared/protocol/methods.ts";
import { assertCompatible, protocolVersion } from "@webserv/shared/protocol/version.ts";
import type { Handlers } from "@webserv/shared/rpc/peer.ts";

import type { BrowserRegistry } from "../session/browsers/browser-registry.ts";
import type { EventJournal } from "../session/state/event-journal.ts";
import type { Environments } from "../session/environments/environments.ts";
import type { Launches } from "../session/browsers/launches.ts";
import { newSandboxId } from "../session/sandboxes/sandbox-names.ts";
import type { Sandboxes } from "../session/sandboxes/sandboxes.ts";
import type { Sessions } from "../session/sessions.ts";
import type { SitePreparation } from "../session/sandboxes/site-preparation.ts";
import type { SiteRegistry } from "../site/site-registry.ts";
import type { EventSubscriptions } from "./event-subscriptions.ts";
import { progressReporter } from "./progress-reporter.ts";
import { listTrajectories, readTrajectory } from "../trajectory/reader.ts";
import { hostVersion } from "../version.ts";

export interface AgentServices {
  readonly sessions: Sessions;
  readonly registry: BrowserRegistry;
  readonly launches: Launches;
  readonly environments: Environments;
  readonly sandboxes: Sandboxes;
  readonly sites: SiteRegistry;
  readonly preparation: SitePreparation;
  readonly trajectoriesDir: string;
  readonly journal: EventJournal;
  readonly status: (signal: AbortSignal) => Promise<Result<"daemon.status">>;
  /** Begins the clean end, with `purge` of all that is prepared, too; the answer still goes out. */
  readonly stop: (purge: boolean) => void;
}

export interface AgentConnection {
  /** Aborts with the connection. */
  readonly closed: AbortSignal;
  /** Notes that the agent has said hello. */
  readonly greeted: () => void;
  /** Reports the progress of an import to the agent that asked for it. */
  readonly tellProgress: (progress: Params<"import.progress">) => void;
  readonly events: EventSubscriptions;
}

export function agentHandlers(
  services: AgentServices,
  connection: AgentConnection,
): Handlers<"agent-daemon"> {
  const { sessions, registry, launches, environments, sandboxes, sites } = services;
  const { preparation, trajectoriesDir } = services;
  return {
    "daemon.hello": ({ protocol, sessions: own = [] }) => {
      assertCompatible(protocolVersion, protocol, { us: "daemon", them: "agent" });
      connection.greeted();
      sessions.claim(own, connection.closed);
      return { protocol: { ...protocolVersion }, version: hostVersion, pid: process.pid };
    },
    "daemon.status": async (_params, { signal }) => await services.status(signal),
    "daemon.stop": ({ purge }) => {
      services.stop(purge);
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
      await sessions.open(
        environments.withSandboxes(params, sessions.browserOf(params.replaces)),
        context,
        connection.closed,
        progressReporter(params.progressId, connection.tellProgress),
      ),
    "session.list": () => ({ sessions: sessions.list() }),
    "session.close": async ({ sessionId }) => {
      await sessions.close(sessionId, "closed");
      return {};
    },
    "session.observe": async (params, context) => {
      const { session } = sessions.get(params.sessionId);
      return await session.report(await sessions.observe(params, context), params);
    },
    "session.screenshot": async ({ sessionId, ...screenshot }, context) =>
      await sessions.get(sessionId).session.screenshot(screenshot, context),
    "session.act": async (params, context) => {
      const { session, actions } = sessions.get(params.sessionId);
      const { later = false, ...observe } = params.observe;
      const step = await actions.act({ ...params, observe }, context);
      const { observation } = step;
      if (observation === null) return step;
      const { action } = params;
      // A part of the page is nothing to compare the next observation with.
      const isPart = action.type === "expand" && step.status === "done";
      if (later) {
        const changed = isPart ? undefined : await session.passOver(observation, observe);
        return { ...step, observation: null, ...(changed === undefined ? {} : { changed }) };
      }
      if (isPart) return step;
      return { ...step, observation: await session.report(observation, observe) };
    },
    "session.ping": async ({ sessionId }, context) => {
      await sessions.get(sessionId).session.ping(context);
      return {};
    },

    "events.subscribe": (params) => connection.events.subscribe(params),
    "events.unsubscribe": ({ subscriptionId }) => {
      connection.events.unsubscribe(subscriptionId);
      return {};
    },

    "env.create": async (params, { signal }) => ({
      environments: await environments.create(params, signal),
    }),
    "env.list": () => ({ environments: environments.list() }),
    "env.reset": async ({ environmentId }, { signal }) =>
      await environments.reset(environmentId, signal),
    "env.delete": async ({ environmentId }) => {
      await environments.delete(environmentId);
      return {};
    },
    "env.stats": async ({ environmentId }) => await environments.stats(environmentId),

    "site.list": () => ({ sites: sites.list().map(({ site }) => site) }),
    "site.import": async ({ progressId, ...wish }, { signal }) => {
      const progress = progressReporter(progressId, connection.tellProgress);
      return await preparation.importSite(wish, progress, signal);
    },
    "site.status": async ({ site }, { signal }) => await preparation.status(site, signal),
    "site.remove": async ({ site }, { signal }) => await preparation.removeSite(site, signal),

    "sandbox.create": async ({ sandboxId, ...wish }, { signal }) =>
      await sandboxes.create({ ...wish, sandboxId: sandboxId ?? newSandboxId(wish.site) }, signal),
    "sandbox.list": () => ({ sandboxes: [...sandboxes.list()] }),
    "sandbox.checkpoint": async ({ sandboxId, checkpoint }, { signal }) =>
      await sandboxes.checkpoint(sandboxId, checkpoint, signal),
    "sandbox.restore": async ({ sandboxId, checkpoint }, { signal }) =>
      await sandboxes.restore(sandboxId, checkpoint, signal),
    "sandbox.reset": async ({ sandboxId }, { signal }) => await sandboxes.reset(sandboxId, signal),
    "sandbox.branch": async ({ sandboxId, newSandboxId: chosen, ...wish }, { signal }) => {
      const id = chosen ?? newSandboxId(sandboxes.get(sandboxId).site);
      return await sandboxes.branch(sandboxId, { ...wish, newSandboxId: id }, signal);
    },
    "sandbox.renew": ({ sandboxId, leaseMs }) => sandboxes.renew(sandboxId, leaseMs),
    "sandbox.delete": async ({ sandboxId }) => {
      return { existed: await sandboxes.delete(sandboxId) };
    },
    "sandbox.stats": async ({ sandboxId }) => await sandboxes.stats(sandboxId),
    "sandbox.logs": async ({ sandboxId, maxBytes }) => await sandboxes.logs(sandboxId, maxBytes),
    "sandbox.exec": async ({ sandboxId, command, ...options }, { signal }) =>
      await sandboxes.exec(sandboxId, command, options, signal),

    "pool.list": () => ({ pools: [...preparation.pools()] }),
    "pool.set": async ({ site, ...size }, { signal }) =>
      await preparation.setPool(site, size, signal),

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
