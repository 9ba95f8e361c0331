// Tests documents that are no web pages: drawings, XML and PDFs, in a tab of their own or in a page.
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { Observation } from "@webserv/shared/model/page/observation.ts";

import { until } from "../../../support/daemon/daemon.ts";
import { ExtensionBrowser } from "../../../support/browser/extension-browser.ts";
import type { PageSource } from "../../../support/pages/page-server.ts";
import { PageServer } from "../../../support/pages/page-server.ts";
import { pdfOf, smallPdf } from "../../../support/pages/small-pdf.ts";
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

/** Each page has more words than an expansion of 2,000 tokens leaves room for with the next one. */
const rules = pdfOf(
  Array.from({ length: 40 }, (_, at) => [
    `Rule ${at + 1} says what is to be done`,
    ...Array.from({ length: 30 }, (_, line) => `in the case number ${line + 1} of all the cases`),
    "Its end",
  ]),
);

const form = `<title>Form</title><label>Meter <input></label><button onclick="document.querySelector('p').textContent = document.querySelector('input').value">Send</button><p></p>`;

const pages: Readonly<Record<string, PageSource>> = {
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
  "/rules.pdf": as("application/pdf", rules),
  "/menu.pdf": as("application/pdf", pdfOf([["A menu"]])),
  "/locked.pdf": as("application/pdf", pdfOf([["Secret"]], { locked: true })),
  "/broken.pdf": as("application/pdf", smallPdf().subarray(0, 200)),
  "/scan.pdf": as("application/pdf", pdfOf([[], []])),
  "/receipt.pdf": as("application/pdf", smallPdf()),
  "/papers": `<title>Papers</title>
    <iframe src="/lease.pdf" width="300" height="200" title="Lease"></iframe>
    <embed src="/menu.pdf" type="application/pdf" width="300" height="200" title="Menu">
    <object data="/rules.pdf" type="application/pdf" width="300" height="200" aria-label="Rules">No rules</object>
    <p>After</p>`,
  "/links": `<title>Links</title><a href="/rules.pdf">Rules</a> <a href="/rules.pdf" target="_blank">Another tab</a>
    <form method="post" action="/receipt.pdf"><button>Receipt</button></form>`,
  "/made": `<title>Made</title><iframe width="300" height="200" title="Lease"></iframe>
    <iframe width="300" height="200" title="Count"></iframe><button>Show</button><script>
    const [lease, count] = document.querySelectorAll("iframe");
    const counter = "<button onclick='this.textContent = Number(this.textContent) + 1'>1</button>";
    count.src = URL.createObjectURL(new Blob([counter], { type: "text/html" }));
    fetch("/lease.pdf").then((answer) => answer.blob()).then((blob) => {
      lease.src = URL.createObjectURL(blob);
      document.querySelector("button").onclick = () => { open(URL.createObjectURL(blob)); };
    });</script>`,
  "/sign-in": (_, response) => {
    response.writeHead(200, {
      "content-type": "text/html",
      "set-cookie": "who=me; HttpOnly; SameSite=Strict",
    });
    response.end(
      `<title>Invoices</title><iframe src="/invoice.pdf" width="300" height="200"></iframe>`,
    );
  },
  "/invoice.pdf": (request, response) => {
    const isSignedIn = request.headers.cookie === "who=me";
    response.writeHead(isSignedIn ? 200 : 401, {
      "content-type": "application/pdf",
      "cache-control": "no-store",
    });
    response.end(isSignedIn ? pdfOf([["Your invoice"]]) : "");
  },
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
});

