// Implements the router: one forward-proxy port for each environment, reaching that environment's sandboxes alone.
import { createServer } from "node:http";
import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";

import { exchange } from "./exchange.ts";
import {
  badRequest,
  headersTooLarge,
  notReachable,
  refuse,
  refuseSocket,
  sandboxUnreachable,
} from "./refusal.ts";
import type { Refusal } from "./refusal.ts";
import {
  authority,
  isWellFormedHost,
  parseAbsoluteForm,
  parseAuthorityForm,
} from "./request-target.ts";
import type { BadTarget, RequestTarget } from "./request-target.ts";
import { createRouteTable } from "./route-table.ts";
import type { RouteTable, Target } from "./route-table.ts";
import type { Route, Router, RouterPort } from "./router.ts";
import { tunnel, upgrade } from "./tunnel.ts";

export interface RouterOptions {
  /** The largest head of a request, in bytes. */
  readonly maxHeaderBytes?: number;
}

/**
 * Uses node:http and no proxy library. The well-kept libraries are reverse proxies (httpxy), which rewrite paths and
 * headers, pass connection headers on and do not support CONNECT; or open forward proxies (proxy-chain), which
 * connect to whatever name they are given. This one never resolves a name: a host is a route of the environment,
 * letter by letter, or it is refused.
 */
export function createRouter(options: RouterOptions = {}): Router {
  const maxHeaderBytes = options.maxHeaderBytes ?? 64 * 1024;
  const ports = new Map<string, Promise<RouterPort>>();
  const open = async (environment: string, fixed: readonly Route[] = []): Promise<RouterPort> => {
    const known = ports.get(environment);
    if (known !== undefined) return known;
    const opening = openPort(maxHeaderBytes, fixed, () => ports.delete(environment));
    ports.set(environment, opening);
    opening.catch(() => ports.delete(environment));
    return opening;
  };
  return {
    open,
    async close() {
      const opened = await Promise.allSettled(ports.values());
      await Promise.all(
        opened.map(async (port) => (port.status === "fulfilled" ? port.value.close() : undefined)),
      );
    },
  };
}

async function openPort(
  maxHeaderBytes: number,
  fixed: readonly Route[],
  closed: () => void,
): Promise<RouterPort> {
  const routes = createRouteTable();
  routes.replace(fixed);
  const sockets = new Set<Socket>();
  const server = createServer({
    maxHeaderSize: maxHeaderBytes,
    // Limits how long the head of an upload takes, not the whole upload.
    requestTimeout: 0,
    headersTimeout: 30_000,
    keepAliveTimeout: 60_000,
    noDelay: true,
  });
  serve(server, routes, maxHeaderBytes);
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  const port = await listen(server);
  let closing: Promise<void> | undefined;
  return {
    port,
    setRoutes: (next) => routes.replace([...fixed, ...next]),
    async close() {
      closing ??= new Promise((resolve) => {
        closed();
        routes.replace([]);
        server.close(() => resolve());
        // Tunnels have left the server's own list of connections.
        for (const socket of sockets) socket.destroy();
      });
      return closing;
    },
  };
}

function serve(server: Server, routes: RouteTable, maxHeaderBytes: number): void {
  server.on("request", (request, response) => {
    const found = resolve(request, routes);
    if ("refusal" in found) refuse(request, response, found.refusal);
    else exchange(request, response, found.target, found.path);
  });
  server.on("connect", (request, client, head) => {
    const found = resolve(request, routes);
    client.on("error", () => client.destroy());
    if ("refusal" in found) refuseSocket(client, found.refusal);
    else tunnel(client, head, found.target);
  });
  server.on("upgrade", (request, client, head) => {
    const found = resolve(request, routes);
    client.on("error", () => client.destroy());
    if ("refusal" in found) refuseSocket(client, found.refusal, request.headers.accept);
    else upgrade(request, client, head, found.target, found.path);
  });
  server.on("clientError", (error: NodeJS.ErrnoException, client) => {
    if (error.code === "ECONNRESET") client.destroy();
    else if (error.code === "HPE_HEADER_OVERFLOW") {
      refuseSocket(client, headersTooLarge(maxHeaderBytes));
    } else refuseSocket(client, badRequest("it is not valid HTTP/1.1"));
  });
}

type Resolved = { readonly target: Target; readonly path: string } | { readonly refusal: Refusal };

function resolve(request: IncomingMessage, routes: RouteTable): Resolved {
  const wanted = wantedTarget(request);
  if ("problem" in wanted) return { refusal: badRequest(wanted.problem) };
  const target = routes.find(wanted.host, wanted.port);
  if (target !== undefined) return { target, path: wanted.path };
  const name = authority(wanted.host, wanted.port);
  const missing = routes.missing(wanted.host, wanted.port);
  return {
    refusal:
      missing === undefined
        ? notReachable(name, routes.reachable)
        : sandboxUnreachable(name, missing, "it is not running"),
  };
}

function wantedTarget(request: IncomingMessage): RequestTarget | BadTarget {
  const host = request.headers.host;
  if (host !== undefined && !isWellFormedHost(host)) {
    return { problem: `the Host header "${host.slice(0, 200)}" is not a host and port` };
  }
  const url = request.url ?? "";
  return request.method === "CONNECT" ? parseAuthorityForm(url) : parseAbsoluteForm(url);
}

async function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      server.off("error", reject);
      const address = server.address();
      if (typeof address === "object" && address !== null) resolve(address.port);
    });
  });
}
