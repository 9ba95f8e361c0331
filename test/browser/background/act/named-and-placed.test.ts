// Elements that are called by words, points in them, the wheel over them and held keys, in the built extension, by both
// kinds of input.
import { describe, expect, test } from "vitest";

import type { ElementWords } from "@webserv/shared/model/actions/action-spec.ts";

import type { PageSource } from "../../../support/pages/page-server.ts";
import { htmlOf, TestAgent } from "../agent.ts";
import { servedPages } from "../served-pages.ts";

/** Writes what was pressed into the page. */
const tell = `<output></output><script>
  const say = (words) => { document.querySelector("output").textContent += "[" + words + "]"; };
  addEventListener("click", (event) => {
    const button = event.composedPath()[0].closest?.("button");
    if (button) say((button.dataset.of ?? "") + " " + button.textContent);
  });
</script>`;

const market = `<title>Market</title><style>.strip { display: flex } .tall { height: 1500px }</style>
  <button data-of="first">Archive</button><h1>Teas</h1>
  <div class="strip"><span>Green tea <button data-of="green">Pour</button></span>
    <span>Black tea <button data-of="black">Pour</button></span></div>
  <table><tr><td>Scone<td><button data-of="scone">Order</button><tr><td>Muffin<td><button data-of="muffin">Order</button></table>
  <button>+</button><button>Basket (3)</button><button data-of="slot">9:30</button>
  <div class="tall"></div>
  <h2>Address</h2><label>Street <input></label><button data-of="address">Save</button>
  <h2>Card</h2><button data-of="card">Save</button>
  <a href="#save">Save</a><button data-of="second">Archive</button>
  <section><h2>Payment</h2><iframe width="300" height="90" title="Card form"
    srcdoc="<button onclick='this.textContent = \`Pay now!\`'>Pay now</button>"></iframe></section>
  <div id="host"></div>${tell}<script>
    document.querySelector("#host").attachShadow({ mode: "closed" }).innerHTML =
      "<button onclick='say(\`inside\`)'>Hidden away</button>";
  </script>`;

/** Ada's entry has nothing to press wherever she stands, and the one beside it has. */
const people = `<title>People</title><div id="app"><header>Signed in as <b>Mia</b></header><main>
  <ul><li><h3>Ada heading</h3></li><li><h3>Bob</h3><button>Drop</button></li></ul>
  <section><h2>Ada section</h2>none</section><section><h2>Users</h2><button>Drop</button></section>
  <table><tr class="odd"><td>Ada striped<td></td></tr><tr class="even"><td>Bob<td><button>Drop</button></table>
  <div role="grid"><div role="gridcell">Ada cell</div><div role="gridcell"></div>
    <div role="gridcell">Bob</div><div role="gridcell"><button>Drop</button></div></div>
  <dl><dt>Ada term<dd>none<dt>Bob<dd><button>Drop</button></dl>
  <div><div class="head"><b>Today's people</b></div><div class="foot"><button>Greet all</button></div></div>
  <label><input type="checkbox">C#</label></main></div>${tell}`;

/** Tiles and labels that say more than the words by which another element is called. */
const shop = `<title>Shop</title><style>.tile { display: grid }</style>
  <a class="tile" href="#bags" onclick="say('tile')"><strong>Bags</strong><span>45 products</span></a>
  <a href="#bags" onclick="say('menu')">Bags</a>
  <button data-of="kettle" aria-label="Add to basket (Kettle)">Add to basket</button>
  <button data-of="pan">Add to basket</button>
  <a class="tile" href="#mugs" onclick="say('mugs')"><strong>Mugs</strong><span>12 products</span></a>${tell}`;

const dialog = `<title>Dialog</title><button data-of="page">Save</button>
  <dialog aria-label="Rename"><button data-of="dialog">Save</button></dialog>${tell}
  <script>document.querySelector("dialog").showModal()</script>`;

const board = `<title>Board</title><style>
    #round { width: 200px; height: 200px; border-radius: 50%; background: teal }
    #sheet { position: relative; width: 400px; height: 200px; background: silver }
    #sheet button { position: absolute; left: 300px; top: 100px; width: 100px; height: 100px }
  </style><canvas id="map" width="400" height="200" aria-label="Map"></canvas>
  <div id="round" role="button" tabindex="0" aria-label="Round"></div>
  <div id="sheet" role="button" tabindex="0" aria-label="Sheet"><button>Inner</button></div>${tell}<script>
    for (const id of ["map", "round", "sheet"]) {
      const element = document.getElementById(id);
      element.onclick = (event) => {
        const { left, top } = element.getBoundingClientRect();
        say(id + " " + Math.round(event.clientX - left) + "," + Math.round(event.clientY - top));
      };
    }
    map.onwheel = (event) => {
      event.preventDefault();
      say("wheel " + event.deltaX + "," + event.deltaY + (event.ctrlKey ? " ctrl" : ""));
    };
  </script>`;

