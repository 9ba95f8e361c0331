import { expect, test } from "vitest";

import { Browser } from "@webserv/host/src/session/browsers/browser.ts";
import { Routing } from "@webserv/host/src/session/routing/routing.ts";
import type { Route, Router } from "@webserv/host/src/router/router.ts";

import { hello } from "../made-sessions.ts";

const claim = { site: "shop", sandboxId: "shop-1", hosts: [{ host: "shop.test", port: 80 }] };

function countingRouter(): Router & { ports: number } {
  const router = {
    ports: 0,
    open: () => {
      router.ports++;
      return Promise.resolve({
        port: 1000 + router.ports,
        setRoutes: () => {},
        close: () => {
          router.ports--;
          return Promise.resolve();
        },
      });
    },
    close: () => Promise.resolve(),
  };
  return router;
}

test("the port of a browser that has ended is closed, unless sessions still stand on it", async () => {
  const router = countingRouter();
  const routing = new Routing({ router, originOf: () => "http://127.0.0.1:4000" });
  const browser = new Browser(hello, undefined);
  routing.claim("b-1", "s-1", [claim]);
  await routing.apply(browser, undefined);
  expect(router.ports).toBe(1);
  await routing.drop("b-1");
  expect(router.ports).toBe(1);
  routing.release("b-1", "s-1");
  await routing.drop("b-1");
  expect(router.ports).toBe(0);
});

test("a sandbox that does not run keeps its route, so that the router can name it", async () => {
  const told: (readonly Route[])[] = [];
  const port = {
    port: 1000,
    setRoutes: (routes: readonly Route[]) => void told.push(routes),
    close: () => Promise.resolve(),
  };
  const router = { open: () => Promise.resolve(port), close: () => Promise.resolve() };
  let origin: string | undefined = "http://127.0.0.1:4000";
  const routing = new Routing({ router, originOf: () => origin });
  const browser = new Browser(hello, undefined);
  routing.claim("b-1", "s-1", [claim]);
  await routing.apply(browser, undefined);
  origin = undefined;
  await routing.moved("shop-1", () => browser);
  const route = { host: { host: "shop.test", port: 80 }, sandboxId: "shop-1" };
  expect(told).toEqual([
    [{ ...route, origin: "http://127.0.0.1:4000" }],
    [{ ...route, origin: null }],
  ]);
});
