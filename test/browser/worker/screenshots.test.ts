import type { Box, Mark, Screenshot, ScreenshotOptions } from "@webserv/shared/model/screenshot.ts";
import { MAX_EXTENT, MAX_SIDE } from "@webserv/shared/model/screenshot.ts";
import type { Page } from "puppeteer";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { ExtensionBrowser } from "../../support/extension-browser.ts";
import { PageServer } from "../../support/page-server.ts";
import { PictureReader } from "../../support/picture-reader.ts";
import { TestAgent } from "./agent.ts";
import type { OpenOptions } from "./agent.ts";

const RED = "#ff0000";
const LIME = "#00ff00";
const BLUE = "#0000ff";

/** What the page saw of the picture being taken. */
const diary = `<script>
  window.seen = [];
  const note = ({ type }) => seen.push(type + " " + innerWidth);
  for (const type of ["resize", "scroll", "blur", "focus"]) addEventListener(type, note);
  new MutationObserver(() => seen.push("mutation")).observe(document, { subtree: true, childList: true, attributes: true });
</script>`;
const style = `<!doctype html><style>
  body { margin: 0; height: 3000px; background: white; font: 16px sans-serif; position: relative }
  .box { position: absolute; left: 100px; width: 200px; height: 100px; border: 0; padding: 0 }
</style>`;

const pages = {
  "/boxes": `${style}<title>Boxes</title>${diary}
    <button class="box" style="top: 50px; background: red" aria-label="Red"></button>
    <button class="box" style="top: 1500px; background: lime" aria-label="Lime"></button>
    <button class="box" style="top: 200px; left: 0; height: 2500px; width: 60px; background: blue" aria-label="Blue"></button>
    <a href="/text" style="position: absolute; top: 60px; left: 500px">Some text to read</a>`,
  "/text": `<title>Text</title>${style}<p>Nothing but text, and <a href="/boxes">one link</a> in it.</p>`,
  "/long": `<title>Long</title><body style="margin: 0"><div style="height: 20000px"><a href="/">Top</a></div>`,
  "/crowded": `<title>Crowded</title><style>a { display: inline-block; margin: 1px; font: 12px sans-serif }</style>
    ${Array.from({ length: 700 }, (_, index) => `<a href="/${index}">go ${index}</a>`).join(" ")}`,
  "/covered": `<title>Covered</title>${style}
    <button class="box" style="top: 50px" >Behind</button>
    <div style="position: absolute; left: 90px; top: 40px; width: 300px; height: 200px; background: silver"></div>
    <div style="position: absolute; top: 300px; left: 100px; width: 200px; height: 100px; overflow: auto">
      <button style="display: block; height: 60px; background: red; border: 0; width: 150px">Half</button>
      <button style="display: block; height: 100px; background: lime; border: 0; width: 150px">Cut</button>
      <button style="display: block; height: 60px; margin-top: 200px">Scrolled away</button>
    </div>`,
  "/noise": `<!doctype html><title>Noise</title><body style="margin: 0"><canvas id="c" width="2500" height="2500"></canvas>
    <script>
      const context = c.getContext("2d"), image = context.createImageData(2500, 2500);
      for (let at = 0; at < image.data.length; at++) image.data[at] = at % 4 === 3 ? 255 : Math.random() * 256;
      context.putImageData(image, 0, 0);
    </script>`,
  "/moving": `<title>Moving</title>${style}<button class="box" id="m">Restless</button>
    <script>setInterval(() => { m.style.top = (m.offsetTop + 3) % 300 + "px" }, 5)</script>`,
  "/endless": (_request: unknown, response: import("node:http").ServerResponse) => {
    response.writeHead(200, { "content-type": "text/html" });
    response.write(
      `<title>Endless</title>${style}<button class="box" style="top: 50px; background: red" aria-label="Red"></button>${" ".repeat(4096)}`,
    );
  },
};

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

