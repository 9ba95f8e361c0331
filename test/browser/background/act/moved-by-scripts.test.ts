// Pages that move their own contents, scrollers within dialogs, and places that words name, in the built extension.
import { describe, expect, test } from "vitest";

import type { PageSource } from "../../../support/pages/page-server.ts";
import { htmlOf, TestAgent } from "../agent.ts";
import { servedPages } from "../served-pages.ts";

/** An editor of diagrams: its boxes stand around an origin without a size. */
const diagram = `<title>Diagram</title><style>
    body { margin: 0 } #desk { position: absolute; inset: 40px 0 0; overflow: hidden }
    #base { position: absolute } .box { position: absolute; width: 140px; height: 60px }
  </style><header>Diagram</header><div id="desk"><div id="base"></div></div><script>
    let x = 0, y = 0;
    const boxes = { Source: [80, 60], Sort: [400, 200], Store: [600, 1500], Report: [-400, -300] };
    for (const [name, [left, top]] of Object.entries(boxes)) base.insertAdjacentHTML("beforeend",
      \`<div class="box" style="left: \${left}px; top: \${top}px"><b>\${name}</b> <button>Open</button></div>\`);
    const move = () => { base.style.transform = \`translate(\${x}px, \${y}px)\`; };
    move();
    desk.addEventListener("wheel", (event) => {
      event.preventDefault();
      x -= event.deltaX;
      y -= event.deltaY;
      move();
    }, { passive: false });
  </script>`;

/** A locked page that shows one part after another; only its window hears of the wheel. */
const slides = `<title>Slides</title><style>
    html, body { margin: 0; height: 100%; overflow: hidden } section { height: 100vh }
  </style><div id="deck"><section><h2>Begin</h2></section><section><h2>Middle</h2></section><section><h2>End</h2></section></div><script>
    let at = 0;
    addEventListener("wheel", (event) => {
      event.preventDefault();
      at = Math.max(0, Math.min(2, at + Math.sign(event.deltaY)));
      deck.style.transform = \`translateY(\${-100 * at}vh)\`;
    }, { passive: false });
  </script>`;

/** A list that jumps back to where it was as soon as it is scrolled. */
const stubborn = `<title>Stubborn</title><div id="list" tabindex="0" aria-label="List" style="height: 200px; overflow: auto">
    <div style="height: 2000px">Long</div></div><script>list.onscroll = () => { list.scrollTop = 0; };</script>`;

/** A dialog that cuts off its own box, with a scroller in which there is another one. */
const agreement = `<title>Agreement</title><dialog id="sheet" aria-label="Agreement"
    style="height: 300px; width: 400px; overflow: hidden; flex-direction: column"><h2>Agreement</h2>
    <div style="overflow: auto; flex: 1"><div style="height: 80px; overflow: auto"><p style="height: 200px">Preface</p></div>
    <p style="height: 1400px">Text</p><p>Signed</p></div><button>Accept</button></dialog>
  <script>sheet.showModal(); sheet.style.display = "flex";</script>`;

/** Entries of which one has no such button, and a text that stands elsewhere on the page. */
const cart = `<title>Cart</title><aside><p>You may like Honey</p></aside><section>
    <div class="entry"><b>Milk</b><span>1 €</span><button>Remove</button></div>
    <div class="entry sold"><b>Butter</b><span>sold out</span></div></section>
  <section><p>Gift note</p><p>For somebody <button>Change</button></p></section>
  <div role="row"><span role="gridcell">Oats</span><span role="gridcell">2 € <button>Take</button></span></div>
  <div role="row"><span role="gridcell">Rice</span><span role="gridcell">3 € <button>Take</button></span></div>`;

const pages: Record<string, PageSource> = {
  "/agreement": agreement,
  "/cart": cart,
  "/diagram": diagram,
  "/slides": slides,
  "/stubborn": stubborn,
};

const openPage = servedPages(pages);

describe.each(["trusted", "synthetic"] as const)("by %s input", (input) => {
  const open = (path: string): Promise<TestAgent> => openPage(path, input);

  test("what lies outside an editor of diagrams is told on both axes, and scroll moves it on each", async () => {
    const agent = await open("/diagram");
    expect(agent.opened.observation?.html).toMatch(/clipped="300\/\d+ right 400\/\d+"/);
    const down = await agent.act({ type: "scroll", direction: "down", by: 1_400 });
    expect(down).toMatchObject({ status: "done", effects: { scrolled: { y: 1_700 } } });
    expect(htmlOf(down)).toContain("Store");
    // Only empty space shows now, and what lies outside is told all the same.
    const away = await agent.act({ type: "scroll", direction: "right", by: 5_000 });
    expect(htmlOf(away)).toContain(" right ");
    const back = await agent.act({ type: "scroll", direction: "left", by: 5_000 });
    expect(back.status).toBe("done");
    expect(htmlOf(back)).toContain("Store");
    await agent.close();
  });

  test("a locked page that shows one part after another is scrolled by the wheel, and at its end refuses", async () => {
    const agent = await open("/slides");
    for (const status of ["done", "done", "failed"]) {
      const down = await agent.act({ type: "scroll", direction: "down" });
      expect(down.status).toBe(status);
    }
    const up = await agent.act({ type: "scroll", direction: "up" });
    expect(up).toMatchObject({ status: "done", effects: { scrolled: { maxX: 0 } } });
    await agent.close();
  });

  test("a list that goes back to where it was has not been scrolled", async () => {
    const agent = await open("/stubborn");
    const step = await agent.act({ type: "scroll", direction: "down", id: "list" });
    expect(step).toMatchObject({ status: "failed", error: { code: "not-scrollable" } });
    await agent.close();
  });

  test("the scroller in a dialog is read to its end, whatever else cuts off or scrolls there", async () => {
    const agent = await open("/agreement");
    const first = await agent.act({ type: "scroll", direction: "down" });
    expect(first.status).toBe("done");
    expect(htmlOf(first)).not.toContain("clipped");
    const end = await agent.act({ type: "scroll", direction: "down", by: "end" });
    const { y, maxY } = end.effects.scrolled ?? { y: 0, maxY: -1 };
    expect(maxY - y).toBeLessThanOrEqual(1);
    const over = await agent.act({ type: "scroll", direction: "down" });
    expect(over.error?.code).toBe("not-scrollable");
    await agent.close();
  });
});

test.each([
  ["Remove", "Milk", "done"],
  ["Remove", "Butter", "unknown-name"],
  ["Remove", "Honey", "unknown-name"],
  ["Change", "Gift note", "done"],
  ["Take", "Rice", "done"],
])("%s in %s is %s: a text names its own entry, and no other", async (name, place, result) => {
  const agent = await openPage("/cart");
  const { status, error } = await agent.act({ type: "click", id: { name, in: place } });
  expect(error?.code ?? status).toBe(result);
  await agent.close();
});
