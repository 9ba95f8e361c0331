// Pictures of what stands in frames, and their marks, in the built extension.
import type { Box, Screenshot, ScreenshotOptions } from "@webserv/shared/model/page/screenshot.ts";
import type { Page } from "puppeteer";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

import { ContentServer } from "../../../support/browser/content-server.ts";
import { ExtensionBrowser } from "../../../support/browser/extension-browser.ts";
import { PATIENCE_MS } from "../../../support/time/patience.ts";
import { PictureReader } from "../../../support/browser/picture-reader.ts";
import { TestAgent } from "../agent.ts";

/** Longest wait for the frames of a page. */

let chromium: ExtensionBrowser;
let server: ContentServer;
let reader: PictureReader;

beforeAll(async () => {
  [chromium, server] = await Promise.all([ExtensionBrowser.launch(), new ContentServer().listen()]);
  reader = await PictureReader.open(chromium.browser);
});
afterAll(async () => {
  await chromium.close();
  await server.close();
});

function open(slug: string): Promise<TestAgent> {
  return TestAgent.open(chromium.daemon, `${server.origin}/${slug}/`);
}

/** All its frames have been read: one that is still loading when the session opens has no marks. */
async function openPictured(): Promise<TestAgent> {
  const agent = await open("frames-pictured");
  await vi.waitFor(async () => {
    const { clickable } = await agent.observe();
    expect(clickable).toEqual(expect.arrayContaining(Object.keys(buttons)));
  }, PATIENCE_MS);
  return agent;
}

function shoot(
  { sessionId }: TestAgent,
  screenshot: Partial<ScreenshotOptions> = {},
): Promise<Screenshot> {
  return chromium.daemon.call("lease.screenshot", { sessionId, screenshot });
}

function markOf({ marks }: Screenshot, id: string): Box | undefined {
  return marks.find((mark) => mark.id === id);
}

/** The colours of the buttons, by their ids. */
const buttons = {
  "same/press": "#ff0000",
  "other/press": "#00c000",
  "outer/inner/press": "#ff8000",
  "scaled/press": "#0000ff",
  "larger/press": "#ff00ff",
  "turned/press": "#00c0c0",
  "cut/press": "#804000",
};

function drawn(page: Page): Promise<unknown> {
  return page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
}

/** A px of an edge may be mixed of two colours. */
function expectAlike(mark: Box | undefined, seen: Box | null): void {
  if (mark === undefined || seen === null) throw new Error("it is not marked, or not seen");
  const { x, y, width, height } = mark;
  const sides = [x - seen.x, y - seen.y, width - seen.width, height - seen.height];
  expect(Math.max(...sides.map(Math.abs))).toBeLessThanOrEqual(2.5);
}

describe("marks in frames", () => {
  test("marks in frames stand on their elements, however the frames are placed", async () => {
    const agent = await openPictured();
    // In a window of another size the browser may draw a frame late, and a busy one may answer late.
    const marked = await vi.waitFor(async () => {
      const plain = await shoot(agent, { area: "page", scale: 1 });
      const marked = await shoot(agent, { area: "page", scale: 1, marks: true });
      for (const [id, colour] of Object.entries(buttons)) {
        expectAlike(markOf(marked, id), await reader.extent(plain, colour));
      }
      return marked;
    }, PATIENCE_MS);
    const ids = marked.marks.map(({ id }) => id);
    expect(ids).not.toContain("covered/press");
    expect(ids.filter((id) => id.endsWith("further-down"))).toEqual([]);
    await agent.close();
  });

  test("marks in frames follow their frame's own mark, in reading order", async () => {
    const agent = await openPictured();
    const { marks } = await shoot(agent, { marks: true });
    const ids = marks.map(({ id }) => id);
    expect(ids.slice(0, 7)).toEqual([
      "own",
      "same",
      "same/press",
      "other",
      "other/press",
      "outer",
      "outer/inner",
    ]);
    expect(ids).not.toContain("below/press");
    await agent.close();
  });

  test("marks in frames that are asked for by id and missing are told with the reason", async () => {
    const agent = await openPictured();
    const { marks, omitted } = await shoot(agent, {
      marks: ["covered/press", "other/press", "below/press", "tilted/press", "own"],
    });
    expect(marks.map(({ id }) => id)).toEqual(["other/press", "own"]);
    expect(omitted).toEqual([
      { what: "mark", where: "covered/press", why: "something else lies over it" },
      { what: "mark", where: "below/press", why: "it is out of the picture" },
      {
        what: "mark",
        where: "tilted/press",
        why: "its frame is shown in perspective, where boxes are none",
      },
    ]);
    for (const id of ["other/pres", "othe/press"]) {
      await expect(shoot(agent, { marks: [id] })).rejects.toMatchObject({
        code: "unknown-id",
        details: { id },
      });
    }
    await agent.close();
  });
});

