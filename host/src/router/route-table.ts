// Keeps the routes of one environment and everything that is open on each, so that a change can close it.
import { Agent } from "node:http";

import { WebservError } from "@webserv/shared/errors/errors.ts";
import { siteUrl } from "@webserv/shared/model/site.ts";

import { authority } from "./request-target.ts";
import type { Route } from "./router.ts";

/** A route in use. */
export interface Target {
  /** The host as in a Host header, such as store.test or store.test:8080. */
  readonly authority: string;
  readonly origin: string;
  readonly address: { readonly host: string; readonly port: number };
  /** Describes the sandbox in words. */
  readonly sandbox: string;
  readonly agent: Agent;
  /** Functions that each end an open exchange or tunnel, saying why. */
  readonly open: Set<(why: string) => void>;
}

export interface RouteTable {
  find(host: string, port: number): Target | undefined;
  /** Describes the sandbox that should stand behind a host and does not run. */
  missing(host: string, port: number): string | undefined;
  /** Addresses of the routes, such as http://store.test. */
  readonly reachable: readonly string[];
  replace(routes: readonly Route[]): void;
}

export function createRouteTable(): RouteTable {
  let targets: ReadonlyMap<string, Target> = new Map();
  let missing: ReadonlyMap<string, string> = new Map();
  let reachable: readonly string[] = [];
  return {
    find: (host, port) => targets.get(authority(host, port)),
    missing: (host, port) => missing.get(authority(host, port)),
    get reachable() {
      return reachable;
    },
    replace(routes) {
      const before = targets;
      targets = nextTargets(before, routes);
      missing = missingIn(routes);
      reachable = routes
        .filter(({ unlisted }) => unlisted !== true)
        .map((route) => siteUrl(route.host));
      for (const target of before.values()) {
        if (targets.get(target.authority) !== target) closeTarget(target);
      }
    },
  };
}

function nextTargets(
  before: ReadonlyMap<string, Target>,
  routes: readonly Route[],
): ReadonlyMap<string, Target> {
  const next = new Map<string, Target>();
  const names = new Set<string>();
  for (const route of routes) {
    const name = nameOf(route);
    if (names.has(name)) {
      throw new WebservError("site-taken", `two routes claim http://${name}`, {
        next: "Give an environment at most one sandbox for each host.",
      });
    }
    names.add(name);
    const { origin, sandboxId } = route;
    if (origin === null) continue;
    const old = before.get(name);
    next.set(name, old?.origin === origin ? old : openTarget(name, origin, sandboxId));
  }
  return next;
}

function missingIn(routes: readonly Route[]): ReadonlyMap<string, string> {
  const stopped = routes.filter(({ origin }) => origin === null);
  return new Map(stopped.map((route) => [nameOf(route), route.sandboxId ?? "unnamed"]));
}

function nameOf({ host: { host, port } }: Route): string {
  return authority(host, port);
}

function openTarget(name: string, origin: string, sandboxId: string | undefined): Target {
  const url = new URL(origin);
  return {
    authority: name,
    origin,
    address: {
      host: url.hostname.replace(/^\[|\]$/g, ""),
      port: url.port === "" ? 80 : Number(url.port),
    },
    sandbox: sandboxId === undefined ? origin : `${sandboxId} at ${origin}`,
    agent: new Agent({ keepAlive: true, maxFreeSockets: 32 }),
    open: new Set(),
  };
}

function closeTarget(target: Target): void {
  for (const end of target.open) end("the route to it was changed");
  target.agent.destroy();
}
