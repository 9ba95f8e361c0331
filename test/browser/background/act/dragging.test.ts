// drag, in the built extension: the browser's own drag and drop, and pages that follow the pointer.
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { ExtensionBrowser } from "../../../support/browser/extension-browser.ts";
import { packageFile } from "../../../support/pages/package-file.ts";
import type { PageSource } from "../../../support/pages/page-server.ts";
import { PageServer } from "../../../support/pages/page-server.ts";
import { htmlOf, TestAgent } from "../agent.ts";

const say = `const say = (text) => { document.querySelector("p").textContent += "[" + text + "]"; };`;

const pages = {
  "/native": `<title>Native</title>
    <button draggable="true" id="card">Card</button>
    <div style="height: 1500px"></div>
    <div role="button" tabindex="0" id="bin" style="height: 60px; width: 200px; background: #ddd">Bin</div><p></p>
    <script>${say}
      card.ondragstart = (event) => { event.dataTransfer.setData("text/plain", "the card"); say("start " + event.isTrusted); };
      card.ondragend = () => say("end");
      bin.ondragover = (event) => event.preventDefault();
      bin.ondrop = (event) => { event.preventDefault(); say("dropped " + event.dataTransfer.getData("text/plain")); };
      addEventListener("click", () => say("click"));
    </script>`,
  "/plain": `<title>Plain</title><style>div { height: 40px; width: 200px; background: #ddd; margin: 8px }</style>
    <div draggable="true" id="card">Card</div><div id="bin">Bin</div><div id="wall">Wall</div><p></p>
    <script>${say}
      card.addEventListener("dragstart", (event) => event.dataTransfer.setData("text/plain", "the card"));
      card.addEventListener("dragend", () => say("end"));
      bin.addEventListener("dragover", (event) => event.preventDefault());
      bin.addEventListener("drop", (event) => { event.preventDefault(); say("dropped " + event.dataTransfer.getData("text/plain")); });
      wall.addEventListener("dragover", () => {});
    </script>`,
  "/filled": `<title>Filled</title><div id="card" role="button" tabindex="0" aria-label="Album" onclick="say('opened')"
      style="width: 200px"><div ondragover="0" style="height: 80px">Pictures</div></div><p></p><script>${say}</script>`,
  "/list": `<title>List</title><style>button { display: block; width: 200px; height: 40px; touch-action: none }</style>
    <div id="list"><button>One</button><button>Two</button><button>Three</button></div><p></p>
    <script>${say}
      let held = null;
      list.onpointerdown = (event) => { held = event.target; };
      onpointermove = (event) => {
        if (held === null || event.buttons !== 1) return;
        for (const other of list.children) {
          const box = other.getBoundingClientRect();
          if (other === held || event.clientY < box.top || event.clientY >= box.bottom) continue;
          event.clientY < box.top + box.height / 2 ? other.before(held) : other.after(held);
        }
      };
      onpointerup = () => { held = null; say([...list.children].map((each) => each.textContent).join()); };
    </script>`,
  "/baskets": `<title>Baskets</title><style>.basket { width: 200px; min-height: 60px; background: #ddd; margin: 8px }</style>
    <div class="basket" id="kitchen"></div>
    <div class="basket" id="cellar"><div draggable="true">Apple</div><div draggable="true">Pear</div></div><p></p>
    <script>${say}
      let held;
      document.addEventListener("dragstart", (event) => { held = event.target; });
      document.addEventListener("dragover", (event) => { if (event.target.closest(".basket")) event.preventDefault(); });
      document.addEventListener("drop", (event) => {
        event.preventDefault();
        event.target.closest(".basket").append(held);
        say(held.textContent + " in the " + held.parentElement.id);
      });
    </script>`,
  "/slider": `<title>Slider</title><p></p>
    <div style="width: 300px; height: 20px; background: #ccc; position: relative">
      <div id="thumb" role="slider" tabindex="0" aria-label="Volume" aria-valuenow="0"
        style="position: absolute; left: 0; width: 20px; height: 20px; background: #333"></div></div>
    <script>${say}
      let from = null;
      thumb.onpointerdown = (event) => { from = event.clientX; thumb.setPointerCapture(event.pointerId); };
      thumb.onpointermove = (event) => { if (from !== null) thumb.ariaValueNow = event.clientX - from; };
      thumb.onpointerup = () => { from = null; say("let go"); };
    </script>`,
  "/canvas": `<title>Canvas</title><canvas id="pad" aria-label="Pad" width="300" height="100"></canvas><p></p>
    <script>${say}
      let from = null;
      pad.onpointerdown = (event) => { from = Math.round(event.offsetX); };
      pad.onpointerup = (event) => { say("stroke from " + from + " to " + Math.round(event.offsetX)); };
    </script>`,
};

