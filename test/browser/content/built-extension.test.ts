// The content and page scripts inside the extension as it is built, with all its other parts.
import { afterAll, beforeAll, expect, test } from "vitest";

import { extensionDir } from "@webserv/host/src/paths.ts";

import { ContentBrowser } from "../../support/browser/content-page.ts";

let browser: ContentBrowser;
beforeAll(async () => {
  browser = await ContentBrowser.launch(extensionDir);
});
afterAll(() => browser.close());

test("the service worker reads a frame over a port of its own", async () => {
  const page = await browser.open("/rows/");
  expect(await page.call("frame.ping", {})).toEqual({});
  expect((await page.observe()).clickable).toContain("canvas-tote.remove");
});

test("hooks are in place before an inline script in the head", async () => {
  const page = await browser.open("/early-hooks/");
  expect((await page.observe()).hoverable).toEqual(["early-hover"]);
  expect((await page.settle({ idleMs: 0 })).waitedFor).toMatchObject([{ kind: "fetch" }]);
});

test("closed shadow roots are read and acted on", async () => {
  const page = await browser.open("/closed-shadow/");
  expect((await page.observe()).clickable).toEqual(["user", "sign-in"]);
  expect((await page.locate("user", "type")).editing).toBe("line");
});

test("several ports serve one frame at once", async () => {
  const page = await browser.open("/rows/");
  const readings = await Promise.all([page.observe(), page.observe("paper"), page.observe()]);
  expect(new Set(readings.map((reading) => reading.clickable.join())).size).toBe(1);
});

test("bad params are answered with an error", async () => {
  const page = await browser.open("/rows/");
  await expect(
    page.call("frame.locate", { id: "", purpose: "click", timeoutMs: 100 }),
  ).rejects.toMatchObject({ code: "invalid-params" });
});