/** A page without a scroller of the browser's: its script moves the rows. */
const roller = `<title>Roller</title><style>
    #port { height: 200px; width: 300px; overflow: hidden } .row { height: 50px }
  </style><h1>Rows</h1><div id="port" role="region" aria-label="Rows"><div id="track"></div></div><p>After</p><script>
    track.innerHTML = Array.from({ length: 20 }, (_, at) => "<div class=row><button>Row " + (at + 1) + "</button></div>").join("");
    let moved = 0;
    port.addEventListener("wheel", (event) => {
      event.preventDefault();
      moved = Math.max(0, Math.min(800, moved + event.deltaY));
      track.style.transform = "translateY(" + -moved + "px)";
    }, { passive: false });
  </script>`;

const terms = `<title>Terms</title><style>
    .veil { position: fixed; inset: 0; background: #0006 } .box { margin: 40px; background: white }
    .text { height: 150px; overflow: auto }
  </style><div style="height: 3000px">Page</div><div class="veil"><div class="box" role="dialog" aria-modal="true" aria-label="Terms">
    <div class="text"><p>${"All of it has to be read. ".repeat(120)}</div><button>Agree</button></div></div>`;

const keys = `<title>Keys</title><input aria-label="Note"><button>Talk</button><output></output><script>
  let down = 0, repeats = 0;
  addEventListener("keydown", (event) => { if (event.repeat) repeats++; else down = event.timeStamp; });
  addEventListener("keyup", (event) => {
    document.querySelector("output").textContent +=
      "[" + event.key + (event.timeStamp - down >= 700 ? " held" : " short") + (repeats > 0 ? " repeated" : "") + "]";
    repeats = 0;
  });
</script>`;

const pages: Record<string, PageSource> = {
  "/market": market,
  "/dialog": dialog,
  "/shop": shop,
  "/board": board,
  "/roller": roller,
  "/terms": terms,
  "/keys": keys,
  "/late": `<title>Late</title><p>Soon</p>${tell}<script>
    let frames = 0;
    const come = () => { if (++frames < 12) return requestAnimationFrame(come);
      document.body.insertAdjacentHTML("beforeend", "<button data-of=late>Undo</button>"); };
    requestAnimationFrame(come);
  </script>`,
  "/people": people,
  "/many": `<title>Many</title>${`<p><b tabindex="0" onclick="1" role="${"r".repeat(900)}">Row</b></p>`.repeat(30)}`,
  "/end": `<title>End</title><div style="height: 3000px">Long</div>`,
  "/locked": `<title>Locked</title><style>html { overflow: hidden }</style><div style="height: 3000px">Long</div>`,
  "/held": `<title>Held</title><div style="height: 3000px">Long</div><script>
    addEventListener("wheel", (event) => event.preventDefault(), { passive: false });</script>`,
};

const openPage = servedPages(pages);