/** A board that follows the pointer once a timer of the press has run; a move before that ends the drag. */
const board = (delayMs: number, ghost = false): string => `<title>Board</title>
  <style>button { display: block; width: 200px; height: 60px; margin: 0; touch-action: none }
    .ghost { position: fixed; width: 200px; height: 60px; background: #cdf; margin: 0 }</style>
  <button id="card">Card</button><button id="done">Done</button><p></p>
  <script>${say}
    let held = null;
    card.onpointerdown = ({ clientX: x, clientY: y, pressure }) => {
      held = { x, y, isOn: ${delayMs} === 0, pressure, timer: setTimeout(() => { if (held) held.isOn = true; }, ${delayMs}) };
    };
    addEventListener("pointermove", (event) => {
      if (held === null) return;
      if (!held.isOn) {
        if (Math.hypot(event.clientX - held.x, event.clientY - held.y) > 5) { clearTimeout(held.timer); held = null; }
        return;
      }
      held.moving = event.pressure;
      if (!${ghost}) return;
      held.ghost ??= document.body.appendChild(Object.assign(document.createElement("div"), { className: "ghost" }));
      held.ghost.style.left = event.clientX - 100 + "px";
      held.ghost.style.top = event.clientY - 30 + "px";
    });
    addEventListener("pointerup", (event) => {
      const was = held;
      held = null;
      if (was === null || !was.isOn) return;
      was.ghost?.remove();
      say("dropped on " + document.elementFromPoint(event.clientX, event.clientY).id + " " + was.pressure + " " + was.moving);
    });
  </script>`;

/** Two places with a card in the first, which the pointer drags: `begin`, `move` and `drop` are the page's. */
const places = (
  { begin = "", move = "", drop = "" }: Readonly<Record<string, string>>,
  beside = "",
): string => `<title>Places</title>
  <style>body { margin: 0 } .place { width: 220px; height: 90px; background: #ddd; margin: 8px } .lifted { opacity: 0.4 }
    .card { width: 200px; height: 40px; background: #fff; touch-action: none; user-select: none }
    .ghost { position: fixed; pointer-events: none; transition: transform 0.15s }</style>
  <div class="place" id="first"><div class="card" id="card" role="button" tabindex="0">Card</div></div>
  <div class="place" id="second"></div>${beside}<p></p>
  <script>
    const { card, first, second } = window;
    let held, ghost, line;
    card.onpointerdown = (event) => { held = event; };
    addEventListener("pointermove", (event) => {
      if (held === undefined) return;
      if (!held.on) { held.on = true; ${begin} }
      ${move}
    });
    addEventListener("pointerup", () => {
      if (held?.on) { ${drop} }
      held = undefined;
    });
  </script>`;

const follow = `
  ghost = document.body.appendChild(card.cloneNode(true));
  ghost.classList.add("ghost");
  card.classList.add("lifted");`;
const unfollow = `ghost.remove(); card.classList.remove("lifted");`;
const redraw = `first.innerHTML = '<div class="card" id="card" role="button" tabindex="0">Card</div>'`;

/** Pages that show a drag while it lasts, and take all of it back. */
const takenBack = {
  "/back-styles": places({
    begin: `card.style.opacity = "0.5"; card.style.pointerEvents = "none"; card.style.cursor = "grabbing";`,
    move: `card.style.transform = "translate(0px, " + (event.clientY - held.clientY) + "px)";`,
    drop: `card.style.opacity = "1"; card.style.pointerEvents = ""; card.style.transform = "translate(0px, 0px)";`,
  }),
  "/back-ghost": places({
    begin: `${follow} line = first.appendChild(document.createElement("hr"));`,
    drop: `line.remove(); ghost.style.transform = "translateY(-20px)";
      ghost.ontransitionend = () => { ghost.remove(); card.classList.remove("lifted"); };`,
  }),
  "/back-redrawn": places({ begin: `first.append("Drop it below");`, drop: `${redraw};` }),
  "/back-said": places({
    begin: `second.textContent = "Here?";`,
    drop: `second.textContent = "";`,
  }),
};

