// scroll, in the built extension.
import { describe, expect, test } from "vitest";

import type { PageSource } from "../../../support/pages/page-server.ts";
import { TestAgent } from "../agent.ts";
import { servedPages } from "../served-pages.ts";

const box = `<div style="width: 300px; height: 200px; overflow: auto">
  <div style="width: 900px; height: 1000px"><button>Inside</button></div></div>`;

const long = `<div style="height: 3000px">Long</div>`;

/** An application in a frame, with an open dialog. */
const opened = `<title>Opened</title><dialog aria-label="Rules" style="height: 150px; overflow: auto">
  <div style="height: 900px"><button>Agree</button></div></dialog>${long}
  <script>document.querySelector("dialog").showModal()</script>`;

const framed = (width: string, height: string, src = "/opened"): string =>
  `<iframe title="App" src="${src}" style="display: block; margin: auto; border: 0; width: ${width}; height: ${height}"></iframe>`;

const pages: Record<string, PageSource> = {
  "/opened": opened,
  "/lengthy": `<title>Lengthy</title>${long}`,
  "/app-opened": `<title>Shell</title><style>body { margin: 0 }</style>${framed("100%", "95vh")}`,
  "/app-opened-in-page": `<title>Shell</title>${framed("90%", "90vh")}${long}`,
  "/widget-opened": `<title>Shell</title>${framed("300px", "250px")}${long}`,
  "/app-frame": `<title>Shell</title><style>body { margin: 0 }</style>${framed("100%", "95vh", "/lengthy")}`,
  "/app-in-dialog": `<title>Shell</title><dialog aria-label="Terms">${framed("300px", "200px", "/lengthy")}</dialog>${long}
    <script>document.querySelector("dialog").showModal()</script>`,
  "/app-elsewhere": (request, response) => {
    const host = (request.headers.host ?? "").replace("127.0.0.1", "localhost");
    response.setHeader("content-type", "text/html");
    response.end(`<title>Shell</title>${framed("90%", "90vh", `http://${host}/opened`)}${long}`);
  },
  "/page": `<title>Page</title>${box}<button>Beside</button><div style="height: 3000px"></div>`,
  "/app": `<title>App</title><style>body { margin: 0; height: 100vh; overflow: hidden }</style>
    <main style="height: 100vh; overflow: auto"><button>Top</button><div style="height: 3000px"></div></main>`,
  "/still": `<title>Still</title><button>Still</button>`,
  "/around": `<title>Around</title><iframe title="Inner" src="/nest" width="400" height="200"></iframe><div style="height: 3000px"></div>`,
  "/nest": (request, response) => {
    const host = (request.headers.host ?? "").replace("127.0.0.1", "localhost");
    response.setHeader("content-type", "text/html");
    response.end(
      `<title>Nest</title><iframe title="Foreign" src="http://${host}/still" width="300" height="100"></iframe>`,
    );
  },
  "/short": `<title>Short</title><button>Only</button>`,
  "/framed": `<title>Framed</title><iframe title="Inner" width="400" height="300" srcdoc='${box}'></iframe>`,
};

const openPage = servedPages(pages);

describe.each(["trusted", "synthetic"] as const)("scroll by %s input", (input) => {
  const open = (path: string): Promise<TestAgent> => openPage(path, input);

  test("the page scrolls by px, by a page and to its ends", async () => {
    const agent = await open("/page");
    const by = await agent.act({ type: "scroll", direction: "down", by: 150 });
    expect(by).toMatchObject({ status: "done", input, effects: { scrolled: { x: 0, y: 150 } } });
    const end = await agent.act({ type: "scroll", direction: "down", by: "end" });
    const { y, maxY } = end.effects.scrolled ?? { y: 0, maxY: -1 };
    expect(y).toBe(maxY);
    const page = await agent.act({ type: "scroll", direction: "up" });
    expect(page.effects.scrolled?.y).toBeLessThan(maxY - 300);
    expect(page.effects.scrolled?.y).toBeGreaterThan(0);
    const top = await agent.act({ type: "scroll", direction: "up", by: "end" });
    expect(top.effects.scrolled?.y).toBe(0);
    await agent.close();
  });

  test("the box around an element is scrolled both ways, and the page is not", async () => {
    const agent = await open("/page");
    const id = agent.id("inside");
    const down = await agent.act({ type: "scroll", direction: "down", id, by: 120 });
    expect(down).toMatchObject({
      target: { name: "Inside" },
      effects: { scrolled: { x: 0, y: 120 } },
    });
    const right = await agent.act({ type: "scroll", direction: "right", id, by: "end" });
    const { x, maxX, y } = right.effects.scrolled ?? { x: 0, maxX: -1, y: 0 };
    expect([x, y]).toEqual([maxX, 120]);
    const page = await agent.act({ type: "scroll", direction: "up", by: 1 });
    expect(page).toMatchObject({ status: "failed", error: { code: "not-scrollable" } });
    expect(page.error?.message).toContain("the page is at its end");
    await agent.close();
  });

  test("an element that fills the page scrolls in the page's place", async () => {
    const agent = await open("/app");
    const step = await agent.act({ type: "scroll", direction: "down", by: 200 });
    expect(step.effects.scrolled?.y).toBe(200);
    await agent.close();
  });

  test("the box around an element in a frame is scrolled", async () => {
    const agent = await open("/framed");
    const id = agent.id("inner/inside");
    const step = await agent.act({ type: "scroll", direction: "down", id, by: 80 });
    expect(step).toMatchObject({ status: "done", effects: { scrolled: { x: 0, y: 80 } } });
    await agent.close();
  });

  test("the page scrolls if nothing in a frame does, however many frames in the element is", async () => {
    const agent = await open("/around");
    const id = agent.id("inner/foreign/still");
    const step = await agent.act({ type: "scroll", direction: "down", id, by: 200 });
    expect(step).toMatchObject({ status: "done", input, effects: { scrolled: { y: 200 } } });
    const across = await agent.act({ type: "scroll", direction: "right", id });
    expect(across).toMatchObject({
      status: "failed",
      error: { code: "not-scrollable", details: { id } },
    });
    await agent.close();
  });

  test.each([
    ["a dialog in a frame that fills the view", "/app-opened", false],
    ["a dialog in a frame that fills most of a page's view", "/app-opened-in-page", false],
    ["a dialog in such a frame of another site", "/app-elsewhere", false],
    ["the page around a small frame with a dialog", "/widget-opened", true],
    ["a page that fills another one", "/app-frame", true],
    ["a page in a dialog", "/app-in-dialog", true],
  ])("without an id, %s is scrolled", async (_what, path, isLong) => {
    const agent = await open(path);
    const step = await agent.act({ type: "scroll", direction: "down", by: 100 });
    expect(step).toMatchObject({ status: "done", effects: { scrolled: { y: 100 } } });
    expect((step.effects.scrolled?.maxY ?? 0) > 1_500).toBe(isLong);
    await agent.close();
  });

  test("scroll fails as not scrollable if nothing scrolls", async () => {
    const agent = await open("/short");
    const step = await agent.act({ type: "scroll", direction: "down" });
    expect(step).toMatchObject({ status: "failed", error: { code: "not-scrollable" } });
    const across = await agent.act({ type: "scroll", direction: "left", id: agent.id("only") });
    expect(across.error?.code).toBe("not-scrollable");
    await agent.close();
  });
});
