// Lists the methods that may be called a second time if the connection broke before the answer.
import type { MethodOn } from "@webserv/shared/protocol/methods.ts";

type AgentMethod = MethodOn<"agent-daemon">;

/** An action runs at most once by its actionId; the others change nothing, or end as they would the first time. */
const repeatable: ReadonlySet<AgentMethod> = new Set<AgentMethod>([
  "daemon.status",
  "browser.list",
  "session.list",
  "session.observe",
  "session.screenshot",
  "session.act",
  "session.ping",
  "events.subscribe",
  "events.unsubscribe",
  "trajectory.list",
  "trajectory.show",
  "site.list",
  "site.status",
  "sandbox.list",
  "sandbox.renew",
  "sandbox.stats",
  "sandbox.logs",
  "pool.list",
  "pool.set",
]);

export function isRepeatable(method: AgentMethod): boolean {
  return repeatable.has(method);
}