/** Pages that show, in very different ways, that a drag has done something. */
const lasting = {
  "/kept-moved": places({
    move: `card.style.position = "relative"; card.style.top = event.clientY - held.clientY + "px";`,
  }),
  "/kept-marked": places({ begin: follow, drop: `${unfollow} second.classList.add("full");` }),
  "/kept-swapped": places({ begin: follow, drop: `${unfollow} second.after(first);` }),
  "/kept-drawn": places(
    {
      begin: follow,
      drop: `${unfollow} plan.getContext("2d").fillRect(0, 0, 9, 9);`,
    },
    `<canvas id="plan" width="200" height="60"></canvas>`,
  ),
  "/kept-later": places({
    begin: follow,
    drop: `${unfollow}
      setTimeout(() => { document.querySelector("p").textContent = "Moved"; }, 200);`,
  }),
  "/kept-own-tree": places(
    {
      begin: follow,
      drop: `${unfollow} take();`,
    },
    `<own-place style="display: block; width: 220px; height: 60px"></own-place><script>
      const tree = document.querySelector("own-place").attachShadow({ mode: "closed" });
      tree.innerHTML = "<div style='height: 60px'></div>";
      const take = () => tree.firstChild.append("Card");
    </script>`,
  ),
};

const items = (names: string): string =>
  names
    .split(" ")
    .map((name) => `<div class="item" role="button" tabindex="0">${name}</div>`)
    .join("");

/** A list that a library sorts; `show` writes its order. */
const sorted = (library: string, begin: string): string => `<title>Sorted</title>
  <style>.item { height: 40px; width: 200px; background: #ddd; margin: 4px 0 }</style>
  <div id="list">${items("Wash Rinse Dry")}</div><p></p>
  <script src="/jquery.js"></script><script src="/${library}"></script><script>
    const show = () => { document.querySelector("p").textContent = "Order: " + [...list.children].map((each) => each.textContent).join(); };
    ${begin}
  </script>`;

const boards = {
  "/held": board(250),
  "/at-once": board(0),
  "/ghost": board(0, true),
  "/never": board(5_000),
  "/sortable": sorted("sortable.js", "new Sortable(list, { animation: 50, onEnd: show });"),
  "/sortable-held": sorted(
    "sortable.js",
    "new Sortable(list, { animation: 50, delay: 300, onEnd: show });",
  ),
  "/sortable-own": sorted(
    "sortable.js",
    "new Sortable(list, { forceFallback: true, delay: 200, onEnd: show });",
  ),
  "/dragula": sorted("dragula.js", "dragula([list]).on('dragend', show);"),
  "/jquery-ui": sorted("jquery-ui.js", "$(list).sortable({ stop: show });"),
  "/jquery.js": packageFile("jquery/dist/jquery.min.js"),
  "/sortable.js": packageFile("sortablejs/Sortable.min.js"),
  "/dragula.js": packageFile("dragula/dist/dragula.min.js"),
  "/jquery-ui.js": packageFile("jquery-ui-dist/jquery-ui.min.js"),
};

/** A card that the browser drags, a place for it, and a handle that follows the pointer. */
const things = (
  name: string,
): string => `<style>div { width: 150px; height: 30px; margin: 4px; background: #ddd; touch-action: none }</style>
  <div draggable="true" id="card">${name} card</div><div id="bin">${name} bin</div>
  <div id="handle" role="button" tabindex="0">${name} handle</div><p></p><script>${say}
    card.ondragstart = (event) => event.dataTransfer.setData("text/plain", "${name} card");
    card.ondragend = (event) => say("end " + event.dataTransfer.dropEffect);
    bin.ondragover = (event) => event.preventDefault();
    bin.ondrop = (event) => { event.preventDefault(); say("took " + event.dataTransfer.getData("text/plain")); };
    let held = false, outside = false;
    handle.onpointerdown = (event) => { held = true; handle.setPointerCapture(event.pointerId); };
    addEventListener("pointermove", (event) => { outside ||= held && document.elementFromPoint(event.clientX, event.clientY)?.id !== "handle"; });
    addEventListener("pointerup", () => { say("let go " + (outside ? "outside" : "inside")); held = false; });
  </script>`;

const framed: Record<string, PageSource> = {
  "/near": `<title>Near</title>${things("near")}`,
  "/far": `<title>Far</title>${things("far")}`,
  "/frames": (request, response) => {
    const host = (request.headers.host ?? "").replace("127.0.0.1", "localhost");
    const frame = (title: string, src: string): string =>
      `<iframe title="${title}" src="${src}" width="300" height="200"></iframe>`;
    response.setHeader("content-type", "text/html");
    response.end(
      `<title>Frames</title>${things("own")}${frame("Near", "/near")}${frame("Far", `http://${host}/far`)}`,
    );
  },
};

let chromium: ExtensionBrowser;
let server: PageServer;

