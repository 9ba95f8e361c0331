// Pictures of pages and of parts of them, by the built extension.
import type { Screenshot, ScreenshotOptions } from "@webserv/shared/model/page/screenshot.ts";
import { MAX_EXTENT, MAX_SIDE } from "@webserv/shared/model/page/screenshot.ts";
import type { Page } from "puppeteer";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { ExtensionBrowser } from "../../../support/browser/extension-browser.ts";
import { PageServer } from "../../../support/pages/page-server.ts";
import { PictureReader } from "../../../support/browser/picture-reader.ts";
import { TestAgent } from "../agent.ts";
import type { OpenOptions } from "../agent.ts";
import { BLUE, LIME, RED, pages } from "./pictured-pages.ts";

let chromium: ExtensionBrowser;
let server: PageServer;
let reader: PictureReader;
beforeAll(async () => {
  [chromium, server] = await Promise.all([ExtensionBrowser.launch(), PageServer.listen(pages)]);
  reader = await PictureReader.open(chromium.browser);
});
afterAll(async () => {
  await chromium.close();
  await server.close();
});

const open = (path: string, options?: OpenOptions): Promise<TestAgent> =>
  TestAgent.open(chromium.daemon, server.url(path), options);

let opened = 0;
/** At an address of its own, by which its page is found. */
async function openPage(): Promise<{ agent: TestAgent; page: Page }> {
  const path = `/boxes?${++opened}`;
  const agent = await open(path);
  return { agent, page: await chromium.pageAt(server.url(path)) };
}

function shoot(
  { sessionId }: TestAgent,
  screenshot: Partial<ScreenshotOptions> = {},
): Promise<Screenshot> {
  return chromium.daemon.call("lease.screenshot", { sessionId, screenshot });
}

async function seenBy(page: Page): Promise<unknown> {
  return await page.evaluate("[...new Set(seen.splice(0))]");
}

describe("a picture of the viewport", () => {
  test("a picture of the viewport is right px by px, and the page notices nothing of it", async () => {
    const { agent, page } = await openPage();
    await page.evaluate("scrollTo(0, 20)");
    await page.waitForFunction("seen.some((event) => event.startsWith('scroll'))");
    await seenBy(page);
    const picture = await shoot(agent);
    const size = await page.evaluate(() => {
      const { clientWidth: width, clientHeight: height } = document.documentElement;
      return { width, height };
    });
    expect(picture).toMatchObject({ ...size, format: "png", scale: 1, marks: [], omitted: [] });
    expect(picture).toMatchObject({ resized: false, area: { x: 0, y: 20, ...size } });
    const { colours, ...read } = await reader.colours(picture, [
      { x: 101, y: 31 },
      { x: 298, y: 128 },
      { x: 302, y: 128 },
      { x: 98, y: 31 },
    ]);
    expect(read).toEqual(size);
    expect(colours).toEqual([RED, RED, "#ffffff", "#ffffff"]);
    expect(await page.evaluate("scrollY")).toBe(20);
    expect(await seenBy(page)).toEqual([]);
    await agent.close();
  });

  test("a picture has the scale that is asked for, and without one its side is limited", async () => {
    const agent = await open("/boxes");
    const half = await shoot(agent, { scale: 0.5, marks: [agent.id("red")] });
    expect(half.scale).toBeCloseTo(0.5, 2);
    expect(half.width).toBe(Math.round(half.area.width / 2));
    expect(half.marks).toMatchObject([{ x: 50, y: 25, width: 100, height: 50 }]);
    const double = await shoot(agent, { scale: 2 });
    expect(double.width).toBe(2 * double.area.width);
    expect((await reader.colours(double, [{ x: 202, y: 102 }])).colours).toEqual([RED]);
    const whole = await shoot(agent, { area: "page" });
    expect(whole.height).toBeLessThanOrEqual(MAX_SIDE);
    expect(whole.height).toBeGreaterThan(MAX_SIDE - 3);
    await agent.close();
  });

  test("a picture is right in a page that the person has zoomed", async () => {
    const agent = await open("/boxes?zoomed");
    const zoom = (factor: number): Promise<void> =>
      chromium.inWorker(async (factor) => {
        const [tab] = await chrome.tabs.query({ url: "*://*/boxes?zoomed" });
        await chrome.tabs.setZoom(tab?.id ?? 0, factor);
      }, factor);
    const page = await chromium.pageAt(server.url("/boxes?zoomed"));
    await zoom(1.5);
    await page.waitForFunction("devicePixelRatio === 1.5");
    const [picture, below] = [
      await shoot(agent, { marks: [agent.id("red")] }),
      await shoot(agent, { area: { id: agent.id("lime") } }),
    ];
    await zoom(1);
    expect(picture.width).toBe(Math.round(picture.area.width * picture.scale));
    const [mark] = picture.marks;
    if (mark === undefined) throw new Error("the button has no mark");
    const inside = { x: mark.x + mark.width - 4, y: mark.y + mark.height - 4 };
    const beyond = { x: mark.x + mark.width + 4, y: mark.y + mark.height - 4 };
    expect((await reader.colours(picture, [inside, beyond])).colours).toEqual([RED, "#ffffff"]);
    expect(mark.width).toBeCloseTo(200 * picture.scale, 0);
    const corners = [
      { x: 2, y: 2 },
      { x: below.width - 3, y: below.height - 3 },
    ];
    expect((await reader.colours(below, corners)).colours).toEqual([LIME, LIME]);
    await agent.close();
  });

  test.each([
    ["jpeg", [0xff, 0xd8, 0xff]],
    ["webp", [0x52, 0x49, 0x46, 0x46]],
    ["png", [0x89, 0x50, 0x4e, 0x47]],
  ] as const)("a picture comes as %s, with marks and without", async (format, magic) => {
    const agent = await open("/boxes");
    for (const marks of [false, true]) {
      const picture = await shoot(agent, { format, quality: 60, marks });
      expect([...Buffer.from(picture.data, "base64").subarray(0, magic.length)]).toEqual(magic);
      expect((await reader.colours(picture, [])).width).toBe(picture.width);
    }
    await agent.close();
  });

  test("a picture of a tab in the background is taken and marked", async () => {
    const agent = await open("/boxes?behind");
    const other = await open("/text");
    const picture = await shoot(agent, { marks: true });
    expect((await reader.colours(picture, [{ x: 299, y: 149 }])).colours).toEqual([RED]);
    expect(picture.marks.map(({ id }) => id)).toContain(agent.id("red"));
    await Promise.all([agent.close(), other.close()]);
  });

  test("a picture of a page that never ends loading shows as much as is there", async () => {
    const sessionId = "s-endless";
    const opened = await chromium.daemon.call("lease.open", {
      sessionId,
      agent: "tester",
      url: server.url("/text"),
      input: "trusted",
    });
    expect(opened.observation?.title).toBe("Text");
    await chromium.inWorker(async (url) => {
      const [tab] = await chrome.tabs.query({ url: "*://*/text" });
      await chrome.tabs.update(tab?.id ?? 0, { url });
    }, server.url("/endless"));
    await chromium.pageAt(server.url("/endless"));
    await expect
      .poll(async () => {
        const picture = await chromium.daemon.call("lease.screenshot", {
          sessionId,
          screenshot: {},
        });
        return (await reader.colours(picture, [{ x: 200, y: 100 }])).colours;
      })
      .toEqual([RED]);
    await chromium.daemon.call("lease.close", { sessionId });
  });
});