describe("a PDF", () => {
  test("is told page by page in its tab, and a text in it can be waited for", async () => {
    const agent = await open("/links");
    const paper = await agent.act({ type: "click", id: agent.id("rules") });
    const { html, url } = await holding(agent, "Rule 1");
    expect([url, html]).toEqual([
      server.url("/rules.pdf"),
      expect.stringMatching(
        /^<!--a PDF of 40 pages--><section id="page-1">Rule 1 .*\nIts end.*<section id="page-2">Rule 2 /s,
      ),
    ]);
    expect(paper.observation?.tabs[0]?.url).toBe(server.url("/rules.pdf"));
    const waited = await agent.act({ type: "wait", text: "RULE 40 says" });
    expect(waited.status).toBe("done");
    await agent.close();
  });

  test("is told in a new tab", async () => {
    const agent = await open("/links");
    await agent.act({ type: "click", id: agent.id("another-tab") });
    const { html, tabs } = await holding(agent, "Rule 1");
    expect(html).toContain("a PDF of 40 pages");
    expect(tabs).toHaveLength(2);
    await agent.close();
  });

  test("is told in its frame, object and embed, and the rest by expansions", async () => {
    const agent = await open("/papers");
    for (const words of ["Terms of the lease", "A menu", "Rule 1 "]) await holding(agent, words);
    const { html } = await agent.observe({ maxTokens: 2_000 });
    expect(html).toMatch(/src="\/lease\.pdf"><!--a PDF of 1 page-->/);
    const told: string[] = [];
    let expand = /<!--(\S*more:\S+)/.exec(html)?.[1];
    while (expand !== undefined) {
      const part = await agent.observe({ expand, maxTokens: 2_000 });
      told.push(...(part.html.match(/Rule \d+ /g) ?? []));
      expand = part.expandable[0];
    }
    expect(told.at(-1)).toBe("Rule 40 ");
    expect((await agent.observe({ expand: "rules/page-17" })).html).toMatch(
      /^<!--[^>]*--><section id="rules\/page-17">Rule 17 /,
    );
    await agent.close();
  });

  test("is read on by an id in it that may be a name as well, as a command line sends it", async () => {
    const agent = await open("/papers");
    for (const words of ["Terms of the lease", "Rule 1 "]) await holding(agent, words);
    const expanded = async (id: string): Promise<string> => {
      const { status, observation } = await agent.act({ type: "expand", id: { id, name: id } });
      return `${status} ${observation?.html}`;
    };
    expect(await expanded("rules/page-17")).toMatch(
      /^done .*<section id="rules\/page-17">Rule 17 /,
    );
    expect(await expanded("rules/more:page-39")).toContain("Rule 40 ");
    const missing = await agent.act({
      type: "expand",
      id: { id: "rules/page-99", name: "rules/page-99" },
    });
    expect(missing.error?.message).toContain('"rules/page-99"; nearest: rules/page-');
    await agent.act({ type: "goto", url: server.url("/lease.pdf") });
    expect(await expanded("page-1")).toMatch(/^done .*<section id="page-1">/);
    await agent.close();
  });

  test("made by a script is told in a frame and in a new tab, as other documents at blob addresses are", async () => {
    const agent = await open("/made");
    await holding(agent, 'id="lease/page-1">Terms of the lease');
    const counted = await agent.act({ type: "click", id: { name: "1", in: "Count" } });
    expect(counted.status).toBe("done");
    await holding(agent, ">2</button>");
    await agent.act({ type: "click", id: agent.id("show") });
    const { url } = await holding(agent, "Terms of the lease");
    expect(url).toMatch(/^blob:/);
    await agent.close();
  });

  test("behind a sign-in is asked for with its cookies", async () => {
    const agent = await open("/sign-in");
    expect((await holding(agent, "Your invoice")).omitted).toEqual([]);
    await agent.close();
  });

  test("that answered a form is told as one, and the form is not sent again", async () => {
    const agent = await open("/links");
    const receipt = await agent.act({ type: "click", id: agent.id("receipt") });
    expect(htmlOf(receipt)).toMatch(/^<!--a PDF: .*answer to a form/);
    expect(server.requests.filter(({ path }) => path === "/receipt.pdf")).toHaveLength(1);
    await agent.close();
  });

  test.each([
    ["/locked.pdf", "password"],
    ["/broken.pdf", "damaged"],
    ["/scan.pdf", "no words"],
  ])("whose words can't be read says why: %s", async (path, why) => {
    const agent = await open(path);
    const { html, omitted } = await holding(agent, why);
    expect(html).toContain("a PDF");
    expect(omitted).toMatchObject([{ what: "text", where: server.url(path) }]);
    expect(omitted[0]?.why).toContain("screenshot");
    await agent.close();
  });
});

/** Observes until the page holds the words: those of a PDF may come a moment after the page. */
async function holding(agent: TestAgent, words: string): Promise<Observation> {
  let last = await agent.observe();
  await until(async () => {
    if (!last.html.includes(words)) last = await agent.observe();
    return last.html.includes(words);
  }, `the page holds "${words}"`);
  return last;
}
