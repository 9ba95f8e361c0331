// What a frame of another site asks that would have the browser open a window of its own: held from its first script on.
import type { PageAsk } from "@webserv/shared/model/page-ask.ts";
import { afterAll, beforeAll, expect, test } from "vitest";

import { ExtensionBrowser } from "../../support/extension-browser.ts";
import type { PageSource } from "../../support/page-server.ts";
import { PageServer } from "../../support/page-server.ts";
import { htmlOf, TestAgent } from "./agent.ts";

const atOnce = `<script>print(); const printed = "printed"; location.href = "tel:17"</script><p id="out"></p>
  <script>out.textContent = printed</script>`;
const field = `<input type="file" aria-label="Ask" oncancel="out.textContent = 'cancelled'"><p id="out"></p>`;
const framed = (path: string, inner: (path: string) => string): PageSource =>
  `<!doctype html><title>Around</title><iframe title="Inner" src="${inner(path)}"></iframe>`;

const program: PageAsk = { kind: "program", what: "tel:17", answer: "refused" };
const print: PageAsk = { kind: "print", what: "", answer: "refused" };
const files: PageAsk = { kind: "files", what: "", answer: "refused" };

let chromium: ExtensionBrowser;
let server: PageServer;
let inner: PageServer;
beforeAll(async () => {
  chromium = await ExtensionBrowser.launch();
  inner = await PageServer.listen({ "/at-once": atOnce, "/field": field });
  const foreign = (path: string): string => inner.url(path).replace("127.0.0.1", "localhost");
  const around = await PageServer.listen({
    "/at-once": framed("/at-once", foreign),
    "/field": framed("/field", foreign),
  });
  server = around;
});
afterAll(async () => {
  await chromium.close();
  await Promise.all([server.close(), inner.close()]);
});

test("what it asks in its first script is refused and told", async () => {
  const agent = await TestAgent.open(chromium.daemon, "about:blank");
  const step = await agent.act({ type: "goto", url: server.url("/at-once") });
  expect(step.effects.asked).toEqual([print, program]);
  expect(htmlOf(step)).toContain("printed");
  await agent.close();
});

test("its file chooser is cancelled and told", async () => {
  const agent = await TestAgent.open(chromium.daemon, server.url("/field"));
  const step = await agent.act({ type: "click", id: agent.id("inner/ask") });
  expect(step.effects.asked).toEqual([files]);
  expect(htmlOf(step)).toContain("cancelled");
  await agent.close();
});