describe("a picture of an element", () => {
  test("a picture of an element below the fold is taken without scrolling to it", async () => {
    const { agent, page } = await openPage();
    const picture = await shoot(agent, { area: { id: agent.id("lime") } });
    expect(picture).toMatchObject({
      width: 200,
      height: 100,
      scale: 1,
      resized: true,
      omitted: [],
    });
    const corners = [
      { x: 0, y: 0 },
      { x: 199, y: 0 },
      { x: 0, y: 99 },
      { x: 199, y: 99 },
    ];
    expect((await reader.colours(picture, corners)).colours).toEqual([LIME, LIME, LIME, LIME]);
    expect(await page.evaluate("scrollY")).toBe(0);
    await agent.close();
  });

  test("a picture of what is below the fold tells the page's listeners of no other window size", async () => {
    const { agent, page } = await openPage();
    await seenBy(page);
    for (const area of [{ id: agent.id("lime") }, "page"] as const) await shoot(agent, { area });
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    expect(await seenBy(page)).toEqual([]);
    await expect
      .poll(async () => {
        await page.evaluate("dispatchEvent(new Event('resize'))");
        return await seenBy(page);
      })
      .toMatchObject([expect.stringContaining("resize") as string]);
    await agent.close();
  });

  test("a picture of an element in view leaves no trace in the page", async () => {
    const { agent, page } = await openPage();
    await seenBy(page);
    const picture = await shoot(agent, { area: { id: agent.id("red") } });
    expect(picture).toMatchObject({ width: 200, height: 100, resized: false });
    expect(await seenBy(page)).toEqual([]);
    await agent.close();
  });

  test("a picture of an element larger than the viewport shows it whole", async () => {
    const agent = await open("/boxes");
    const picture = await shoot(agent, { area: { id: agent.id("blue") }, scale: 1 });
    expect(picture).toMatchObject({ width: 60, height: 2500, omitted: [] });
    const ends = [
      { x: 1, y: 1 },
      { x: 58, y: 2498 },
    ];
    expect((await reader.colours(picture, ends)).colours).toEqual([BLUE, BLUE]);
    await agent.close();
  });

  test("a picture of an element that its scroller cuts off shows what is left of it, and says so", async () => {
    const agent = await open("/covered");
    const picture = await shoot(agent, { area: { id: agent.id("cut") } });
    expect(picture).toMatchObject({
      height: 40,
      omitted: [{ what: "area", where: agent.id("cut") }],
    });
    const away = shoot(agent, { area: { id: agent.id("scrolled-away") } });
    await expect(away).rejects.toMatchObject({ code: "outside" });
    await agent.close();
  });

  test("a picture of an unknown element is refused, with the nearest ids", async () => {
    const agent = await open("/boxes");
    for (const wish of [{ area: { id: "rad" } }, { marks: ["rad"] }]) {
      await expect(shoot(agent, wish)).rejects.toMatchObject({
        code: "unknown-id",
        details: { nearest: expect.arrayContaining(["red"]) as string[] },
      });
    }
    await agent.close();
  });
});

