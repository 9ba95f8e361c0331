// Bad addresses, redirects and the way back, seen from an agent's end of the whole real chain.
import type { ServerResponse } from "node:http";

import type { Step } from "@webserv/shared/model/step.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { ChainSession } from "../../support/daemon/chain.ts";
import { htmlOf } from "../../support/reading/observed.ts";
import { codeOf, expectUsable, FaultyPages } from "./start-page.ts";

function redirect(response: ServerResponse, location: string, status = 302): void {
  response.writeHead(status, { location }).end();
}

const pages = {
  "/form": `<title>Form</title><form method="post" action="/posted"><label>Word <input name="word"></label><button>Send</button></form>`,
  "/posted": (request: NodeJS.ReadableStream, response: ServerResponse) => {
    let body = "";
    request.on("data", (bytes: Buffer) => (body += bytes.toString()));
    request.on("end", () => {
      response.setHeader("content-type", "text/html");
      response.end(`<title>Posted</title><p>got ${body}</p>`);
    });
  },
  "/hop": (_request: unknown, response: ServerResponse) => redirect(response, "/hop-2", 301),
  "/hop-2": (_request: unknown, response: ServerResponse) =>
    redirect(response, `http://localhost:${faulty.server.port}/hop-3`, 307),
  "/hop-3": (_request: unknown, response: ServerResponse) => redirect(response, "/two"),
  "/loop": (_request: unknown, response: ServerResponse) => redirect(response, "/loop"),
  "/file": (_request: unknown, response: ServerResponse) => {
    response.writeHead(200, { "content-disposition": "attachment; filename=a.bin" }).end("bytes");
  },
  "/empty": (_request: unknown, response: ServerResponse) => response.writeHead(204).end(),
};

let faulty: FaultyPages;
beforeAll(async () => {
  faulty = await FaultyPages.open(pages);
});
afterAll(() => faulty.close());

describe("an address", () => {
  let session: ChainSession;
  beforeAll(async () => {
    session = await faulty.session("/");
  });
  afterAll(() => session.close());

  test.each([
    ["that nobody listens at", () => "http://127.0.0.1:9/", "navigation-failed"],
    ["whose name does not exist", () => "http://no-such-name.invalid/", "navigation-failed"],
    ["that leads round in circles", () => faulty.server.url("/loop"), "navigation-failed"],
    ["of the browser's own", () => "chrome://version/", "url-not-allowed"],
    ["of a file", () => "file:///etc/passwd", "url-not-allowed"],
    ["that is a script", () => "javascript:alert(1)", "url-not-allowed"],
  ])("an address %s fails, and the session lives on", async (_what, url, code) => {
    const step = await session.act({ type: "goto", url: url() });
    expect(step).toMatchObject({ status: "failed", error: { code } });
    await expectUsable(session, faulty.server);
  });

  test("an address that can't be opened opens no session and leaves no tab", async () => {
    const wrong = ["chrome://version/", "http://127.0.0.1:9/"];
    const codes = await Promise.all(wrong.map((url) => codeOf(faulty.sessionAt(url))));
    expect(codes).toEqual(["url-not-allowed", "navigation-failed"]);
    expect((await faulty.chain.agent.call("session.list", {})).sessions).toHaveLength(1);
    // The browser's own first tab and that of the session above are left.
    await expect.poll(async () => (await faulty.own.browser.pages()).length).toBe(2);
  });

  test("an address that redirects to another origin is followed to its end", async () => {
    await session.act({ type: "goto", url: faulty.server.url("/") });
    const step = await session.act({ type: "goto", url: faulty.server.url("/hop") });
    expect(step).toMatchObject({ status: "done", observation: { url: faulty.elsewhere("/two") } });
    expect(step.effects.navigated).toEqual({
      from: faulty.server.url("/"),
      to: faulty.elsewhere("/two"),
    });
    const back = await session.act({ type: "back" });
    expect(back.observation?.url).toBe(faulty.server.url("/"));
  });

  test.each(["file", "empty"])("an address without a page (%s) leaves the page", async (name) => {
    await session.act({ type: "goto", url: faulty.server.url("/") });
    const step = await session.act({ type: "click", id: session.id(name) });
    expect(step).toMatchObject({ status: "done", observation: { title: "Start" } });
    expect(step.settle?.status).not.toBe("timeout");
    await expectUsable(session, faulty.server);
  });
});

describe("history", () => {
  test("history leads back into a page, which takes actions again, and forward", async () => {
    await using session = await faulty.session("/");
    await session.act({ type: "click", id: session.id("count") });
    await session.act({ type: "goto", url: faulty.elsewhere("/two") });
    const back = await session.act({ type: "back" });
    expect(back).toMatchObject({ status: "done", observation: { url: faulty.server.url("/") } });
    // The browser may keep it alive or not; its count then tells.
    const kept = htmlOf(back).includes("clicked 1") ? 1 : 0;
    const again = await session.act({ type: "click", id: session.id("count") });
    expect(htmlOf(again)).toContain(`clicked ${kept + 1}`);
    const forward = await session.act({ type: "forward" });
    expect(forward.observation).toMatchObject({ title: "Two", url: faulty.elsewhere("/two") });
    expect((await session.act({ type: "forward" })).status).toBe("failed");
  });

  test("a form that was posted shows its answer, and a refresh of it does not hang", async () => {
    await using session = await faulty.session("/form");
    const posts = (): number =>
      faulty.server.requests.filter(({ path }) => path === "/posted").length;
    await session.act({ type: "type", id: session.id("word"), text: "a b" });
    const before = posts();
    const posted: Step = await session.act({ type: "click", id: session.id("send") });
    expect(posted).toMatchObject({ status: "done", observation: { title: "Posted" } });
    expect(htmlOf(posted)).toContain("got word=a+b");
    expect(posts()).toBe(before + 1);
    const refreshed = await session.act({ type: "refresh" });
    expect(refreshed).toMatchObject({ observation: { title: "Posted" } });
    expect((await session.act({ type: "back" })).observation?.title).toBe("Form");
    await expectUsable(session, faulty.server);
  });
});
