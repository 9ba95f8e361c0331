// Browsers that WebServ launches open no window of their own over a page, with a window and without one.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { PageAsk } from "@webserv/shared/model/page/page-ask.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { Chain } from "../../support/daemon/chain.ts";
import type { ChainSession } from "../../support/daemon/chain.ts";
import { PageServer } from "../../support/pages/page-server.ts";
import { ownEditors } from "../../support/pages/drawn-editors.ts";
import { smallPdf } from "../../support/pages/small-pdf.ts";
import { withDisplay, VirtualDisplay } from "../../support/browser/virtual-display.ts";

const shows = (call: string): string => `${call}.then(() => show("granted"), (e) => show(e.name))`;
const page = (body: string): string => `<!doctype html><title>Asking</title>${body}
  <button onclick="count.textContent = 'counted ' + ++n">Count</button><p id="out"></p><p id="count"></p>
  <script>let n = 0; function show(text) { out.textContent = "told: " + text; }</script>`;
const button = (script: string): string => page(`<button onclick='${script}'>Ask</button>`);

const picks = `showOpenFilePicker().then(async ([handle]) => {
  const words = await (await handle.getFile()).text();
  handle.createWritable().catch((error) => show(words + ", " + error.name));
})`;

/** An editor that looks in the clipboard for more than a paste holds, as Monaco does. */
const editor = (ownEditors["an area beyond the page's edge"]?.html ?? "").replace(
  "<textarea ",
  `<textarea aria-autocomplete="both" `,
);
const looking = `${editor}<p id="out"></p><script>
  helper.addEventListener("paste", (event) => {
    event.preventDefault();
    put(event.clipboardData.getData("text/plain"));
    navigator.clipboard.read().catch((error) => { out.textContent = error.name; });
  });
</script>`;

let folder: string;
let server: PageServer;
let chain: Chain;
let display: VirtualDisplay | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "webserv-picked-"));
  await writeFile(join(folder, "notes.txt"), "my notes");
  [chain, server, display] = await Promise.all([
    Chain.open(),
    PageServer.listen({
      "/place": button(`navigator.geolocation.getCurrentPosition(show, (e) => show(e.code))`),
      "/notes": button(`Notification.requestPermission().then(show)`),
      "/clipboard": button(shows("navigator.clipboard.readText()")),
      "/editor": looking,
      "/midi": button(shows("navigator.requestMIDIAccess({ sysex: true })")),
      "/screens": button(shows("getScreenDetails()")),
      "/device": button(shows("navigator.usb.requestDevice({ filters: [] })")),
      "/screen": button(shows("navigator.mediaDevices.getDisplayMedia()")),
      "/picker": button(picks),
      "/print": button(`print(); show("printed")`),
      "/framed": `${button(`inner.src = "tel:17"`)}<iframe id="inner" title="Inner"></iframe>`,
      "/sent": `${button(`inner.src = "/to-program"`)}<iframe id="inner" title="Inner"></iframe>`,
      "/sent-at-once": `${button("")}<iframe src="/to-app?u=https://elsewhere" title="Inner"></iframe>`,
      "/link": page(`<a href="/to-program">Ask</a>`),
      "/to-program": (_request, response) => response.writeHead(302, { location: "tel:17" }).end(),
      "/to-app": (_request, response) =>
        response.writeHead(302, { location: "intent://open?u=https://elsewhere" }).end(),
      "/papers": page(`<a href="/paper.pdf">Ask</a>`),
      "/paper.pdf": (_request, response) =>
        response.writeHead(200, { "content-type": "application/pdf" }).end(smallPdf()),
    }),
    withDisplay.skip === true ? undefined : VirtualDisplay.start(),
  ]);
});
afterAll(async () => {
  await chain.close();
  await Promise.all([server.close(), display?.close(), rm(folder, { recursive: true })]);
});

describe("a browser with a window", withDisplay, () => {
  testsIn(false);
});
describe("a browser without a window", () => {
  testsIn(true);
});

