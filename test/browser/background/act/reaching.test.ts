// Tests places that a pointer reaches only at some point, or only after the right scroll, in the built extension.
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { ExtensionBrowser } from "../../../support/browser/extension-browser.ts";
import { PageServer } from "../../../support/pages/page-server.ts";
import { htmlOf, TestAgent } from "../agent.ts";

/** A page whose elements write what they were clicked as into a paragraph at the top. */
const page = (body: string, script = ""): string => `<!doctype html><title>Places</title>
  <style>body { margin: 0 } #said { position: fixed; right: 0; top: 0; margin: 0; pointer-events: none }
    .far { height: 1500px } .boxless { display: contents } .unseen { position: absolute; width: 0; height: 0; opacity: 0 }
    .quiet { pointer-events: none }</style>
  <h1>Places</h1>${body}<p id="said"></p><script>
    const say = (text) => { document.querySelector("#said").textContent += "[" + text + "]"; };
    addEventListener("click", (event) => { if (event.target.closest("a")) event.preventDefault(); });
    onchange = ({ target }) => say(target.name + " " + target.checked);
    ${script}
  </script>`;

interface Place {
  readonly path: string;
  readonly what: string;
  readonly html: string;
  /** The last part of the id that is clicked. */
  readonly id: string;
  readonly heard: string;
}

const places: readonly Place[] = [
  {
    path: "/tall",
    what: "a card that is taller than the box in which it scrolls",
    html: page(`<div style="position: fixed; top: 200px; height: 30px; overflow: auto; width: 300px">
      <div role="button" tabindex="0" aria-label="Tall card" onclick="say('tall')" style="height: 4000px">Tall</div></div>`),
    id: "tall-card",
    heard: "[tall]",
  },
  {
    path: "/wide",
    what: "a band that is wider than the box in which it scrolls",
    html: page(`<div style="width: 60px; overflow: auto; margin-left: 250px"><div style="width: 8000px">
      <div role="button" tabindex="0" aria-label="Wide band" onclick="say('wide')" style="margin-left: 900px; width: 6000px; height: 40px; background: #ddd">Wide</div></div></div>`),
    id: "wide-band",
    heard: "[wide]",
  },
  {
    path: "/tall-nested",
    what: "a card that is taller than a box in a box that both scroll",
    html: page(`<div style="height: 300px; overflow: auto; margin-top: 20px; width: 400px"><div style="height: 700px"></div>
      <div style="height: 40px; overflow: auto"><div style="height: 400px"></div>
      <div role="button" tabindex="0" aria-label="Inner card" onclick="say('inner')" style="height: 3000px">Inner</div></div>
      <div style="height: 700px"></div></div>`),
    id: "inner-card",
    heard: "[inner]",
  },
  {
    path: "/boxless-link",
    what: "a link without a box of its own below the fold",
    html: page(
      `<div class="far"></div><div style="display: grid"><a class="boxless" href="#tent"><span>Tent for two</span></a></div>
      <div class="far"></div>`,
      `addEventListener("click", ({ target }) => { if (target.closest("a")) say("tent"); });`,
    ),
    id: "tent-for-two",
    heard: "[tent]",
  },
  {
    path: "/boxless-text",
    what: "a button without a box below the fold, in a box that scrolls, with nothing but a text",
    html: page(`<div style="height: 200px; overflow: auto"><div class="far"></div><div>
      <span role="button" tabindex="0" class="boxless" onclick="say('bag')">Sleeping bag</span></div><div class="far"></div></div>`),
    id: "sleeping-bag",
    heard: "[bag]",
  },
  {
    path: "/boxless-label",
    what: "a checkbox without a size whose label has no box, below the fold",
    html: page(`<div class="far"></div><label class="boxless"><input type="checkbox" name="stock" class="unseen" style="position: static"><span>Only in stock</span></label>
      <div class="far"></div>`),
    id: "only-in-stock",
    heard: "[stock true]",
  },
  {
    path: "/boxless-label-out",
    what: "a radio button without a size, out of the flow, whose label has no box",
    html: page(
      `<label class="boxless"><input type="radio" name="size" class="unseen"><span>Large</span></label>`,
    ),
    id: "large",
    heard: "[size true]",
  },
  {
    path: "/native-inside",
    what: "a custom button that a plain button in its shadow tree fills",
    html: page(
      `<my-button role="button" aria-label="Save the notes" onclick="say('saved')" style="display: inline-block"><b>S</b></my-button>`,
      `customElements.define("my-button", class extends HTMLElement {
        connectedCallback() {
          this.attachShadow({ mode: "open" }).innerHTML = "<button tabindex=-1 style='width:60px;height:30px;border:0;padding:0'><slot></slot></button>";
        }
      });`,
    ),
    id: "save-the-notes",
    heard: "[saved]",
  },
  {
    path: "/listening-inside",
    what: "a menu item that its own listening child fills",
    html: page(`<div role="menuitem" tabindex="0" aria-label="Export" onclick="say('export')" style="width: 200px">
      <div onclick="say('inner')" style="cursor: pointer; height: 30px" role="button" tabindex="0">Export as a file</div></div>`),
    id: "export",
    heard: "[inner][export]",
  },
  {
    path: "/quiet-link",
    what: "a card around a link that takes no pointer",
    html: page(
      `<div style="width: 240px; padding: 8px" id="card"><a class="quiet" href="#desk">Oak desk</a><br>210 €</div>`,
      `document.querySelector("#card").addEventListener("click", () => say("desk"));`,
    ),
    id: "oak-desk",
    heard: "[desk]",
  },
  {
    path: "/quiet-button",
    what: "a tile that is nothing but a button that takes no pointer",
    html: page(
      `<div style="width: 240px" id="tile"><button class="quiet">Play the film</button></div>`,
      `document.querySelector("#tile").onclick = () => say("film");`,
    ),
    id: "play-the-film",
    heard: "[film]",
  },
  {
    path: "/label-click",
    what: "a label that listens by itself and labels nothing",
    html: page(`<label onclick="say('more')">Show more</label>`),
    id: "show-more",
    heard: "[more]",
  },
  {
    path: "/label-far",
    what: "a label that listens by itself, beside the field that it labels",
    html: page(
      `<label for="city" id="pick">Pick on the map</label><br><input id="city" name="city">`,
      `document.querySelector("#pick").addEventListener("click", () => say("map"));`,
    ),
    id: "pick-on-the-map",
    heard: "[map]",
  },
  {
    path: "/label-link",
    what: "a hidden checkbox whose label is one long link beside a drawn box",
    html: page(`<style>label { display: inline-block; padding-left: 22px; position: relative } label::before { content: ""; position: absolute; left: 0; top: 2px; width: 14px; height: 14px; border: 1px solid }</style>
      <input type="checkbox" name="terms" id="terms" class="unseen"><label for="terms"><a href="#terms" onclick="say('opened')">I have read the general terms of trade of the Garden Trading Company and agree to each and every one of them</a></label>`),
    id: "i-have-read",
    heard: "[terms true]",
  },
];

