// Tests widgets that act on the press or the release, before there is a click, and are gone or drawn anew by then.
import { describe, expect, test } from "vitest";

import { packageFile } from "../../../support/pages/package-file.ts";
import { htmlOf, idOf } from "../agent.ts";
import { servedPages } from "../served-pages.ts";

const CITIES = "<option>Oslo<option>Lima<option>Bern";

/** A list of cities whose entries say what was picked; `script` makes them act. */
const list = (script: string, markup = ""): string => `<title>Cities</title>
  <style>.city { width: 160px; height: 30px; cursor: pointer }</style>
  <h1>Cities</h1>${markup}<div id="box"></div><p id="said"></p><script>
    const box = document.querySelector("#box"), names = ["Oslo", "Lima", "Bern"];
    const say = (text) => { document.querySelector("#said").textContent += "[" + text + "]"; };
    const draw = (left = names) => {
      box.innerHTML = left.map((name) => "<div class=city role=button>" + name + "</div>").join("");
    };
    draw();
    const pick = ({ target }) => target.closest(".city")?.textContent;
    ${script}
  </script>`;

const pages = {
  "/released": list(
    `box.onmouseup = (event) => { const name = pick(event); box.innerHTML = ""; say("picked " + name); };`,
  ),
  "/lifted": list(
    `box.onpointerup = (event) => { const name = pick(event); say("picked " + name); draw(names.filter((each) => each !== name)); };`,
  ),
  "/redrawn": list(`box.onmouseup = (event) => { say("picked " + pick(event)); draw(); };`),
  "/popover": list(
    `box.popover = "manual"; box.showPopover();
    box.style.inset = "60px auto auto 0";
    box.onmouseup = (event) => { globalThis.picked = pick(event); box.hidePopover(); setTimeout(() => say("picked " + picked)); };`,
  ),
  "/popover-down": list(
    `box.popover = "manual"; box.showPopover();
    box.style.inset = "60px auto auto 0";
    box.onmousedown = (event) => { globalThis.picked = pick(event); box.hidePopover(); setTimeout(() => say("picked " + picked)); };`,
  ),
  "/later": list(
    `box.onmousedown = (event) => { const name = pick(event); setTimeout(() => { box.innerHTML = ""; say("picked " + name); }, 20); };`,
  ),
  "/next-frame": list(
    `box.onpointerdown = (event) => { const name = pick(event); requestAnimationFrame(() => { draw(); say("picked " + name); }); };`,
  ),
  "/nested": list(
    `class City extends HTMLElement {
      connectedCallback() {
        const root = this.attachShadow({ mode: "closed" });
        root.innerHTML = "<div class=city role=button style='height:30px;width:160px;cursor:pointer'>" + this.title + "</div>";
        root.firstChild.onmousedown = () => this.dispatchEvent(new CustomEvent("pick", { bubbles: true, detail: this.title }));
      }
    }
    customElements.define("a-city", City);
    const outer = document.querySelector("#host").attachShadow({ mode: "closed" });
    outer.innerHTML = names.map((name) => "<a-city title=" + name + "></a-city>").join("");
    outer.addEventListener("pick", ({ detail }) => { outer.innerHTML = ""; setTimeout(() => say("picked " + detail), 50); });
    box.remove();`,
    `<div id="host"></div>`,
  ),
  "/own-timer": list(
    `box.onclick = (event) => say("picked " + pick(event));
    let isDown = false;
    box.onmousedown = () => { isDown = true; };
    setInterval(() => { if (isDown) box.innerHTML = ""; }, 20);`,
  ),
  "/select2": `<title>Select2</title><link rel="stylesheet" href="/select2.css"><h1>Cities</h1>
    <label>City <select id="city" style="width: 200px">${CITIES}</select></label>
    <script src="/jquery.js"></script><script src="/select2.js"></script><script>$("#city").select2()</script>`,
  "/choices": `<title>Choices</title><link rel="stylesheet" href="/choices.css"><h1>Cities</h1>
    <select id="city" aria-label="City">${CITIES}</select>
    <script src="/choices.js"></script><script>new Choices("#city", { shouldSort: false, searchEnabled: false })</script>`,
  "/chosen": `<title>Chosen</title><link rel="stylesheet" href="/chosen.css"><h1>Cities</h1>
    <select id="city" style="width: 200px" aria-label="City">${CITIES}</select>
    <script src="/jquery.js"></script><script src="/chosen.js"></script><script>$("#city").chosen()</script>`,
};

const files = {
  "/jquery.js": packageFile("jquery/dist/jquery.min.js"),
  "/select2.js": packageFile("select2/dist/js/select2.min.js"),
  "/select2.css": packageFile("select2/dist/css/select2.min.css"),
  "/choices.js": packageFile("choices.js/public/assets/scripts/choices.min.js"),
  "/choices.css": packageFile("choices.js/public/assets/styles/choices.min.css"),
  "/chosen.js": packageFile("chosen-js/chosen.jquery.min.js"),
  "/chosen.css": packageFile("chosen-js/chosen.min.css"),
};

const openPage = servedPages({ ...pages, ...files });

describe.each(["trusted", "synthetic"] as const)("by %s input", (input) => {
  test.each([
    ["is taken out as the button is released", "/released", {}],
    ["is taken out of its list on pointerup", "/lifted", {}],
    ["is drawn anew as the button is released", "/redrawn", {}],
    ["stands in a popover that is hidden on the release", "/popover", {}],
    ["stands in a popover that is hidden on the press", "/popover-down", {}],
    ["is taken out by a timer that its press has set", "/later", { holdMs: 300 }],
    ["is drawn anew in the frame after its press", "/next-frame", { holdMs: 300 }],
    ["is taken out of a shadow tree around its own on the press", "/nested", {}],
  ])("a click on an entry that %s is done", async (_, path, more) => {
    const agent = await openPage(path, input);
    const step = await agent.act({ type: "click", id: agent.id("lima"), ...more });
    expect(step.error).toBeUndefined();
    expect(step.status).toBe("done");
    expect(htmlOf(step)).toContain("[picked Lima]");
    await agent.close();
  });
});

test("an entry that a timer takes out which its press has not set was not clicked, and the step is unknown", async () => {
  const agent = await openPage("/own-timer");
  const step = await agent.act({ type: "click", id: agent.id("lima"), holdMs: 400 });
  expect(step).toMatchObject({ status: "unknown", error: { code: "slipped" } });
  expect(htmlOf(step)).not.toContain("[picked");
  await agent.close();
});

test.each(["Select2", "Choices", "Chosen"])(
  "a click on an option of %s is done, and chooses it",
  async (library) => {
    const agent = await openPage(`/${library.toLowerCase()}`);
    const opener = agent.opened.observation?.clickable[0] ?? "";
    const opened = await agent.act({ type: "click", id: opener });
    const step = await agent.act({ type: "click", id: idOf(opened.observation, "lima") });
    expect(step.error).toBeUndefined();
    expect(step.status).toBe("done");
    const chosen = await agent.observe({});
    expect(chosen.html).toContain("Lima");
    expect(chosen.html).not.toContain("Bern");
    await agent.close();
  },
);
