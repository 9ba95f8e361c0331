// The cause goes with the pieces of a body that is read as a stream.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { click, pageDoing, waitingClick } from "../../../support/pages/clicked-page.ts";
import { ContentBrowser } from "../../../support/browser/content-page.ts";
import type { ContentPage } from "../../../support/browser/content-page.ts";
import { LateServer } from "../../../support/pages/late-server.ts";

let browser: ContentBrowser;
let late: LateServer;
beforeAll(async () => {
  browser = await ContentBrowser.launch();
  late = await new LateServer().listen();
});
afterEach(() => browser.closePages());
afterAll(async () => {
  await browser.close();
  await late.close();
});

const READ = `
  const get = () => fetch("http://HOST/pieces/150/3");
  const drain = async (reader) => { while (!(await reader.read()).done); soon(); };`;

describe("what follows from the last piece of a stream", () => {
  test.each([
    ["of a reader", "get().then((r) => drain(r.body.getReader()))"],
    [
      "of a loop",
      "get().then(async (r) => { for await (const piece of r.body) void piece; soon(); })",
    ],
    [
      "of what a stream is piped through",
      "get().then((r) => drain(r.body.pipeThrough(new TextDecoderStream()).getReader()))",
    ],
    ["of one of two branches", "get().then((r) => drain(r.body.tee()[1].getReader()))"],
    [
      "of what a stream is piped to",
      "get().then((r) => r.body.pipeTo(new WritableStream())).then(soon)",
    ],
    ["of another response", "get().then((r) => new Response(r.body).text()).then(soon)"],
    [
      "of a reader of bytes",
      "get().then(async (r) => { const b = r.body.getReader({ mode: 'byob' }); while (!(await b.read(new Uint8Array(9))).done); soon(); })",
    ],
  ])("settling waits for what follows from the last piece %s", async (_, onClick) => {
    const open = (): Promise<ContentPage> =>
      pageDoing(browser, onClick, READ.replace("HOST", late.host));
    expect(await waitingClick(open)).toMatchObject({
      out: "done",
      report: { status: "settled", waitedFor: expect.arrayContaining([timer]) as unknown },
    });
  });
});

const timer = expect.objectContaining({ kind: "timer" }) as unknown;

test("the pieces of a stream that another has begun are not waited for", async () => {
  const page = await pageDoing(
    browser,
    "",
    `${READ.replace("HOST", late.host).replace("150/3", "7/1000")}
     get().then(async (r) => { for await (const piece of r.body) setTimeout(() => show(String(Math.random())), 30); });`,
  );
  await page.page.waitForFunction("out.textContent !== ''");
  expect((await click(page)).report).toMatchObject({ status: "settled", waitedFor: [] });
});