/** A button that several others in it fill, so that no press would be its own. */
const shared =
  page(`<style>#tools { width: 200px; height: 40px } #tools button { width: 50%; height: 100%; padding: 0; border: 0; vertical-align: top }</style>
  <div id="tools" role="button" tabindex="0" aria-label="All tools" onclick="say('tools')"><button onclick="say('cut')">Cut</button><button>Paste</button></div>`);

let chromium: ExtensionBrowser;
let server: PageServer;

beforeAll(async () => {
  const pages = Object.fromEntries(places.map(({ path, html }) => [path, html]));
  [chromium, server] = await Promise.all([
    ExtensionBrowser.launch(),
    PageServer.listen({ ...pages, "/shared": shared }),
  ]);
});
afterAll(async () => {
  await chromium.close();
  await server.close();
});

describe.each(["trusted", "synthetic"] as const)("by %s input", (input) => {
  test.each(places)("a click reaches $what", async ({ path, id, heard }) => {
    const agent = await TestAgent.open(chromium.daemon, server.url(path), { input });
    const html = agent.opened.observation?.html ?? "";
    const found = /id="([^"]*)"/g;
    const ids = [...html.matchAll(found)].map(([, each = ""]) => each);
    const own = ids.find((each) => each.split(".").at(-1)?.startsWith(id) === true);
    expect(own).toBeDefined();
    // What can be pressed is not told as covered.
    expect(html).not.toMatch(/ covered[ =>]/);
    const step = await agent.act({ type: "click", id: own ?? "" });
    expect(step.error).toBeUndefined();
    expect(htmlOf(step)).toContain(heard);
    await agent.close();
  });
});

test("an element that several controls fill is told as covered by one of them, and is refused", async () => {
  const agent = await TestAgent.open(chromium.daemon, server.url("/shared"));
  const id = agent.id("all-tools");
  expect(agent.opened.observation?.html).toContain(
    `id="${id}" role="button" covered="places.paste"`,
  );
  const step = await agent.act({ type: "click", id });
  expect(step).toMatchObject({ status: "failed", error: { details: { by: "places.paste" } } });
  expect(htmlOf(step)).not.toContain("[");
  await agent.close();
});