describe("a picture of the whole page", () => {
  test("a picture of the whole page begins at its top, wherever it is scrolled to", async () => {
    const { agent, page } = await openPage();
    await page.evaluate("scrollTo(0, 700)");
    const picture = await shoot(agent, { area: "page", scale: 1, marks: [agent.id("lime")] });
    expect(picture).toMatchObject({ height: 3000, area: { x: 0, y: 0 }, resized: true });
    expect(picture.marks).toMatchObject([{ x: 100, y: 1500, width: 200, height: 100 }]);
    const points = [
      { x: 200, y: 100 },
      { x: 200, y: 1550 },
      { x: 30, y: 2690 },
    ];
    expect((await reader.colours(picture, points)).colours).toEqual([RED, LIME, BLUE]);
    expect(await page.evaluate("scrollY")).toBe(700);
    await agent.close();
  });

  test("a picture of the whole page is cut off at the largest extent, and says so", async () => {
    const agent = await open("/long");
    const picture = await shoot(agent, { area: "page", scale: 0.1 });
    expect(picture.area.height).toBe(MAX_EXTENT);
    expect(picture.omitted).toMatchObject([{ what: "area" }]);
    await agent.close();
  });
});

test("a picture of many MiB arrives, and one that fits into no message is refused with what to do", async () => {
  const agent = await open("/noise");
  const whole = { area: "page", scale: 1 } as const;
  const picture = await shoot(agent, { ...whole, format: "jpeg", quality: 90 });
  expect(picture.data.length).toBeGreaterThan(4 * 1024 * 1024);
  expect((await reader.colours(picture, [])).height).toBe(picture.height);
  await expect(shoot(agent, whole)).rejects.toMatchObject({
    code: "too-large",
    next: expect.stringContaining("jpeg") as string,
  });
  await agent.close();
});

describe("pictures without the debugger", () => {
  test("a picture without the debugger shows and marks what is in view of the tab in front", async () => {
    const agent = await open("/boxes?front", { input: "synthetic" });
    const picture = await shoot(agent, { marks: true, scale: 0.5 });
    expect(picture.width).toBe(Math.round(picture.area.width / 2));
    expect((await reader.colours(picture, [{ x: 140, y: 70 }])).colours).toEqual([RED]);
    expect(picture.marks.map(({ id }) => id)).toContain(agent.id("red"));
    await agent.close();
  });

  test("without the debugger, a picture of what is out of view or in a tab behind is refused", async () => {
    const agent = await open("/boxes?hidden", { input: "synthetic" });
    await expect(shoot(agent, { area: "page" })).rejects.toMatchObject({
      code: "screenshot-failed",
      next: expect.stringContaining("trusted input") as string,
    });
    const other = await open("/text");
    await expect(shoot(agent)).rejects.toMatchObject({ code: "screenshot-failed" });
    await Promise.all([agent.close(), other.close()]);
  });
});

test("several pictures of one tab at once do not disturb one another", async () => {
  const agent = await open("/boxes");
  const inView = await shoot(agent);
  const pictures = await Promise.all(
    Array.from({ length: 5 }, () => [
      shoot(agent, { area: "page", scale: 1 }),
      shoot(agent),
    ]).flat(),
  );
  expect(pictures.map(({ area }) => area.height)).toEqual(
    Array.from({ length: 5 }, () => [3000, inView.area.height]).flat(),
  );
  expect(pictures.flatMap(({ omitted }) => omitted)).toEqual([]);
  await agent.close();
});

test("a picture of a session whose tab was closed is refused as of a closed tab", async () => {
  const agent = await open("/text?closed");
  const page = await chromium.pageAt(server.url("/text?closed"));
  await page.close();
  await expect
    .poll(() => shoot(agent).catch((error: unknown) => error))
    .toMatchObject({
      code: "tab-closed",
    });
  await agent.close();
});
