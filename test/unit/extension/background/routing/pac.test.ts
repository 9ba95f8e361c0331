import { runInNewContext } from "node:vm";

import { expect, test } from "vitest";

import { pacScript } from "../../../../../extension/src/background/routing/pac.ts";

const script = pacScript(
  [
    { host: "store.test", port: 80 },
    { host: "admin.store.test", port: 8443 },
    { host: "safe.test", port: 443 },
  ],
  4711,
);

function proxyFor(url: string): unknown {
  const host = new URL(url).hostname;
  return runInNewContext(`${script}; FindProxyForURL(${JSON.stringify(url)}, "${host}")`);
}

test.each(["http://store.test/", "http://store.test:80/a?b=http://x:9/", "http://STORE.test/"])(
  "a request for %s goes to the router",
  (url) => expect(proxyFor(url)).toBe("PROXY 127.0.0.1:4711"),
);

test("a host is routed under its own port only", () => {
  expect(proxyFor("https://admin.store.test:8443/")).toBe("PROXY 127.0.0.1:4711");
  expect(proxyFor("https://safe.test/")).toBe("PROXY 127.0.0.1:4711");
  expect(proxyFor("http://safe.test/")).toBe("DIRECT");
  expect(proxyFor("http://store.test:8080/")).toBe("DIRECT");
  expect(proxyFor("https://store.test/")).toBe("DIRECT");
});

test.each(["http://example.org/", "http://my-store.test/", "http://store.test.example.org/"])(
  "a request for %s goes its usual way",
  (url) => expect(proxyFor(url)).toBe("DIRECT"),
);