describe.each(["trusted", "synthetic"] as const)("%s input", (input) => {
  const open = (path: string): Promise<TestAgent> => openPage(path, input);

  test.each<[what: string, named: ElementWords, says: string]>([
    ["in a strip of words", { name: "Pour", in: "Black tea" }, "[black Pour]"],
    ["in its row", { name: "order", in: "Muffin" }, "[muffin Order]"],
    ["below the view, under its heading", { name: "Save", in: "Address" }, "[address Save]"],
    ["by its role", { name: "Save", in: "Card", role: "button" }, "[card Save]"],
    ["without its count", { name: "Basket" }, "Basket (3)]"],
    ["by a sign alone", { name: "+" }, " +]"],
    ["in a closed shadow root", { name: "Hidden away" }, "[inside]"],
    ["in a frame under a heading of the page", { name: "Pay now", in: "Payment" }, "Pay now!"],
    ["in a frame by its title", { name: "Pay now", in: "Card form" }, "Pay now!"],
    ["by the id that the word is, too", { id: "archive", name: "archive" }, "[first Archive]"],
    ["by a name that could be an id", { id: "9:30", name: "9:30" }, "[slot 9:30]"],
  ])("an element is clicked that is called by words: %s", async (_what, named, says) => {
    const agent = await open("/market");
    const step = await agent.act({ type: "click", id: named });
    expect(step.error).toBeUndefined();
    expect(step).toMatchObject({ status: "done", input, action: { id: named } });
    expect(htmlOf(step)).toContain(says);
    expect(htmlOf(step)).toContain(`id="${step.target?.id}"`);
    await agent.close();
  });

  test.each(["Ada heading", "Ada section", "Ada striped", "Ada cell", "Ada term", "Mia"])(
    "nothing is pressed for the place %s, in which nothing is called so",
    async (place) => {
      const agent = await open("/people");
      const step = await agent.act({ type: "click", id: { name: "Drop", in: place } });
      expect(step).toMatchObject({ status: "failed", error: { code: "unknown-name" } });
      await agent.close();
    },
  );

  test("signs that belong to a word or a number tell names apart, and an apostrophe does not", async () => {
    const agent = await open("/people");
    const other = await agent.act({ type: "check", id: { name: "C++" } });
    expect(other.error?.code).toBe("unknown-name");
    const named = { name: "Greet all", in: "Todays people" };
    const step = await agent.act({ type: "click", id: named });
    expect(htmlOf(step)).toContain("Greet all]");
    await agent.close();
  });

  test("words that name several elements list them, and words that name none list what comes near", async () => {
    const agent = await open("/market");
    const several = await agent.act({ type: "click", id: { name: "Pour" } });
    expect(several).toMatchObject({ status: "failed", error: { code: "ambiguous" } });
    expect(several.error?.message).toMatch(/beside "Green tea".*beside "Black tea"/);
    const candidates = several.error?.details["candidates"];
    expect(candidates).toHaveLength(2);
    const none = await agent.act({ type: "click", id: { name: "Pay later" } });
    expect(none).toMatchObject({ status: "failed", error: { code: "unknown-name" } });
    expect(none.error?.message).toContain("Pay now");
    expect(none.error?.next).toContain("in the message");
    const strange = await agent.act({ type: "click", id: { name: "Zyxwvut qponmlk" } });
    expect(strange.error?.message).not.toContain("nearest");
    expect(strange.error?.next).not.toContain("message");
    const heading = await agent.act({ type: "click", id: { name: "Card" } });
    expect(heading.error).toMatchObject({ code: "unknown-name" });
    expect(heading.error?.message).toContain('(button "Save" in "Card")');
    const elsewhere = await agent.act({ type: "click", id: { name: "Order", in: "Green tea" } });
    expect(elsewhere.error).toMatchObject({ code: "unknown-name" });
    expect(elsewhere.error?.message).toMatch(/elsewhere: .*Scone.*Muffin/);
    const noRole = await agent.act({ type: "hover", id: { name: "Order", role: "link" } });
    expect(noRole.error?.message).toContain('is a "link"');
    expect(htmlOf(noRole)).not.toContain("[");
    await agent.close();
  });

  test("an element that shows just the words goes before one that shows more, and not before one that is only labelled otherwise", async () => {
    const agent = await open("/shop");
    const bags = await agent.act({ type: "click", id: { name: "Bags" } });
    expect(htmlOf(bags)).toContain("[menu]");
    const mugs = await agent.act({ type: "click", id: { name: "mugs" } });
    expect(htmlOf(mugs)).toContain("[mugs]");
    const added = await agent.act({ type: "click", id: { name: "Add to basket" } });
    expect(added).toMatchObject({ status: "failed", error: { code: "ambiguous" } });
    await agent.close();
  });

  test("an unknown id is no name that only resembles it, and the error lists the ids that do", async () => {
    const agent = await open("/market");
    const step = await agent.act({ type: "click", id: { id: "pay-nows", name: "pay-nows" } });
    expect(step).toMatchObject({ status: "failed", error: { code: "unknown-id" } });
    const other = await agent.act({ type: "click", id: { id: "basket-3", name: "basket-3" } });
    expect(other).toMatchObject({ status: "failed", error: { code: "unknown-id" } });
    expect(other.error?.message).toContain("teas.basket");
    await agent.close();
  });

  test("of many elements with strange roles the error lists a few, in few words", async () => {
    const agent = await open("/many");
    const step = await agent.act({ type: "click", id: { name: "Row" } });
    expect(step).toMatchObject({ status: "failed", error: { code: "ambiguous" } });
    expect(step.error?.details["candidates"]).toHaveLength(10);
    expect(step.error?.message.length).toBeLessThan(2_000);
    await agent.close();
  });

  test("words mean what can be used: the button of the open dialog, and not the one behind it", async () => {
    const agent = await open("/dialog");
    const step = await agent.act({ type: "click", id: { name: "Save" } });
    expect(htmlOf(step)).toContain("[dialog Save]");
    await agent.close();
  });

  test("an element that comes a moment later is waited for, by an action and by wait", async () => {
    const agent = await open("/late");
    const wait = await agent.act({ type: "wait", id: { name: "Undo" } });
    expect(wait.status).toBe("done");
    const step = await agent.act({ type: "click", id: { name: "Undo" } });
    expect(htmlOf(step)).toContain("[late Undo]");
    await agent.close();
  });

  test("a field is filled that is called by its label", async () => {
    const agent = await open("/market");
    const step = await agent.act({ type: "type", id: { name: "Street" }, text: "Elm" });
    expect(step).toMatchObject({ status: "done", effects: { value: "Elm" } });
    await agent.close();
  });

  test.each([
    ["map", { x: 0.25, y: 0.5 }, "[map 100,100]"],
    ["map", { x: 0.9, y: 0.9 }, "[map 360,180]"],
    ["round", { x: 0.5, y: 0.1 }, "[round 100,20]"],
    ["sheet", { x: 0.1, y: 0.1 }, "[sheet 40,20]"],
  ])("%s is clicked at %j", async (name, at, says) => {
    const agent = await open("/board");
    const step = await agent.act({ type: "click", id: agent.id(name), at });
    expect(step.error).toBeUndefined();
    expect(htmlOf(step)).toContain(says);
    await agent.close();
  });

  test.each([
    ["round", "outside", "is not on it"],
    ["sheet", "covered", "belongs to what stands in it"],
  ])("a point that is not %s itself is refused as %s", async (name, code, words) => {
    const agent = await open("/board");
    const step = await agent.act({ type: "click", id: agent.id(name), at: { x: 0.98, y: 0.98 } });
    expect(step).toMatchObject({ status: "failed", error: { code } });
    expect(step.error?.message).toContain(words);
    expect(htmlOf(step)).not.toContain("[");
    await agent.close();
  });

  test("the wheel is turned over an element, with modifiers", async () => {
    const agent = await open("/board");
    const id = agent.id("map");
    const step = await agent.act({ type: "wheel", id, dy: -120 });
    expect(step).toMatchObject({ status: "done", target: { name: "Map" } });
    expect(htmlOf(step)).toContain("[wheel 0,-120]");
    const zoomed = await agent.act({ type: "wheel", id, dx: 30, modifiers: ["Control"] });
    expect(htmlOf(zoomed)).toMatch(/\[wheel 30,-?0 ctrl\]/);
    await agent.close();
  });

  test("contents that a script moves are told as cut off, and scroll turns the wheel over them", async () => {
    const agent = await open("/roller");
    expect(agent.opened.observation?.html).toContain('clipped="0/800"');
    const id = agent.id("row-1");
    const step = await agent.act({ type: "scroll", direction: "down", id, by: 300 });
    expect(step).toMatchObject({ status: "done", effects: { scrolled: { y: 300, maxY: 800 } } });
    expect(htmlOf(step)).toContain('clipped="300/800"');
    expect(htmlOf(step)).toContain("Row 8");
    const end = await agent.act({ type: "scroll", direction: "down", by: "end" });
    expect(end).toMatchObject({ status: "done", effects: { scrolled: { y: 800 } } });
    const over = await agent.act({ type: "scroll", direction: "down" });
    expect(over).toMatchObject({ status: "failed", error: { code: "not-scrollable" } });
    await agent.close();
  });

  test("an open dialog's scroller is meant without an id, and can be named", async () => {
    const agent = await open("/terms");
    expect(agent.opened.observation?.html).toContain('id="terms.scroller" scrolled="0/');
    const step = await agent.act({ type: "scroll", direction: "down", by: 100 });
    expect(step).toMatchObject({ status: "done", effects: { scrolled: { y: 100 } } });
    const id = "terms.scroller";
    const named = await agent.act({ type: "scroll", direction: "up", id, by: 40 });
    expect(named).toMatchObject({ status: "done", effects: { scrolled: { y: 60 } } });
    await agent.close();
  });

  test.each([
    ["/end", "up", "at its end"],
    ["/end", "left", "can be scrolled left"],
    ["/locked", "down", "the page is locked"],
    ["/held", "down", "nothing has moved"],
  ] as const)("on %s a scroll %s that moves nothing says why", async (path, direction, why) => {
    const agent = await open(path);
    const step = await agent.act({ type: "scroll", direction });
    expect(step).toMatchObject({ status: "failed", error: { code: "not-scrollable" } });
    expect(step.error?.message).toContain(why);
    await agent.close();
  });

  test("a key is held, and repeats as a keyboard's does", async () => {
    const agent = await open("/keys");
    const short = await agent.act({ type: "press", key: "Space" });
    expect(htmlOf(short)).toContain("[ short]");
    const held = await agent.act({ type: "press", key: "ArrowRight", holdMs: 900 });
    expect(htmlOf(held)).toContain("[ArrowRight held repeated]");
    const id = agent.id("note");
    const text = await agent.act({ type: "press", key: "a", id, holdMs: 700 });
    expect(htmlOf(text)).toMatch(/value="aa+"/);
    await agent.close();
  });

  test("a key that no keyboard has is told if nothing secret has the focus", async () => {
    const agent = await open("/keys");
    const step = await agent.act({ type: "press", key: "Foo" });
    expect(step.error).toMatchObject({ code: "unknown-key", message: 'no key is named "Foo"' });
    await agent.close();
  });
});
