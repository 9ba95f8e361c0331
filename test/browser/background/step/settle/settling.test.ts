// Tests what settling knows from outside, and through all frames, in the built extension.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import type { StepOutcome } from "@webserv/shared/model/step.ts";

import { ContentServer } from "../../../../support/browser/content-server.ts";
import { ExtensionBrowser } from "../../../../support/browser/extension-browser.ts";
import { LateServer } from "../../../../support/pages/late-server.ts";
import { inTime, TooEarly } from "../../../../support/time/under-deadline.ts";
import { REPLY_MS } from "../../../../../extension/src/content/settle/limits.ts";
import { htmlOf, TestAgent } from "../../agent.ts";

let chromium: ExtensionBrowser;
let server: ContentServer;
let late: LateServer;
let agent: TestAgent;
beforeAll(async () => {
  [chromium, server, late] = await Promise.all([
    ExtensionBrowser.launch(),
    new ContentServer().listen(),
    new LateServer().listen(),
  ]);
});
afterEach(() => agent.close());
afterAll(async () => {
  await chromium.close();
  await Promise.all([server.close(), late.close()]);
});

/** Longer than anything here takes. */
const CAUSAL = { mode: "causal", idleMs: 0, budgetMs: 60_000 } as const;

/** A page with a button, whose script has `show(text)` and `at(ms, name)`, the address of what comes late. */
function pageDoing(onClick: string, more = ""): string {
  return server.page(`<button>Go</button><p id="out"></p>${more}<script>
    const show = (text) => { out.textContent = text; };
    const at = (ms, name) => "http://${late.host}/" + ms + "/" + name;
    document.querySelector("button").onclick = () => { ${onClick} };
  </script>`);
}

async function go(url: string, settle: object = CAUSAL): Promise<StepOutcome> {
  agent = await TestAgent.open(chromium.daemon, url);
  return await agent.act({ type: "click", id: agent.id("go") }, settle);
}

/** What an inner frame shows, once it is asked to begin by a message. */
const INSIDE = `<p id="out">waiting</p><script>onmessage = ({ data }) =>
  fetch(data).then((answer) => answer.text()).then((text) => { out.textContent = text + " inside"; });
</script>`;

describe("a click that shows nothing at first", () => {
  const ANSWER = `setTimeout(() => show("all there"), 1_800)`;

  test("the timer that brings its answer is waited for, and one that typing sets is not", async () => {
    expect(htmlOf(await go(pageDoing(ANSWER)))).toContain("all there");
    const typed = server.page(`<p id="out"></p><input aria-label="Name" oninput="setTimeout(() => {
      out.textContent = 'all there'; }, 2_400)">`);
    await agent.act({ type: "goto", url: typed });
    const step = await agent.act({ type: "type", id: "name", text: "Ada" }, CAUSAL);
    expect(step.settle).toMatchObject({ status: "settled", waitedFor: [] });
  });
});

describe("a page that is followed for as long as the step lasts", () => {
  test("work that a late chunk sets in motion is waited for", async () => {
    const chunk = `?body=${encodeURIComponent(`fetch(at(400, "a.txt")).then(() => setTimeout(() => show("all there"), 200))`)}`;
    const step = await go(pageDoing(`import(at(3000, ${JSON.stringify(`a.js${chunk}`)}))`));
    expect(htmlOf(step)).toContain("all there");
    expect(step.settle).toMatchObject({ status: "settled" });
    expect(step.settle?.waitedFor).toContainEqual(expect.objectContaining({ kind: "script" }));
  });

  test("an inner frame that had nothing to do at first is waited for", async () => {
    const inside = server.page(INSIDE);
    const step = await go(
      pageDoing(
        `fetch(at(3500, "a.txt")).then(() => frames[0].postMessage(at(500, "b.txt?body=more"), "*"))`,
        `<iframe src="${inside}"></iframe>`,
      ),
    );
    expect(htmlOf(step)).toContain("more inside");
  });

  test("an inner frame that the action itself has brought is waited for", async () => {
    const inside = server.page(
      `<p id="out"></p><script>onload = () => setTimeout(() => { out.textContent = "brought"; }, 400)</script>`,
    );
    const step = await go(
      pageDoing(
        `const f = document.createElement("iframe"); f.src = ${JSON.stringify(inside)}; document.body.append(f)`,
      ),
    );
    expect(htmlOf(step)).toContain("brought");
  });
});

