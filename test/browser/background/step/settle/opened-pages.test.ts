// What a page that is opened shows as it comes is no sign that it waits, in the built extension.
import { afterAll, beforeAll, expect, test } from "vitest";

import { ExtensionBrowser } from "../../../../support/browser/extension-browser.ts";
import type { PageSource } from "../../../../support/pages/page-server.ts";
import { PageServer } from "../../../../support/pages/page-server.ts";
import { TestAgent } from "../../agent.ts";

/** As WordPress's settings have them. */
const HEARTBEAT = `setInterval(() => {}, 500); setInterval(() => {}, 700); setTimeout(() => {}, 60_000);`;
const pages: Readonly<Record<string, PageSource>> = {
  "/": "<title>Start</title><p>Start",
  "/settings": `<title>Settings</title><label>Address <input disabled value="http://blog.test"></label>
    <button aria-disabled="true">Move up</button>
    <div class="health loading">No information yet</div><script>${HEARTBEAT}</script>`,
  "/board": `<title>Board</title><button>Move up</button><script>
    addEventListener("load", () => { document.querySelector("button").disabled = true; });
    ${HEARTBEAT}</script>`,
  "/boxes": `<title>Boxes</title><button>Move up</button><img src="/never"><script>
    addEventListener("DOMContentLoaded", () => {
      document.querySelector("button").setAttribute("aria-disabled", "true");
      setTimeout(() => {}, 3_600_000);
    });</script>`,
  // As long as a document loads, what it disables is a sign, with no end to the wait but that of its budget.
  "/never": () => {},
  "/loading": `<title>List</title><div class="loading">Loading…</div><script>
    setTimeout(() => {
      document.querySelector("div").outerHTML = "<p>Three rows";
    }, 1_600);</script>`,
  "/saving": `<title>Saving</title><button>Save</button><p>Not saved</p><script>
    const button = document.querySelector("button");
    addEventListener("DOMContentLoaded", () => {
      button.disabled = true;
      setTimeout(() => {
        button.disabled = false;
        document.querySelector("p").textContent = "Saved";
      }, 1_600);
    });</script>`,
};

let chromium: ExtensionBrowser;
let server: PageServer;

beforeAll(async () => {
  [chromium, server] = await Promise.all([ExtensionBrowser.launch(), PageServer.listen(pages)]);
});
afterAll(async () => {
  await chromium.close();
  await server.close();
});

test("a heartbeat is not waited for because of controls disabled from the start or a class named loading", async () => {
  const agent = await TestAgent.open(chromium.daemon, server.url("/"));
  const step = await agent.act({ type: "goto", url: server.url("/settings") });
  expect(step.settle?.status).toBe("settled");
  await agent.close();
});

test("a button that the opened page disables is waited for until it is enabled again", async () => {
  const agent = await TestAgent.open(chromium.daemon, server.url("/"));
  const step = await agent.act({ type: "goto", url: server.url("/saving") });
  expect(step.observation?.html).toContain("<p>Saved");
  await agent.close();
});

test("an opened page that shows a word of loading is waited for until it has loaded", async () => {
  const agent = await TestAgent.open(chromium.daemon, server.url("/"));
  const step = await agent.act({ type: "goto", url: server.url("/loading") });
  expect(step.observation?.html).toContain("<p>Three rows");
  await agent.close();
});

test("a button that the opened page disables for good does not keep the page from settling", async () => {
  const agent = await TestAgent.open(chromium.daemon, server.url("/"));
  const step = await agent.act({ type: "goto", url: server.url("/board") });
  expect(step.settle?.status).toBe("settled");
  await agent.close();
});

test("a button that the opened page marks as disabled by ARIA is no sign that the page waits", async () => {
  const agent = await TestAgent.open(chromium.daemon, server.url("/"));
  const step = await agent.act({ type: "goto", url: server.url("/boxes") });
  expect(step.settle).toMatchObject({ status: "partial" });
  await agent.close();
});
