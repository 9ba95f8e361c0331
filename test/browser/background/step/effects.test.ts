// Tests what is told of the focus and of the element after an action, in the built extension.
import { afterAll, beforeAll, expect, test } from "vitest";

import { ExtensionBrowser } from "../../../support/browser/extension-browser.ts";
import { PageServer } from "../../../support/pages/page-server.ts";
import { TestAgent } from "../agent.ts";

const pages = {
  "/page": `<title>Page</title><label>Name <input></label><button onclick="this.remove()">Dismiss</button>
    <button onclick="this.outerHTML = this.outerHTML" onmousedown="return false">Again</button>
    <p onclick="document.activeElement.blur()" style="cursor: pointer">Away</p>
    <iframe title="Inner" srcdoc="<label>Card <input></label>"></iframe>`,
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

test("the focus is told if it has changed, in whichever frame", async () => {
  const agent = await TestAgent.open(chromium.daemon, server.url("/page"));
  const name = agent.id("name");
  const first = await agent.act({ type: "click", id: name });
  expect(first.effects).toEqual({ focus: name });
  const again = await agent.act({ type: "click", id: name });
  expect(again.effects).toEqual({});
  const inner = await agent.act({ type: "click", id: "inner/card" });
  expect(inner.effects).toEqual({ focus: "inner/card" });
  const away = await agent.act({ type: "click", id: agent.id("away") });
  expect(away.effects).toEqual({ focus: null });
  await agent.close();
});

test("an element that left the page is told to be gone, and one that was rendered anew is not", async () => {
  const agent = await TestAgent.open(chromium.daemon, server.url("/page"));
  const again = await agent.act({ type: "click", id: agent.id("again") });
  expect(again.effects).toEqual({});
  const dismissed = await agent.act({ type: "click", id: agent.id("dismiss") });
  expect(dismissed.effects).toEqual({ gone: true });
  await agent.close();
});
