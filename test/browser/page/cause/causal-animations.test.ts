// The cause goes with transitions and animations that bring something into view or take it away.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { click, pageDoing } from "../../../support/pages/clicked-page.ts";
import { ContentBrowser } from "../../../support/browser/content-page.ts";

let browser: ContentBrowser;
beforeAll(async () => {
  browser = await ContentBrowser.launch();
});
afterEach(() => browser.closePages());
afterAll(() => browser.close());

const BOX = `<div id="box">box</div><style>
  #box { transition: margin-left 0.4s, color 0.4s; }
  #box.moved { margin-left: 100px; }
  #box.red { color: red; }
  @keyframes in { from { opacity: 0 } to { opacity: 1 } }
  #box.in { animation: in 0.4s; }
  #box.round { animation: in 0.1s infinite; }
  .slow::view-transition-group(root) { animation-duration: 1.2s; }
</style>`;
const HEAD = "const box = document.querySelector('#box');";

describe("what a click sets moving", () => {
  test.each([
    ["a transition", "box.className = 'moved'; box.ontransitionend = soon"],
    [
      "a transition of colours that its element listens for",
      "box.addEventListener('transitionend', soon); box.className = 'red'",
    ],
    [
      "a transition of colours that the document listens for",
      "document.addEventListener('transitionend', soon); box.className = 'red'",
    ],
    ["an animation", "box.className = 'in'; box.addEventListener('animationend', soon)"],
    ["a script's animation", "box.animate([{ left: 0 }, { left: 9 }], 400).finished.then(soon)"],
    [
      "a script's animation that is listened to",
      "box.animate([{ left: 0 }, { left: 9 }], 400).onfinish = soon",
    ],
    [
      "a view's transition",
      "document.startViewTransition(() => { box.textContent = 'new'; }).finished.then(soon)",
    ],
    [
      "a view's transition that takes longer than others",
      "document.documentElement.className = 'slow'; document.startViewTransition(() => { box.textContent = 'new'; }).finished.then(soon)",
    ],
    [
      "what a view's transition does",
      "document.startViewTransition(() => later(200)).updateCallbackDone.then(soon)",
    ],
  ])("settling after a click waits for %s", async (_, onClick) => {
    const page = await pageDoing(browser, onClick, HEAD, BOX);
    expect(await click(page)).toMatchObject({ out: "done", report: { status: "settled" } });
  });
});

describe("what moves for its own sake", () => {
  test.each([
    ["a transition of colours", "box.className = 'red'"],
    ["an endless animation", "box.className = 'round'"],
    [
      "a script's endless animation",
      "box.animate([{ left: 0 }, { left: 9 }], { duration: 200, iterations: Infinity })",
    ],
  ])("settling after a click does not wait for %s", async (_, onClick) => {
    const page = await pageDoing(browser, onClick, HEAD, BOX);
    const { report } = await click(page);
    expect(report).toMatchObject({ status: "settled", waitedFor: [], pending: [] });
  });

  test("settling after a click does not wait for an animation that is stopped half way", async () => {
    const onClick = "box.animate([{ left: 0 }, { left: 9 }], 400).pause()";
    const page = await pageDoing(browser, onClick, HEAD, BOX);
    expect((await click(page)).report).toMatchObject({ status: "settled" });
  });
});
