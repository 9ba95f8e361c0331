// What a page asks that would have the browser open a window of its own: refused or told, with and without a window.

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { PageAsk } from "@webserv/shared/model/page/page-ask.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { ExtensionBrowser } from "../../../support/browser/extension-browser.ts";
import type { PageSource } from "../../../support/pages/page-server.ts";
import { PageServer } from "../../../support/pages/page-server.ts";
import { smallPdf } from "../../../support/pages/small-pdf.ts";
import { withDisplay, VirtualDisplay } from "../../../support/browser/virtual-display.ts";
import { htmlOf, idOf, TestAgent } from "../agent.ts";

const asking = {
  mail: `<a href="mailto:desk@shop.test?subject=Order">Ask</a>`,
  assigned: `<button onclick="location.href = 'maps:here'">Ask</button>`,
  sent: `<form action="mailto:desk@shop.test" method="post"><button>Ask</button></form>`,
  loose: `<button onclick="Object.assign(document.createElement('a'), { href: 'sms:17' }).click()">Ask</button>`,
  opened: `<button onclick="out.textContent = String(window.open('tel:17'))">Ask</button>`,
  blank: `<a href="tel:17" target="_blank">Ask</a>`,
  later: `<button onclick="setTimeout(() => (location = 'tel:17'), 50)">Ask</button>`,
  popup: `<button onclick="window.open('about:blank').location = 'tel:17'">Ask</button>`,
  prevented: `<a href="tel:17" onclick="event.preventDefault(); out.textContent = 'called'">Ask</a>`,
  print: `<button onclick="print(); out.textContent = 'printed'">Ask</button>`,
  field: `<input type="file" aria-label="Ask" oncancel="out.textContent = 'cancelled'">`,
  picker: `<button onclick="showOpenFilePicker().catch((e) => (out.textContent = e.name))">Ask</button>`,
  saver: `<button onclick="showSaveFilePicker().catch((e) => (out.textContent = e.name))">Ask</button>`,
  folder: `<button onclick="showDirectoryPicker().catch((e) => (out.textContent = e.name))">Ask</button>`,
  screen: `<button onclick="navigator.mediaDevices.getDisplayMedia().catch((e) => (out.textContent = e.name))">Ask</button>`,
  passkey: `<button onclick="navigator.credentials.get({ publicKey: { challenge: new Uint8Array(16) } }).catch((e) => (out.textContent = e.name))">Ask</button>`,
  place: `<button onclick="navigator.geolocation.getCurrentPosition(() => {}, () => {})">Ask</button>`,
  notes: `<button onclick="Notification.requestPermission()">Ask</button>`,
  clipboard: `<button onclick="navigator.clipboard.readText().catch(() => {})">Ask</button>`,
  fetched: `<button onclick="fetch('/locked-data').then((r) => (out.textContent = 'status ' + r.status))">Ask</button>`,
  framed: `<button onclick="inner.src = 'tel:17'">Ask</button><iframe id="inner" title="Inner"></iframe>`,
  inner: `<iframe title="Inner" src="/mail"></iframe>`,
};

const page = (body: string): string =>
  `<!doctype html><title>Asking</title>${body}<button onclick="count.textContent = 'counted ' + ++n">Count</button>
  <p id="out"></p><p id="count"></p><script>let n = 0</script>`;

const locked =
  (realm: string): PageSource =>
  (request, response) => {
    if (request.headers.authorization === undefined) {
      response.writeHead(401, { "www-authenticate": `Basic realm="${realm}"` }).end("Members only");
    } else response.writeHead(200, { "content-type": "text/html" }).end("<h1>Staff</h1>");
  };

const keys = `<script>onkeydown = ({ key }) => (out.textContent = "heard " + key)</script>`;

const program = (what: string): PageAsk => ({ kind: "program", what, answer: "refused" });
const permission = (what: string, answer: PageAsk["answer"]): PageAsk => ({
  kind: "permission",
  what,
  answer,
});

let server: PageServer;
beforeAll(async () => {
  server = await PageServer.listen({
    ...Object.fromEntries(Object.entries(asking).map(([name, body]) => [`/${name}`, page(body)])),
    "/at-once": `<title>At once</title><script>location.href = "tel:17"; print()</script>${page("")}`,
    "/keys": page(`<h1>Keys</h1>${keys}`),
    "/framed-keys": page(asking.framed + keys),
    "/other": page(`<h1>Other</h1>`),
    "/locked": locked("Staff"),
    "/locked-data": locked("Data"),
    "/paper.pdf": (_request, response) =>
      response.writeHead(200, { "content-type": "application/pdf" }).end(smallPdf()),
    "/papers": page(`<a href="/paper.pdf">Ask</a>`),
    "/with-paper": page(`<iframe title="Paper" src="/paper.pdf"></iframe>`),
    "/draft": page(`<input aria-label="Text"><a href="/other">Ask</a>
      <script>addEventListener("beforeunload", (event) => event.preventDefault())</script>`),
  });
});
afterAll(() => server.close());