describe("what is not waited for to the end", () => {
  test("a frame that has answered a message of its page is not waited for as if more were to come", async () => {
    const inside = server.page(
      `<p>Helper</p><script>onmessage = ({ data, source }) => source.postMessage(data, "*")</script>`,
    );
    const url = pageDoing(
      `onmessage = ({ data }) => show(data); frames[0].postMessage("all there", "*")`,
      `<iframe src="${inside}"></iframe>`,
    );
    let tries = 0;
    const step = await inTime(async () => {
      if (tries++ > 0) await agent.close();
      const answered = await go(url);
      const { waitedMs = Infinity } = answered.settle ?? {};
      if (waitedMs >= REPLY_MS / 2) throw new TooEarly(`${waitedMs} ms were waited`);
      return answered;
    });
    expect(htmlOf(step)).toContain("all there");
  });

  test("the next document of an inner frame is told as pending if it does not come", async () => {
    const next = `${server.origin}/hold/never`;
    const inside = server.page(`<a href="${next}">Next page</a>`);
    agent = await TestAgent.open(
      chromium.daemon,
      server.page(`<h1>Around</h1><iframe title="Inside" src="${inside}"></iframe>`),
    );
    const step = await agent.act(
      { type: "click", id: "around.inside/next-page" },
      { mode: "causal", idleMs: 0, budgetMs: 1500 },
    );
    expect(step.settle).toMatchObject({ status: "timeout" });
    expect(step.settle?.pending).toContainEqual(
      expect.objectContaining({ kind: "frame", url: next }),
    );
    expect(step.settle?.reasons.join()).toContain(next);
  });

  test("settling tells how many inner frames it did not ask, if there are too many", async () => {
    const inside = server.page("<p>Inside</p>");
    const frame = `<iframe width="60" height="30" src="${inside}"></iframe>`;
    const step = await go(pageDoing(`out.innerHTML = ${JSON.stringify(frame)}.repeat(27)`));
    expect(step.settle?.status).toBe("partial");
    expect(step.settle?.reasons.join()).toContain("3 more inner frames");
  });
});

describe("scripts and styles on their way", () => {
  test("scripts that elements load for the page's own ends don't hold the answer", async () => {
    // As one that polls another site does: each answer has the next one asked for.
    const poll = `<script>
      const poll = () => {
        const script = document.createElement("script");
        script.src = "http://${late.host}/1000/poll.js?" + Math.random();
        script.onload = () => { script.remove(); setTimeout(poll, 20); };
        document.head.append(script);
      };
      setTimeout(poll);
    </script>`;
    const step = await go(pageDoing(`fetch(at(1500, "a.txt")).then(() => show("done"))`, poll));
    expect(htmlOf(step)).toContain("done");
    expect(step.settle).toMatchObject({ status: "settled" });
    expect(step.settle?.waitedFor.map(({ kind }) => kind)).not.toContain("script");
  });

  test.each([
    [
      "a stylesheet that another one imports",
      `const style = document.createElement("style");
       style.textContent = '@import "' + at(800, "a.css") + '"';
       document.head.append(style);
       // What listens to it is taken for the page's own affair.
       show("styled");`,
    ],
    [
      "a stylesheet that is imported as a module",
      `import(at(800, "b.css"), { with: { type: "css" } }).then(() => setTimeout(() => show("styled"), 100))`,
    ],
  ])("%s is waited for", async (_, onClick) => {
    const step = await go(pageDoing(onClick));
    expect(htmlOf(step)).toContain("styled");
    expect(step.settle?.waitedFor).toContainEqual(expect.objectContaining({ kind: "style" }));
  });
});

describe("a worker that can't be followed", () => {
  test.each([
    ["service", "ask-the-service-worker"],
    ["shared", "ask-the-shared-worker"],
  ])("a %s worker is waited for while it asks a server itself", async (name, id) => {
    const slow = `http://${late.host}/2200/a.txt?body=slow`;
    agent = await TestAgent.open(chromium.daemon, `${server.origin}/workers/?${slow}`);
    // The browser may take long to start a worker, which is not what the answer waits for.
    while (!(await agent.observe()).clickable.includes(id));
    const step = await agent.act({ type: "click", id }, CAUSAL);
    expect(htmlOf(step)).toContain(`${name}: slow`);
  });
});

test("a step tells words that came and went while it waited", async () => {
  const toast = "<div style='position:fixed;top:0'>That name is taken</div>";
  const step = await go(
    pageDoing(`document.body.insertAdjacentHTML("beforeend", ${JSON.stringify(toast)});
      const it = document.body.lastElementChild;
      fetch(at(500, "a.txt")).then(() => { it.remove(); return fetch(at(100, "b.txt")); }).then(() => show("done"));`),
  );
  expect(htmlOf(step)).toContain("done");
  expect(step.effects.passed).toEqual(["That name is taken"]);
});