/** What lies under the drawn marks: chips, and outlines of two px. */
const drawn = (marks: readonly Mark[]): Box[] =>
  marks.flatMap(({ chip, x, y, width, height }) => [
    chip,
    { x: x - 3, y: y - 3, width: width + 6, height: 4 },
    { x: x - 3, y: y + height - 1, width: width + 6, height: 4 },
    { x: x - 3, y: y - 3, width: 4, height: height + 6 },
    { x: x + width - 1, y: y - 3, width: 4, height: height + 6 },
  ]);

async function seenBy(page: Page): Promise<unknown> {
  return await page.evaluate("[...new Set(seen.splice(0))]");
}

describe("the viewport", () => {
  test("is shown px by px, and the page notices nothing of it", async () => {
    const { agent, page } = await openPage();
    await page.evaluate("scrollTo(0, 20); seen");
    await page.waitForFunction("seen.length > 0");
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

  test("has the scale asked for, and the screen's own or less without", async () => {
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

  test("is shown right in a page that the person has zoomed", async () => {
    const agent = await open("/boxes?zoomed");
    const worker = await chromium.worker();
    const zoom = (factor: number): Promise<void> =>
      worker.evaluate(async (factor) => {
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
  ] as const)("comes as %s, marked or not", async (format, magic) => {
    const agent = await open("/boxes");
    for (const marks of [false, true]) {
      const picture = await shoot(agent, { format, quality: 60, marks });
      expect([...Buffer.from(picture.data, "base64").subarray(0, magic.length)]).toEqual(magic);
      expect((await reader.colours(picture, [])).width).toBe(picture.width);
    }
    await agent.close();
  });

  test("of a tab in the background is shown too", async () => {
    const agent = await open("/boxes?behind");
    const other = await open("/text");
    const picture = await shoot(agent, { marks: true });
    expect((await reader.colours(picture, [{ x: 299, y: 149 }])).colours).toEqual([RED]);
    expect(picture.marks.map(({ id }) => id)).toContain(agent.id("red"));
    await Promise.all([agent.close(), other.close()]);
  });

  test("of a page that never ends loading is shown as far as it is there", async () => {
    const sessionId = "s-endless";
    const opened = await chromium.daemon.call("lease.open", {
      sessionId,
      agent: "tester",
      url: server.url("/text"),
      input: "trusted",
    });
    expect(opened.observation?.title).toBe("Text");
    const worker = await chromium.worker();
    await worker.evaluate(async (url) => {
      const [tab] = await chrome.tabs.query({ url: "*://*/text" });
      await chrome.tabs.update(tab?.id ?? 0, { url });
    }, server.url("/endless"));
    await chromium.pageAt(server.url("/endless"));
    await expect
      .poll(
        async () => {
          const picture = await chromium.daemon.call("lease.screenshot", {
            sessionId,
            screenshot: {},
          });
          return (await reader.colours(picture, [{ x: 200, y: 100 }])).colours;
        },
        { timeout: 15_000 },
      )
      .toEqual([RED]);
    await chromium.daemon.call("lease.close", { sessionId });
  });
});

describe("an element", () => {
  test("below the fold is shown without scrolling to it", async () => {
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

  test("below the fold is shown without the page's listeners hearing of another window size", async () => {
    const { agent, page } = await openPage();
    await seenBy(page);
    for (const area of [{ id: agent.id("lime") }, "page"] as const) await shoot(agent, { area });
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    expect(await seenBy(page)).toEqual([]);
    await expect
      .poll(
        async () => {
          await page.evaluate("dispatchEvent(new Event('resize'))");
          return await seenBy(page);
        },
        { timeout: 15_000 },
      )
      .toMatchObject([expect.stringContaining("resize") as string]);
    await agent.close();
  });

  test("in view is shown without a trace in the page", async () => {
    const { agent, page } = await openPage();
    await seenBy(page);
    const picture = await shoot(agent, { area: { id: agent.id("red") } });
    expect(picture).toMatchObject({ width: 200, height: 100, resized: false });
    expect(await seenBy(page)).toEqual([]);
    await agent.close();
  });

  test("larger than the viewport is shown whole", async () => {
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

  test("that its scroller cuts off is shown as far as it shows, and that is said", async () => {
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

  test("that nobody knows is refused, with the nearest ids", async () => {
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

describe("the whole page", () => {
  test("is shown from its top, wherever it is scrolled to", async () => {
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

  test("is cut off where browsers draw no further, and that is said", async () => {
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

describe("marks", () => {
  test("bear the ids of what they stand at, and change no other px", async () => {
    const agent = await open("/boxes");
    const [plain, marked] = [await shoot(agent), await shoot(agent, { marks: true })];
    expect(marked.marks.map(({ id }) => id).toSorted()).toEqual(
      ["red", "blue", "some-text-to-read"].map((name) => agent.id(name)).toSorted(),
    );
    const red = marked.marks.find(({ id }) => id === agent.id("red"));
    expect(red).toMatchObject({ label: "red", x: 100, y: 50, width: 200, height: 100 });
    expect(await reader.differences(plain, marked, [])).toBeGreaterThan(0);
    expect(await reader.differences(plain, marked, drawn(marked.marks))).toBe(0);
    const edges = marked.marks.flatMap(({ chip }) => [
      { x: chip.x, y: chip.y },
      { x: chip.x + chip.width - 1, y: chip.y + chip.height - 1 },
    ]);
    const { colours } = await reader.colours(marked, edges);
    expect(new Set(colours)).toEqual(new Set(["#111111"]));
    await agent.close();
  });

  test("stand only at what shows; asked for by id, the reason is told", async () => {
    const agent = await open("/covered");
    const behind = agent.id("behind");
    const all = await shoot(agent, { marks: true });
    const ids = all.marks.map(({ id }) => id);
    expect(ids).toContain(agent.id("half"));
    expect(ids).not.toContain(behind);
    expect(ids).not.toContain(agent.id("scrolled-away"));
    const cut = all.marks.find(({ id }) => id === agent.id("cut"));
    expect(cut?.height).toBe(40);
    const asked = await shoot(agent, { marks: [behind, agent.id("half")] });
    expect(asked.marks.map(({ id }) => id)).toEqual([agent.id("half")]);
    expect(asked.omitted).toEqual([
      { what: "mark", where: behind, why: "something else lies over it" },
    ]);
    await agent.close();
  });

  test("have labels of their own that cover no other label, however many there are", async () => {
    const agent = await open("/crowded");
    await agent.observe({ maxTokens: 100_000 });
    const { marks, omitted } = await shoot(agent, { marks: true });
    expect(marks).toHaveLength(500);
    expect(omitted).toMatchObject([{ what: "mark", where: "" }]);
    expect(new Set(marks.map(({ label }) => label)).size).toBe(500);
    expect(new Set(marks.map(({ id }) => id)).size).toBe(500);
    await agent.close();
  });

  test("of a page that never rests are told to be of another moment", async () => {
    const agent = await open("/moving");
    const { omitted } = await shoot(agent, { marks: true });
    expect(omitted).toContainEqual(expect.objectContaining({ what: "moment" }));
    await agent.close();
  });
});

describe("without the debugger", () => {
  test("what is in view of the tab in front is shown and marked", async () => {
    const agent = await open("/boxes?front", { input: "synthetic" });
    const picture = await shoot(agent, { marks: true, scale: 0.5 });
    expect(picture.width).toBe(Math.round(picture.area.width / 2));
    expect((await reader.colours(picture, [{ x: 140, y: 70 }])).colours).toEqual([RED]);
    expect(picture.marks.map(({ id }) => id)).toContain(agent.id("red"));
    await agent.close();
  });

  test("what is out of view, or in a tab behind another, is refused with what to do", async () => {
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

test("a session whose tab was closed says so", async () => {
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
