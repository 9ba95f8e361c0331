// Tests documents that are no web pages: drawings, XML and PDFs, in a tab of their own or in a page.
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { ExtensionBrowser } from "../../../support/browser/extension-browser.ts";
import type { PageSource } from "../../../support/pages/page-server.ts";
import { PageServer } from "../../../support/pages/page-server.ts";
import { smallPdf } from "../../../support/pages/small-pdf.ts";
import { htmlOf, TestAgent } from "../agent.ts";

const as =
  (type: string, body: string | Buffer): PageSource =>
  (_, response) => {
    response.writeHead(200, { "content-type": type });
    response.end(body);
  };

const plan = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="300" height="120">
  <title>Ground floor</title>
  <a xlink:href="/there"><path d="M10 10h80v80h-4v-76h-76z"><title>Stairs</title></path></a>
  <rect id="lift" x="120" y="10" width="60" height="60"><title>Lift</title></rect>
  <text id="said" x="10" y="110">Nothing</text>
  <script>document.getElementById("lift").addEventListener("click", () => { document.getElementById("said").textContent = "Lift called"; });</script>
</svg>`;

const form = `<title>Form</title><label>Meter <input></label><button onclick="document.querySelector('p').textContent = document.querySelector('input').value">Send</button><p></p>`;

const pages = {
  "/plan.svg": as("image/svg+xml", plan),
  "/feed.xml": as(
    "text/xml",
    `<?xml version="1.0"?><rss version="2.0"><channel><title>Valley news</title><item><title>Bridge opens</title></item></channel></rss>`,
  ),
  "/styled.xml": as(
    "application/xml",
    `<?xml version="1.0"?><?xml-stylesheet href="data:text/css,entry%7Bdisplay:block%7D"?><feed><entry><title>First entry</title><link>/1</link></entry><entry>Second</entry></feed>`,
  ),
  "/broken.xml": as("text/xml", `<?xml version="1.0"?><a><b>Half</a>`),
  "/lease.pdf": as("application/pdf", smallPdf()),
  "/form": form,
  "/there": `<title>There</title><h1>There</h1>`,
  "/picture.png": as("image/png", Buffer.alloc(0)),
  "/host": `<title>Host</title><h1>Host</h1>
    <object data="/form" type="text/html" width="300" height="120"></object>
    <embed src="/plan.svg" type="image/svg+xml" width="300" height="120" title="Plan">
    <object data="/plan.svg" type="image/svg+xml" width="300" height="120" aria-label="Floor">No plan</object>
    <iframe src="/plan.svg" width="300" height="120" title="Framed"></iframe>
    <object data="/picture.png" type="image/png" width="300" height="20">Instead of a picture</object>
    <embed src="/picture.png" width="30" height="30">
    <p>After</p>`,
  "/papers": `<title>Papers</title><iframe src="/lease.pdf" width="300" height="200" title="Lease"></iframe><p>After</p>`,
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

const open = (path: string): Promise<TestAgent> =>
  TestAgent.open(chromium.daemon, server.url(path));

describe("a document of its own", () => {
  test("a drawing's links and shapes are read and clicked", async () => {
    const agent = await open("/plan.svg");
    expect(agent.opened.observation).toMatchObject({
      title: "Ground floor",
      clickable: ["stairs", "lift"],
    });
    const called = await agent.act({ type: "click", id: "lift" });
    expect(htmlOf(called)).toContain("Lift called");
    const left = await agent.act({ type: "click", id: "stairs" });
    expect(left.observation?.title).toBe("There");
    await agent.close();
  });

  test.each([
    ["/feed.xml", ["Valley news", "Bridge opens"]],
    ["/styled.xml", ["First entry", "/1", "Second"]],
    ["/broken.xml", ["following errors"]],
  ])("the text of %s is read", async (path, words) => {
    const agent = await open(path);
    for (const each of words) expect(agent.opened.observation?.html).toContain(each);
    await agent.close();
  });
});

describe("a document in a page", () => {
  test("what object and embed show is read and acted on as frames are", async () => {
    const agent = await open("/host");
    const { html = "", omitted } = agent.opened.observation ?? {};
    expect(html).toContain("Instead of a picture");
    expect(html.match(/<iframe /g)).toHaveLength(4);
    expect(omitted).toEqual([]);
    await agent.act({ type: "type", id: agent.id("object/meter"), text: "417" });
    const sent = await agent.act({ type: "click", id: agent.id("object/send") });
    expect(htmlOf(sent)).toContain("<p>417</p>");
    for (const frame of ["plan", "floor", "framed"]) {
      const step = await agent.act({ type: "click", id: agent.id(`${frame}/lift`) });
      const inside = htmlOf(step).split(`${frame}/lift`)[1]?.split("</iframe>")[0];
      expect(inside).toContain("Lift called");
    }
    await agent.close();
  });

  test("a PDF in a frame is called one, with its address", async () => {
    const agent = await open("/papers");
    expect(agent.opened.observation?.html).toMatch(
      /src="\/lease\.pdf"[^<]*(?:<!--a PDF|it is a PDF)/,
    );
    await agent.close();
  });
});
