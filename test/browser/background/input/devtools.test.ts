// A person who opens the browser's developer tools beside a session.
import { afterAll, beforeAll, expect, test } from "vitest";

import { ExtensionBrowser } from "../../../support/browser/extension-browser.ts";
import { PageServer } from "../../../support/pages/page-server.ts";
import { htmlOf, TestAgent } from "../agent.ts";

let chromium: ExtensionBrowser;
let server: PageServer;

beforeAll(async () => {
  [chromium, server] = await Promise.all([
    ExtensionBrowser.launch(),
    PageServer.listen({
      "/": `<title>Page</title><button onclick="out.textContent += '[' + event.isTrusted + ' ' + ++n + ']'">Add</button>
        <button onclick="out.textContent += '[sure: ' + confirm('Sure?') + ']'">Confirm</button>
        <input aria-label="Name"><p id="out"></p><script>let n = 0</script>`,
    }),
  ]);
});
afterAll(async () => {
  await chromium.close();
  await server.close();
});

test("developer tools that a person opens and closes take nothing from the agent", async () => {
  const agent = await TestAgent.open(chromium.daemon, server.url("/"));
  const page = await chromium.pageAt(server.url("/"));
  const devtools = await page.openDevTools();
  expect(await page.hasDevTools()).toBe(true);
  const added = await agent.act({ type: "click", id: agent.id("add") });
  expect(added).toMatchObject({ status: "done", input: "trusted" });
  expect(htmlOf(added)).toContain("[true 1]");
  const typed = await agent.act({ type: "type", id: agent.id("name"), text: "Ada" });
  expect(typed).toMatchObject({ status: "done", input: "trusted", effects: { value: "Ada" } });
  const asked = await agent.act({ type: "click", id: agent.id("confirm") });
  expect(asked).toMatchObject({ status: "done", effects: { dialog: { message: "Sure?" } } });
  const sure = await agent.act({ type: "dialog", accept: true });
  expect(htmlOf(sure)).toContain("[true 1][sure: true]");
  await devtools.close();
  await expect.poll(() => page.hasDevTools()).toBe(false);
  const after = await agent.act({ type: "click", id: agent.id("add") });
  expect(after).toMatchObject({ status: "done", input: "trusted" });
  expect(htmlOf(after)).toContain("[true 1][sure: true][true 2]");
  await agent.close();
});