beforeAll(async () => {
  [chromium, server] = await Promise.all([
    ExtensionBrowser.launch(),
    PageServer.listen({ ...pages, ...framed, ...boards, ...takenBack, ...lasting }),
  ]);
});
afterAll(async () => {
  await chromium.close();
  await server.close();
});

describe.each(["trusted", "synthetic"] as const)("drag by %s input", (input) => {
  const open = (path: string): Promise<TestAgent> =>
    TestAgent.open(chromium.daemon, server.url(path), { input });

  test("an element that the browser drags is dropped with its data, also out of view", async () => {
    const agent = await open("/native");
    const step = await agent.act({ type: "drag", id: agent.id("card"), to: agent.id("bin") });
    expect(step).toMatchObject({ status: "done", input, target: { name: "Card" } });
    expect(htmlOf(step)).toContain(`[start ${input === "trusted"}][dropped the card][end]`);
    // Drags are the browser's again, and nothing is held.
    const click = await agent.act({ type: "click", id: agent.id("bin") });
    expect(htmlOf(click)).toContain("[end][click]");
    await agent.close();
  });

  test("an element that hears only drags is dragged, and is dropped on an element that takes drops", async () => {
    const agent = await open("/plain");
    expect(agent.opened.observation?.clickable).toEqual([]);
    const refused = await agent.act({ type: "drag", id: "card", to: "wall" });
    expect(refused.status).toBe("done");
    expect(htmlOf(refused)).toContain("<p>[end]</p>");
    const step = await agent.act({ type: "drag", id: "card", to: "bin" });
    expect(step).toMatchObject({ status: "done", input, target: { name: "Card" } });
    expect(htmlOf(step)).toContain("[dropped the card][end]");
    await agent.close();
  });

  test("a thing is dropped into an empty basket for which the document alone listens", async () => {
    const agent = await open("/baskets");
    const step = await agent.act({ type: "drag", id: "apple", to: "kitchen" });
    expect(step.status).toBe("done");
    expect(htmlOf(step)).toContain("[Apple in the kitchen]");
    await agent.close();
  });

  test("a click on an element that a drop zone fills goes through the drop zone", async () => {
    const agent = await open("/filled");
    expect(agent.opened.observation?.html).toContain(`id="pictures"`);
    const step = await agent.act({ type: "click", id: "album" });
    expect(step.error).toBeUndefined();
    expect(htmlOf(step)).toContain("[opened]");
    await agent.close();
  });

  test("a list that follows the pointer is sorted anew by drags before and after an entry", async () => {
    const agent = await open("/list");
    const [one, three] = [agent.id("one"), agent.id("three")];
    const after = await agent.act({ type: "drag", id: one, to: three, position: "after" });
    expect(htmlOf(after)).toContain("[Two,Three,One]");
    const before = await agent.act({
      type: "drag",
      id: three,
      to: agent.id("two"),
      position: "before",
    });
    expect(htmlOf(before)).toContain("[Three,Two,One]");
    await agent.close();
  });
});

test("a stroke is drawn over a canvas, from one point of it to another", async () => {
  const agent = await TestAgent.open(chromium.daemon, server.url("/canvas"));
  const id = agent.id("pad");
  const at = { x: 0.1, y: 0.5 };
  const step = await agent.act({ type: "drag", id, at, to: id, toAt: { x: 0.8, y: 0.5 } });
  expect(step.error).toBeUndefined();
  expect(htmlOf(step)).toContain("[stroke from 30 to 240]");
  await agent.close();
});

describe("what a press needs before the pointer moves", () => {
  const dragged = async (path: string, id: string, to: string, position?: "after") => {
    const agent = await TestAgent.open(chromium.daemon, server.url(path));
    const ids = { id: agent.id(id), to: agent.id(to) };
    const step = await agent.act({
      type: "drag",
      ...ids,
      ...(position === undefined ? {} : { position }),
    });
    await agent.close();
    return step;
  };

  const draggedDown = async (path: string, px: number) => {
    const agent = await TestAgent.open(chromium.daemon, server.url(path));
    const step = await agent.act({ type: "drag", id: agent.id("card"), by: { x: 0, y: px } });
    await agent.close();
    return step;
  };

  test.each(["/held", "/at-once", "/ghost"])(
    "a card is dropped, with the pressure of a button that is down: %s",
    async (path) => {
      const step = await dragged(path, "card", "done");
      expect(step.error).toBeUndefined();
      expect(htmlOf(step)).toContain("[dropped on done 0.5 0.5]");
    },
  );

  test("a drag that the page does nothing for is not done", async () => {
    const step = await dragged("/never", "card", "done");
    expect(step).toMatchObject({ status: "failed", error: { code: "not-dragged" } });
  });

  test.each(Object.keys(takenBack))(
    "a drag that the page shows and takes back is not done: %s",
    async (path) => {
      const step = await draggedDown(path, 120);
      expect(step).toMatchObject({ status: "failed", error: { code: "not-dragged" } });
    },
  );

  test.each(Object.keys(lasting))("a drag of which something lasts is done: %s", async (path) => {
    const step = await draggedDown(path, 205);
    expect(step).toMatchObject({ status: "done" });
  });

  test.each(["/sortable", "/sortable-held", "/sortable-own", "/dragula", "/jquery-ui"])(
    "an entry is sorted behind another one: %s",
    async (path) => {
      const step = await dragged(path, "wash", "dry", "after");
      expect(step.error).toBeUndefined();
      expect(htmlOf(step)).toContain("Order: Rinse,Dry,Wash");
    },
  );
});