function testsIn(headless: boolean): void {
  let browserId: string;
  let session: ChainSession;
  beforeAll(async () => {
    const wish = { headless, ...(headless ? {} : { display: { DISPLAY: display?.name ?? "" } }) };
    ({ browserId } = await chain.agent.call("browser.launch", wish, { timeoutMs: 60_000 }));
    session = await chain.session({ browserId, url: "about:blank", filesFrom: folder });
  });
  afterAll(() => session.close());

  async function ask(path: string) {
    await session.act({ type: "goto", url: server.url(path) });
    return await session.act({ type: "click", id: "ask" });
  }

  async function expectInput(): Promise<void> {
    const step = await session.act({ type: "click", id: "count" });
    expect(step.error).toBeUndefined();
    expect(step.observation?.html).toContain("counted 1");
  }

  test.each<[string, PageAsk, string]>([
    ["/place", { kind: "permission", what: "geolocation", answer: "denied" }, "told: 1"],
    ["/notes", { kind: "permission", what: "notifications", answer: "denied" }, "told: denied"],
    ["/clipboard", { kind: "permission", what: "clipboard-read", answer: "denied" }, "NotAllowed"],
    ["/midi", { kind: "permission", what: "midi", answer: "denied" }, "NotAllowedError"],
    ["/screens", { kind: "permission", what: "window-management", answer: "denied" }, "NotAllowed"],
    ["/device", { kind: "permission", what: "usb-device", answer: "refused" }, "NotFoundError"],
    ["/screen", { kind: "permission", what: "screen", answer: "refused" }, "NotAllowedError"],
    ["/print", { kind: "print", what: "", answer: "refused" }, "told: printed"],
    ["/sent", { kind: "program", what: "tel:17", answer: "refused" }, ""],
    ["/framed", { kind: "program", what: "tel:17", answer: "refused" }, ""],
  ])("what the page %s asks for is denied without a question", async (path, asked, words) => {
    const step = await ask(path);
    expect(step).toMatchObject({ status: "done", effects: { asked: [asked] } });
    expect(step.observation?.html).toContain(words);
    await expectInput();
  });

  test("an editor that looks in the clipboard as a text is pasted for us is not told to have asked", async () => {
    const { observation } = await session.act({ type: "goto", url: server.url("/editor") });
    const id = observation?.inputs[0]?.id ?? "";
    const step = await session.act({ type: "type", id, text: "a = [1];" });
    expect(step).toMatchObject({ status: "done", effects: { value: "a = [1];" } });
    expect(step.effects).not.toHaveProperty("asked");
    expect(step.observation?.html).toContain("NotAllowedError");
  });

  test("a frame that is sent to another program as it is loaded keeps its page", async () => {
    const step = await session.act({ type: "goto", url: server.url("/sent-at-once") });
    const what = "intent://open?u=https://elsewhere";
    expect(step).toMatchObject({
      status: "done",
      effects: { asked: [{ kind: "program", what, answer: "refused" }] },
    });
    await expectInput();
  });

  test("a link that is sent to another program leads to what else the server says", async () => {
    const step = await ask("/link");
    expect(step).toMatchObject({
      status: "done",
      settle: { status: "settled" },
      effects: { asked: [{ kind: "program", what: "tel:17", answer: "refused" }] },
      observation: { url: server.url("/to-program") },
    });
    await session.act({ type: "back" });
    await expectInput();
  });

  test("a picker's file is read without a question, and not written", async () => {
    await session.act({ type: "goto", url: server.url("/picker") });
    const files = [join(folder, "notes.txt")];
    const step = await session.act({ type: "upload", id: "ask", files });
    expect(step.error).toBeUndefined();
    expect(step.observation?.html).toContain("told: my notes, NotAllowedError");
    await expectInput();
  });

  test("a PDF is shown, and its words are told", async () => {
    await ask("/papers");
    const waited = await session.act({ type: "wait", text: "Terms of the lease" });
    expect(waited.observation?.html).toMatch(/^<!--a PDF of 1 page-->.*Terms of the lease/);
    await session.act({ type: "back" });
    await expectInput();
  });
}
