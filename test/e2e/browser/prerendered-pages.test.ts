// Pages that a browser loads before anybody asks for them; one that puppeteer drives never does.
import { afterAll, beforeAll, expect, test } from "vitest";

import { Chain } from "../../support/daemon/chain.ts";
import { htmlOf, idOf } from "../../support/reading/observed.ts";
import { PageServer } from "../../support/pages/page-server.ts";

const told = `<button onclick="out.textContent = 'count ' + ++n">Add</button><p id="out"></p><p id="life"></p>
    <script>let n = 0; life.textContent = document.prerendering ? "in advance" : "fresh";
      document.addEventListener("prerenderingchange", () => (life.textContent = "shown later"));
    </script>`;

let chain: Chain;
let server: PageServer;
let browserId: string;

beforeAll(async () => {
  [chain, server] = await Promise.all([
    Chain.open(),
    PageServer.listen({
      "/before": `<title>Before</title><a href="/ahead">Ahead</a>${told}
        <script type="speculationrules">{ "prerender": [{ "urls": ["/ahead"], "eagerness": "immediate" }] }</script>`,
      "/ahead": `<title>Ahead</title>${told}<script>fetch("/loaded")</script>`,
      "/loaded": "",
    }),
  ]);
  ({ browserId } = await chain.launch("personal"));
});
afterAll(async () => {
  await chain.close();
  await server.close();
});

/** While its debugger is attached, Chromium cancels what a page wants to be loaded in advance. */
test.each([
  ["synthetic", "shown later"],
  ["trusted", "fresh"],
] as const)(
  "by %s input a page that was to be prerendered is %s, and used like any other",
  async (input, life) => {
    const before = server.requests.length;
    const asked = (path: string): boolean =>
      server.requests.slice(before).some((request) => request.path === path);
    await using session = await chain.session({ browserId, url: server.url("/before"), input });
    await expect.poll(() => asked(input === "synthetic" ? "/loaded" : "/ahead")).toBe(true);
    const meanwhile = await session.act({ type: "click", id: session.id("add") });
    expect(meanwhile).toMatchObject({ status: "done", settle: { status: "settled" } });
    expect(htmlOf(meanwhile)).toContain("count 1");
    const step = await session.act({ type: "click", id: session.id("ahead") });
    expect(step).toMatchObject({
      status: "done",
      input,
      effects: { navigated: { from: server.url("/before"), to: server.url("/ahead") } },
      observation: { title: "Ahead", url: server.url("/ahead") },
    });
    expect(htmlOf(step)).toContain(life);
    const added = await session.act({ type: "click", id: idOf(step.observation, "add") });
    expect(added).toMatchObject({ status: "done", settle: { status: "settled" } });
    expect(htmlOf(added)).toContain("count 1");
  },
);
