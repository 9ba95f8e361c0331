// Pages that could not be loaded: the answer says what the server or the browser said, and what fits that.
import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:https";
import type { Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { afterAll, beforeAll, expect, test } from "vitest";

import { ExtensionBrowser } from "../../../support/browser/extension-browser.ts";
import type { PageSource } from "../../../support/pages/page-server.ts";
import { PageServer } from "../../../support/pages/page-server.ts";
import { TestAgent } from "../agent.ts";

/** An answer without a page: the browser shows its own. */
const bare =
  (status: number): PageSource =>
  (_request, response) =>
    void response.writeHead(status).end();
const pages = {
  "/start": `<title>Start</title><a href="/broken">Go on</a>`,
  "/broken": bare(500),
  "/members": bare(401),
  "/secret": bare(403),
  "/missing": bare(404),
  "/moved": (_request, response) => void response.writeHead(302, { location: "/broken" }).end(),
} satisfies Record<string, PageSource>;

let chromium: ExtensionBrowser;
let server: PageServer;
let secure: Server;
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), "webserv-certificate-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const how = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2";
  const names = ["-subj", "/CN=nobody.test", "-keyout", key, "-out", cert];
  await promisify(execFile)("openssl", [...how.split(" "), ...names]);
  secure = createServer({ key: await readFile(key, "utf8"), cert: await readFile(cert, "utf8") });
  await rm(folder, { recursive: true });
  secure.listen(0, "127.0.0.1");
  await once(secure, "listening");
  [chromium, server] = await Promise.all([ExtensionBrowser.launch(), PageServer.listen(pages)]);
});
afterAll(async () => {
  secure.close();
  await chromium.close();
  await server.close();
});

test.each([
  ["/broken", 500, "The server has failed"],
  ["/moved", 500, "The server has failed"],
  ["/members", 401, "The server wants a sign-in"],
  ["/secret", 403, "The server refuses this page"],
  ["/missing", 404, "The server has no such page"],
])("goto %s fails with the status %d and says what to do about it", async (path, status, next) => {
  const agent = await TestAgent.open(chromium.daemon, server.url("/start"));
  const step = await agent.act({ type: "goto", url: server.url(path) });
  expect(step).toMatchObject({
    status: "failed",
    error: { code: "navigation-failed", details: { status } },
  });
  expect(step.error?.message).toContain(`the server answered ${status}`);
  expect(step.error?.next).toContain(next);
  await agent.close();
});

test("a link that leads to a failed page tells the status and what to do about it", async () => {
  const agent = await TestAgent.open(chromium.daemon, server.url("/start"));
  const step = await agent.act({ type: "click", id: agent.id("go-on") });
  expect(step).toMatchObject({ status: "done", error: { details: { status: 500 } } });
  expect(step.error?.next).toContain("The server has failed");
  await agent.close();
});

test("the opening of a session and goto say that the browser does not trust a certificate", async () => {
  const url = `https://127.0.0.1:${(secure.address() as AddressInfo).port}/`;
  const untrusted = {
    code: "navigation-failed",
    next: expect.stringContaining("does not trust the site's certificate") as string,
    details: { netError: "net::ERR_CERT_AUTHORITY_INVALID" },
  };
  await expect(TestAgent.open(chromium.daemon, url)).rejects.toMatchObject(untrusted);
  const agent = await TestAgent.open(chromium.daemon, server.url("/start"));
  expect((await agent.act({ type: "goto", url })).error).toMatchObject(untrusted);
  await agent.close();
});

test("goto says that nothing listens at a port, and that no server has a name", async () => {
  const agent = await TestAgent.open(chromium.daemon, server.url("/start"));
  const closed = await PageServer.listen({});
  await closed.close();
  const refused = await agent.act({ type: "goto", url: closed.url("/") });
  expect(refused.error?.next).toContain("Nothing listens there");
  const unknown = await agent.act({ type: "goto", url: "http://nobody.invalid/" });
  expect(unknown.error?.next).toContain("No server has this name");
  await agent.close();
});