test("a slider is dragged by a distance, though the pointer leaves it", async () => {
  const agent = await TestAgent.open(chromium.daemon, server.url("/slider"));
  const id = agent.id("volume");
  const step = await agent.act({ type: "drag", id, by: { x: 120, y: 0 } });
  expect(step.status).toBe("done");
  expect(htmlOf(step)).toContain("[let go]");
  expect(step.observation?.inputs).toMatchObject([{ id, number: 120 }]);
  await agent.close();
});

test("a drag presses nothing if the element to drag to does not exist", async () => {
  const agent = await TestAgent.open(chromium.daemon, server.url("/native"));
  const step = await agent.act({ type: "drag", id: agent.id("card"), to: "bim" });
  expect(step).toMatchObject({ status: "failed", error: { code: "unknown-id" }, settle: null });
  expect(htmlOf(step)).not.toContain("[start");
  await agent.close();
});

describe("drags between frames", () => {
  const cards = ["own-card", "near/near-card", "far/far-card"] as const;
  const bins = ["own-bin", "near/near-bin", "far/far-bin"] as const;
  const ways = cards.flatMap((card, from) =>
    bins.flatMap((bin, to) => (from === to ? [] : [{ card, bin }])),
  );

  test.each(ways)("the browser drags $card to $bin", async ({ card, bin }) => {
    const agent = await TestAgent.open(chromium.daemon, server.url("/frames"));
    const step = await agent.act({ type: "drag", id: card, to: bin });
    expect(step).toMatchObject({ status: "done", input: "trusted" });
    const name = card.split("/").at(-1)?.replace("-", " ");
    expect(htmlOf(step)).toContain(`[took ${name}]`);
    // The browser tells a frame of another site of no end (see docs/design/acting.md).
    const isOneSite = card.startsWith("far") === bin.startsWith("far");
    expect(htmlOf(step).includes("[end copy]")).toBe(isOneSite);
    await agent.close();
  });

  test.each([
    ["own-handle", "near/near-bin"],
    ["near/near-handle", "own-bin"],
  ])("a page hears the pointer that is dragged from %s as far as %s", async (id, to) => {
    const agent = await TestAgent.open(chromium.daemon, server.url("/frames"));
    const step = await agent.act({ type: "drag", id, to });
    expect(step).toMatchObject({ status: "done", input: "trusted" });
    expect(htmlOf(step)).toContain("[let go outside]");
    await agent.close();
  });

  test.each([
    ["own-handle", "far/far-bin"],
    ["near/near-handle", "far/far-bin"],
    ["far/far-handle", "own-bin"],
  ])("a drag with the pointer from %s to %s, across sites, presses nothing", async (id, to) => {
    const agent = await TestAgent.open(chromium.daemon, server.url("/frames"));
    const step = await agent.act({ type: "drag", id, to });
    expect(step).toMatchObject({ status: "failed", error: { code: "outside" } });
    expect(step.error?.message).toContain("another site");
    expect(htmlOf(step)).not.toContain("[");
    await agent.close();
  });

  test("synthetic input refuses a drag into another frame before anything happens", async () => {
    const agent = await TestAgent.open(chromium.daemon, server.url("/frames"), {
      input: "synthetic",
    });
    for (const id of ["own-card", "near/near-card"]) {
      const step = await agent.act({ type: "drag", id, to: "far/far-bin" });
      expect(step).toMatchObject({ status: "failed", error: { code: "outside" } });
      expect(step.error?.message).toContain("another frame");
      expect(htmlOf(step)).not.toContain("[");
    }
    await agent.close();
  });
});
