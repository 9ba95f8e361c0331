// Makes routers and sites for one test, which end with it.
import { once } from "node:events";
import { createServer } from "node:http";
import type { RequestListener, Server } from "node:http";

import { afterEach } from "vitest";

import { createRouter } from "@webserv/host/src/router/forward-proxy.ts";
import type { Route, Router, RouterPort } from "@webserv/host/src/router/router.ts";

export interface RouterFixture {
  readonly router: () => Router;
  readonly openPort: () => Promise<RouterPort>;
  readonly startSite: (listener: RequestListener) => Promise<TestSite>;
  readonly atEnd: (clean: () => unknown) => void;
}

export interface TestSite {
  readonly server: Server;
  readonly origin: string;
}

/** Must be called once, at the top of a test file. */
export function routerFixture(): RouterFixture {
  const cleanups: (() => unknown)[] = [];
  afterEach(async () => {
    for (const clean of cleanups.splice(0).toReversed()) await clean();
  });
  const router = (): Router => {
    const made = createRouter();
    cleanups.push(async () => made.close());
    return made;
  };
  return {
    router,
    openPort: async () => router().open("one"),
    atEnd: (clean) => void cleanups.push(clean),
    async startSite(listener) {
      const server = createServer(listener);
      server.listen(0, "127.0.0.1");
      await once(server, "listening");
      cleanups.push(() => {
        server.closeAllConnections();
        server.close();
      });
      const address = server.address();
      if (typeof address !== "object" || address === null) throw new Error("no address");
      return { server, origin: `http://127.0.0.1:${address.port}` };
    },
  };
}

export function route(host: string, origin: string, port = 80): Route {
  return { host: { host, port }, origin, sandboxId: `sandbox-of-${host.replaceAll(".", "-")}` };
}

/** Answers with the request line and the raw headers, a line each. */
export const echo: RequestListener = (request, response) => {
  response.end([`${request.method} ${request.url}`, ...request.rawHeaders].join("\n"));
};
