// Ways by which a page has the browser open a window of its own: each of them, and in frames of other sites from the
// first script on.
import type { PageAsk } from "@webserv/shared/model/page/page-ask.ts";
import { afterAll, beforeAll, expect, test } from "vitest";

import { ExtensionBrowser } from "../../../support/browser/extension-browser.ts";
import type { PageSource } from "../../../support/pages/page-server.ts";
import { PageServer } from "../../../support/pages/page-server.ts";
import { htmlOf, TestAgent } from "../agent.ts";

const atOnce = `<script>print(); const printed = "printed"; location.href = "tel:17"</script><p id="out"></p>
  <script>out.textContent = printed</script>`;
const field = `<input type="file" aria-label="Ask" oncancel="out.textContent = 'cancelled'"><p id="out"></p>`;
const framed = (path: string, inner: (path: string) => string): PageSource =>
  `<!doctype html><title>Around</title><iframe title="Inner" src="${inner(path)}"></iframe>`;

/** What is called, what is told of it, and what the page gets if the person refuses. */
const ways: readonly (readonly [call: string, what: string, answer: string])[] = [
  ["document.execCommand('PRINT')", "", "true"],
  ["navigator.credentials.get({ identity: { providers: [] } })", "account", "NetworkError"],
  ["navigator.credentials.get({ password: true })", "account", "null"],
  ["navigator.credentials.get({ otp: { transport: ['sms'] } })", "one-time-code", "AbortError"],
  ["navigator.credentials.get({ digital: {} })", "digital-credential", "NotAllowedError"],
  ["navigator.credentials.create({ publicKey: {} })", "passkey", "NotAllowedError"],
  ["navigator.share({ title: 'x' })", "share", "AbortError"],
  [
    "new PaymentRequest([{ supportedMethods: 'https://pay.test' }], total).show()",
    "payment",
    "AbortError",
  ],
  ["new EyeDropper().open()", "eye-dropper", "AbortError"],
  ["navigator.usb.requestDevice({ filters: [] })", "usb-device", "NotFoundError"],
  ["navigator.hid.requestDevice({ filters: [] })", "hid-device", ""],
  [
    "navigator.bluetooth.requestDevice({ acceptAllDevices: true })",
    "bluetooth-device",
    "NotFoundError",
  ],
  ["navigator.serial.requestPort()", "serial-port", "NotFoundError"],
  ["new PresentationRequest('/').start()", "cast", "NotAllowedError"],
  ["document.createElement('video').remote.prompt()", "cast", "NotAllowedError"],
  ["documentPictureInPicture.requestWindow()", "picture-in-picture", "NotAllowedError"],
  [
    "document.createElement('video').requestPictureInPicture()",
    "picture-in-picture",
    "NotAllowedError",
  ],
  ["document.body.requestPointerLock()", "pointer-lock", "NotAllowedError"],
  ["navigator.registerProtocolHandler('web+x', '/?%s')", "protocol-handler", "undefined"],
];
/** Not every browser has all of them. */
const everyWay = `<button onclick="callAll()">Ask</button><ol id="out"></ol><script>
  const total = { total: { label: "x", amount: { currency: "EUR", value: "1" } } };
  const calls = [${ways.map(([call]) => `async () => ${call}`).join(",")}];
  const callAll = async () => {
    for (const call of calls) {
      const answer = await call().then(String, (error) => error.name);
      out.append(Object.assign(document.createElement("li"), { textContent: answer }));
    }
  };
</script>`;

const stopped = `<a href="tel:17" target="_blank" onclick="event.stopPropagation()">Ask</a>
  <button onclick="out.textContent = 'counted'">Count</button><p id="out"></p>`;

const program: PageAsk = { kind: "program", what: "tel:17", answer: "refused" };
const print: PageAsk = { kind: "print", what: "", answer: "refused" };
const files: PageAsk = { kind: "files", what: "", answer: "refused" };

/** The browser has no such function, or does not know what is asked for. */
const MISSING: ReadonlySet<string> = new Set(["TypeError", "ReferenceError"]);

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
    "/every-way": everyWay,
    "/stopped": stopped,
  });
  server = around;
});
afterAll(async () => {
  await chromium.close();
  await Promise.all([server.close(), inner.close()]);
});

test("what a frame of another site asks in its first script is refused and told", async () => {
  const agent = await TestAgent.open(chromium.daemon, "about:blank");
  const step = await agent.act({ type: "goto", url: server.url("/at-once") });
  expect(step.effects.asked).toEqual([print, program]);
  expect(htmlOf(step)).toContain("printed");
  await agent.close();
});

test("the file chooser of a frame of another site is cancelled and told", async () => {
  const agent = await TestAgent.open(chromium.daemon, server.url("/field"));
  const step = await agent.act({ type: "click", id: agent.id("inner/ask") });
  expect(step.effects.asked).toEqual([files]);
  expect(htmlOf(step)).toContain("cancelled");
  await agent.close();
});

test("each way by which a window opens over the page is refused as by a person, and told", async () => {
  const agent = await TestAgent.open(chromium.daemon, server.url("/every-way"));
  const page = await chromium.pageAt(server.url("/every-way"));
  const step = await agent.act({ type: "click", id: agent.id("ask") });
  const answers = await page.$$eval("li", (items) => items.map((item) => item.textContent));
  const present = ways.filter((_way, index) => !MISSING.has(answers[index] ?? ""));
  expect(answers.filter((answer) => !MISSING.has(answer))).toEqual(
    present.map(([_call, _what, answer]) => answer),
  );
  // A browser without most of them would show nothing.
  expect(present.length).toBeGreaterThan(8);
  const asked = present.map(([_call, what]) => what);
  expect(step.effects.asked?.map(({ what }) => what)).toEqual([...new Set(asked)]);
  expect(step.effects.asked?.every(({ answer }) => answer === "refused")).toBe(true);
  await agent.close();
});

test("a link whose click the page keeps to itself is told once, and not with the next click", async () => {
  const agent = await TestAgent.open(chromium.daemon, server.url("/stopped"));
  const step = await agent.act({ type: "click", id: agent.id("ask") });
  expect(step.effects.asked).toEqual([program]);
  const next = await agent.act({ type: "click", id: agent.id("count") });
  expect(next.effects.asked).toBeUndefined();
  expect(htmlOf(next)).toContain("counted");
  await agent.close();
});