describe("a picture of an element in a frame", () => {
  test.each(Object.entries(buttons).filter(([id]) => !id.startsWith("turned")))(
    "a picture of the element %s shows just that element",
    async (id, colour) => {
      const agent = await openPictured();
      const picture = await shoot(agent, { area: { id }, scale: 1 });
      const { width, height } = picture;
      expectAlike({ x: 0, y: 0, width, height }, await reader.extent(picture, colour));
      expect(picture.omitted.map(({ what }) => what)).toEqual(id === "cut/press" ? ["area"] : []);
      await agent.close();
    },
  );

  test("a picture is refused if its element is scrolled out of its frame, or is unknown", async () => {
    const agent = await openPictured();
    const area = { id: "other/further-down" };
    await expect(shoot(agent, { area })).rejects.toMatchObject({
      code: "outside",
      details: area,
    });
    const unknown = shoot(agent, { area: { id: "other/further-up" } });
    await expect(unknown).rejects.toMatchObject({
      code: "unknown-id",
      details: { nearest: expect.arrayContaining(["other/further-down"]) as string[] },
    });
    await agent.close();
  });
});

describe("a picture of what is out of view", () => {
  test("a picture of what is out of view tells no frame of another window size and scrolls nothing", async () => {
    const tall = server.page(`<!doctype html><style>iframe { width: 300px; height: 90vh }</style>
      <body style="height: 3000px"><iframe title="Tall" srcdoc="<button>Press</button><script>
        addEventListener('resize', () => parent.heard.push(innerHeight));
      </script>"></iframe><p style="margin-top: 1500px"><button>Far</button>
      <script>heard = []; addEventListener("resize", () => heard.push(innerHeight))</script>`);
    const agent = await TestAgent.open(chromium.daemon, tall);
    const page = await chromium.pageAt(tall);
    // It may come only after the page was read.
    await page.waitForFunction("frames[0]?.document.querySelector('button')");
    await page.evaluate("scrollTo(0, 300)");
    await drawn(page);
    // A frame's window may hear of its first size late.
    await page.evaluate("heard.length = 0");
    await shoot(agent, { area: "page", scale: 0.2 });
    await shoot(agent, { area: { id: agent.id("far") } });
    await drawn(page);
    expect(await page.evaluate("[scrollY, ...heard]")).toEqual([300]);
    await agent.close();
  });
});

test("frames of another process that are out of view are told if they are in the picture", async () => {
  const far = server.origin.replace("127.0.0.1", "localhost");
  const inside = server.page("<button>Press</button>");
  const frame = (title: string, src: string): string =>
    `<p><iframe title="${title}" src="${src}"></iframe>`;
  const other = inside.replace(server.origin, far);
  const around = server.page(`<!doctype html>${frame("In view", other)}
    <p style="margin-top: 3000px">${frame("Own", inside)}${frame("Other", other)}
    ${frame("Further", other)}<button>End</button>`);
  const agent = await TestAgent.open(chromium.daemon, around);
  const told = async (area: ScreenshotOptions["area"]): Promise<string[]> => {
    const { omitted } = await shoot(agent, { area, scale: 0.2 });
    return omitted.map(({ what, why }) => `${what}: ${why}`);
  };
  const blank = "area: frames of other sites that are out of view may be blank, here";
  const next = "scroll there and take the viewport";
  expect(await told("page")).toEqual([`${blank} 2; ${next}`]);
  expect(await told({ id: "further" })).toEqual([`${blank} 1; ${next}`]);
  expect(await told({ id: agent.id("end") })).toEqual([]);
  expect(await told("viewport")).toEqual([]);
  await agent.close();
});

test("a frame whose script is busy for good holds up no picture, and is told", async () => {
  const far = server.origin.replace("127.0.0.1", "localhost");
  const busy = server.page(`<button>Press</button><script>onmessage = () => {
    for (;;);
  }</script>`);
  const around = server.page(`<button>Calm</button>
    <iframe title="Busy" src="${busy.replace(server.origin, far)}"></iframe>`);
  const agent = await TestAgent.open(chromium.daemon, around);
  expect(agent.opened.observation?.clickable).toContain("busy/press");
  const page = await chromium.pageAt(around);
  await page.evaluate("frames[0].postMessage(1, '*')");
  const { marks, omitted } = await shoot(agent, { marks: true });
  expect(marks.map(({ id }) => id)).toEqual(["calm", "busy"]);
  expect(omitted).toEqual([
    { what: "mark", where: "busy", why: "the script of its frame is busy" },
  ]);
  await agent.close();
});
