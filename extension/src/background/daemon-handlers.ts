// Answers the daemon: it passes each method of the link to the part that carries it out.
import type { FramePeers } from "./frames/frame-peers.ts";
import type { Debuggers } from "./input/debuggers.ts";
import { assertNotStopped } from "./lease/action-admission.ts";
import type { Leases } from "./lease/leases.ts";
import type { SessionTabs } from "./lease/session-tabs.ts";
import { carryEnvironments } from "./platform/environment.ts";
import type { Routing } from "./routing/routing.ts";
import type { Screenshots } from "./screenshot/screenshots.ts";
import type { Opening } from "./step/opening.ts";
import type { PageReader } from "./step/page-reader.ts";
import type { Steps } from "./step/steps.ts";
import { StepTime } from "./step/step-time.ts";
import type { Handlers } from "@webserv/shared/rpc/peer.ts";

export interface HandlerParts {
  readonly leases: Leases;
  readonly opening: Opening;
  readonly tabs: SessionTabs;
  readonly frames: FramePeers;
  readonly reader: PageReader;
  readonly screenshots: Screenshots;
  readonly steps: Steps;
  readonly routing: Routing;
  readonly debuggers: Debuggers;
}

export function daemonHandlers(parts: HandlerParts): Handlers<"daemon-extension"> {
  const { leases, opening, tabs, frames, reader, screenshots, steps, routing, debuggers } = parts;
  return {
    "lease.open": (params, call) => opening.open(params, call),
    "lease.close": async ({ sessionId }) => {
      await opening.close(sessionId);
      return {};
    },
    "lease.observe": async ({ sessionId, observe }, call) => {
      const { budgetMs } = assertNotStopped(leases.get(sessionId));
      const timeoutMs = new StepTime({ timeoutMs: call.timeoutMs, budgetMs }).readingMs(false);
      return await reader.read(sessionId, observe, { timeoutMs, signal: call.signal });
    },
    "lease.screenshot": async ({ sessionId, screenshot }, call) => {
      const { budgetMs } = assertNotStopped(leases.get(sessionId));
      const time = new StepTime({ timeoutMs: call.timeoutMs, budgetMs });
      return await screenshots.take(sessionId, screenshot, {
        ...call,
        letsRead: true,
        heard: () => time.answered(),
        pageMs: () => time.readingMs(time.hasAnswered),
      });
    },
    "lease.act": (params, call) => steps.act(params, call),
    "lease.outcome": (params, call) => steps.outcome(params, call),
    "lease.ping": async ({ sessionId }, call) => {
      await frames.call(tabs.current(sessionId), "frame.ping", {}, call);
      return {};
    },
    "lease.list": async () => ({
      leases: await Promise.all(
        leases.all().map(async (held) => ({
          sessionId: held.sessionId,
          tabs: await tabs.list(held),
          stopped: held.stopped,
          ...(held.stoppedAt === undefined ? {} : { stoppedAt: held.stoppedAt }),
        })),
      ),
    }),
    "environments.carry": async ({ token }) => {
      await carryEnvironments(token);
      return {};
    },
    "environments.focus": async ({ shown }) => {
      const tabIds = leases.all().flatMap((held) => held.tabIds);
      await debuggers.emulateFocus(tabIds, shown);
      return {};
    },
    "proxy.set": async ({ hosts, port }) => {
      await routing.set(hosts, port);
      return {};
    },
  };
}