describe("a browser with a window", withDisplay, () => {
  testsIn("with a window");
});
describe("a browser without a window", () => {
  testsIn("without a window");
});

test("if the person has allowed a program for good, no window opens, and keys are pressed", async () => {
  const chromium = await ExtensionBrowser.launch({ prepare: withoutQuestion });
  const agent = await TestAgent.open(chromium.daemon, server.url("/framed-keys"));
  const asked = await agent.act({ type: "click", id: agent.id("ask") });
  expect(asked.effects.asked).toMatchObject([{ kind: "program", answer: "open" }]);
  const pressed = await agent.act({ type: "press", key: "Escape" });
  expect(pressed.error).toBeUndefined();
  expect(htmlOf(pressed)).toContain("heard Escape");
  await agent.close();
  await chromium.close();
});

/** The person has allowed the site to open such addresses for good. */
async function withoutQuestion(userDataDir: string): Promise<void> {
  const { origin } = new URL(server.url("/"));
  const allowed = { allowed_origin_protocol_pairs: { [origin]: { tel: true } } };
  const settings = { protocol_handler: allowed };
  await mkdir(join(userDataDir, "Default"), { recursive: true });
  await writeFile(join(userDataDir, "Default", "Preferences"), JSON.stringify(settings));
}

function testsIn(how: "with a window" | "without a window"): void {
  let display: VirtualDisplay | undefined;
  let chromium: ExtensionBrowser;
  beforeAll(async () => {
    display = how === "with a window" ? await VirtualDisplay.start() : undefined;
    chromium = await ExtensionBrowser.launch(
      display === undefined ? {} : { display: display.name },
    );
  });
  afterAll(async () => {
    await chromium.close();
    await display?.close();
  });

  const open = (path: string): Promise<TestAgent> =>
    TestAgent.open(chromium.daemon, server.url(path));

  /** The tab takes input as before. */
  async function expectInput(agent: TestAgent): Promise<void> {
    const { observation } = await agent.act({ type: "wait", ms: 1 });
    const step = await agent.act({ type: "click", id: idOf(observation, "count") });
    expect(step.error).toBeUndefined();
    expect(htmlOf(step)).toContain("counted 1");
  }

  test.each([
    ["mail", program("mailto:desk@shop.test?subject=Order"), ""],
    ["assigned", program("maps:here"), ""],
    ["sent", program("mailto:desk@shop.test?body="), ""],
    ["loose", program("sms:17"), ""],
    ["opened", program("tel:17"), "null"],
    ["blank", program("tel:17"), ""],
    ["later", program("tel:17"), ""],
    ["popup", program("tel:17"), ""],
    ["print", { kind: "print", what: "", answer: "refused" }, "printed"],
    ["field", { kind: "files", what: "", answer: "refused" }, "cancelled"],
    ["picker", { kind: "files", what: "", answer: "refused" }, "AbortError"],
    ["saver", { kind: "files", what: "save", answer: "refused" }, "AbortError"],
    ["folder", { kind: "files", what: "folder", answer: "refused" }, "AbortError"],
    ["screen", permission("screen", "refused"), "NotAllowedError"],
    ["passkey", permission("passkey", "refused"), "NotAllowedError"],
  ] as const)("what %s asks is told as refused and blocks no input", async (name, ask, words) => {
    const agent = await open(`/${name}`);
    const step = await agent.act({ type: "click", id: agent.id("ask") });
    expect(step).toMatchObject({ status: "done", effects: { asked: [ask] } });
    expect([step.error, step.effects.navigated]).toEqual([undefined, undefined]);
    expect(htmlOf(step)).toContain(words);
    expect(step.observation?.tabs).toHaveLength(1);
    await expectInput(agent);
    await agent.close();
  });

  test("a tel link that the page itself prevents is not told as asked", async () => {
    const agent = await open("/prevented");
    const step = await agent.act({ type: "click", id: agent.id("ask") });
    expect(step.effects.asked).toBeUndefined();
    expect(htmlOf(step)).toContain("called");
    await agent.close();
  });

  test("a mailto link in a frame is refused as in the page itself", async () => {
    const agent = await open("/inner");
    const step = await agent.act({ type: "click", id: agent.id("inner/ask") });
    expect(step.effects.asked).toEqual([program("mailto:desk@shop.test?subject=Order")]);
    await expectInput(agent);
    await agent.close();
  });

  test("what a page asks as it is loaded is told with the page, and the tab takes input", async () => {
    const agent = await open("/at-once");
    const told = agent.opened.observation?.omitted.map(({ why }) => why).join("\n");
    expect(told).toContain("tel:17");
    expect(told).toContain("print");
    await expectInput(agent);
    await agent.close();
  });

  test.each([
    ["place", "geolocation"],
    ["notes", "notifications"],
    ["clipboard", "clipboard-read"],
  ])("the permission that the page %s asks for is told as %s", async (name, what) => {
    const agent = await open(`/${name}`);
    const step = await agent.act({ type: "click", id: agent.id("ask") });
    expect(step.effects.asked).toMatchObject([{ kind: "permission", what }]);
    expect(step.effects.asked?.[0]?.answer).toMatch(/^(open|denied)$/);
    await expectInput(agent);
    await agent.close();
  });

  test("an HTTP sign-in is refused and told, and the page is what the server sends without it", async () => {
    const agent = await open("/other");
    const step = await agent.act({ type: "goto", url: server.url("/locked") });
    const ask = { kind: "sign-in", what: "Staff", url: server.url("/locked"), answer: "refused" };
    expect(step).toMatchObject({ status: "done", effects: { asked: [ask] } });
    expect(htmlOf(step)).toContain("Members only");
    const signedIn = await agent.act({
      type: "goto",
      // Of another host: the browser sends it to all pages of one.
      url: server.url("/locked").replace("127.0.0.1", "me:word@localhost"),
    });
    expect(htmlOf(signedIn)).toContain("Staff");
    await agent.close();
  });

  test("the HTTP sign-in of a request in the background is told", async () => {
    const agent = await open("/fetched");
    const step = await agent.act({ type: "click", id: agent.id("ask") });
    expect(step.effects.asked).toMatchObject([{ kind: "sign-in", what: "Data" }]);
    expect(htmlOf(step)).toContain("status 401");
    await expectInput(agent);
    await agent.close();
  });

  test("a PDF is told as one, in a tab and in a frame", async () => {
    const agent = await open("/papers");
    const step = await agent.act({ type: "click", id: agent.id("ask") });
    expect(htmlOf(step)).toContain("a PDF");
    const framed = await agent.act({ type: "goto", url: server.url("/with-paper") });
    expect(htmlOf(framed)).toContain("a PDF");
    await expectInput(agent);
    await agent.close();
  });

  test.each([
    ["a link", (agent: TestAgent) => agent.act({ type: "click", id: agent.id("ask") })],
    ["goto", (agent: TestAgent) => agent.act({ type: "goto", url: server.url("/other") })],
    ["refresh", (agent: TestAgent) => agent.act({ type: "refresh" })],
    ["close_tab", (agent: TestAgent) => agent.act({ type: "close_tab" })],
  ])("a page that asks whether to leave is left by %s, which says so", async (_how, leave) => {
    const agent = await open("/draft");
    await agent.act({ type: "type", id: agent.id("text"), text: "draft" });
    const step = await leave(agent);
    expect(step).toMatchObject({
      status: "done",
      effects: { dialogs: [{ kind: "beforeunload", answer: "accepted", by: "rule" }] },
    });
    await agent.close();
  });

  test("if a window opened all the same, input fails with what was asked, and a refresh ends that", async () => {
    const agent = await open("/framed");
    const asked = await agent.act({ type: "click", id: agent.id("ask") });
    expect(asked).toMatchObject({
      status: "done",
      effects: { asked: [{ kind: "program", what: "tel:17", answer: "open" }] },
    });
    expect(asked.error).toBeUndefined();
    const count = { type: "click", id: agent.id("count") } as const;
    const blocked = await agent.act(count);
    expect(blocked.status).toBe("failed");
    expect(blocked.error?.message).toContain("tel:17");
    expect(blocked.error?.next).toContain("Refresh");
    const pressed = await agent.act({ type: "press", key: "Enter" });
    expect(pressed.error?.code).toBe("input-blocked");
    const refreshed = await agent.act({ type: "refresh" });
    expect(refreshed).toMatchObject({ status: "done" });
    expect(refreshed.error).toBeUndefined();
    await expectInput(agent);
    await agent.close();
  });

  test("a key that reaches the page under what was taken for a window is pressed without an error", async () => {
    const agent = await open("/framed");
    await agent.act({ type: "click", id: agent.id("ask") });
    // The person goes elsewhere in the agent's tab, which closes the window.
    const pages = await chromium.browser.pages();
    const page = pages.find((each) => each.url() === server.url("/framed"));
    await page?.goto(server.url("/keys").replace("127.0.0.1", "localhost"));
    const pressed = await agent.act({ type: "press", key: "Escape" });
    expect(pressed.error).toBeUndefined();
    expect(htmlOf(pressed)).toContain("heard Escape");
    await agent.close();
  });

  test("the extension changes neither navigation nor print in the person's own tabs", async () => {
    const tab = await chromium.browser.newPage();
    await tab.goto(server.url("/opened"));
    const answers = await tab.evaluate(() => {
      let isAsked = false;
      navigation.addEventListener("navigate", (event) => (isAsked = event.defaultPrevented));
      location.href = "nothing:here";
      return { isAsked, print: String(print) };
    });
    expect(answers).toEqual({ isAsked: false, print: "function print() { [native code] }" });
    await tab.close();
  });
}
