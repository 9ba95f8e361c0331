// Tests what a page puts in an element's place between the look at it and the press, in the built extension.
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { ExtensionBrowser } from "../../../support/browser/extension-browser.ts";
import { PageServer } from "../../../support/pages/page-server.ts";
import { htmlOf, TestAgent } from "../agent.ts";

/** The pointer's way to an element comes before the press, so a page can use it to play its trick. */
function page(trick: string): string {
  return `<title>Trick</title>
    <style>button { position: absolute; left: 20px; width: 120px; height: 40px } #buy { top: 20px } #delete { top: 120px }
      .over { position: fixed; left: 0; top: 0; width: 300px; height: 300px; background: #ddd; border: 0 }</style>
    <div id="box"><button id="buy">Buy</button><button id="delete">Delete</button></div>
    <p style="margin-top: 300px"></p>
    <script>
      const buy = document.querySelector("#buy"), del = document.querySelector("#delete");
      // Later, since what changes in the page on a press is the page's answer to it.
      const say = (text) => setTimeout(() => { document.querySelector("p").textContent += "[" + text + "]"; });
      const cover = (html) => { buy.insertAdjacentHTML("afterend", html); return buy.nextElementSibling; };
      let tricks = 0;
      const first = (play) => addEventListener("mousemove", () => { if (tricks++ === 0) play(); }, true);
      for (const type of ["pointerdown", "mousedown", "click"])
        addEventListener(type, (event) => say(type + " " + (event.target.id || event.target.localName)), true);
      ${trick}
    </script>`;
}

const written = `<script>onload = () => {
  document.open();
  addEventListener("pointerdown", (event) => { document.title += " heard " + event.target.id; }, true);
  document.write(${JSON.stringify(
    page(`
    first(() => cover("<div class=over id=veil>Veil</div>"));`),
  ).replaceAll("</script>", "<\\/script>")});
  document.close();
};</script>`;

const pages = {
  "/stays": page(`first(() => cover("<div class=over id=veil role=button>Veil</div>"));`),
  "/goes": page(
    `first(() => { const veil = cover("<div class=over id=veil>Veil</div>"); setTimeout(() => veil.remove(), 200); });`,
  ),
  "/swaps": page(`first(() => { buy.style.top = "120px"; del.style.top = "20px"; });`),
  "/off": page(`first(() => { buy.disabled = true; });`),
  "/frame": `${page(
    `first(() => { document.querySelector("iframe").classList.add("over"); });
     addEventListener("message", ({ data }) => say("inside " + data));`,
  )}<iframe title="Advert" srcdoc="<body style='height:300px'>Advert<script>for (const type of ['pointerdown', 'mousedown', 'click']) addEventListener(type, () => parent.postMessage(type, '*'))</script>"></iframe>`,
  "/written": written,
  "/slips": page(
    `buy.addEventListener("mousedown", () => setTimeout(() => { buy.style.top = "120px"; del.style.top = "20px"; }, 50));`,
  ),
  "/focuses": page(`buy.addEventListener("focus", () => { buy.remove(); say("opened"); });`),
  "/acts": page(`buy.addEventListener("mousedown", () => { buy.remove(); say("bought"); });`),
  "/opens": page(
    `buy.addEventListener("pointerdown", () => cover("<div class=over id=veil>Menu</div>"));`,
  ),
  "/hidden": `<title>Hidden</title><div id="host"></div><p></p><script>
    const root = host.attachShadow({ mode: "closed" });
    root.innerHTML = "<div></div><button>Buy</button>";
    const [line, buy] = root.children;
    const say = (text) => { document.querySelector("p").textContent += "[" + text + "]"; };
    buy.addEventListener("mouseup", () => { line.style.height = "300px"; });
    buy.addEventListener("click", () => say("bought"));
  </script>`,
  "/list": `<title>List</title><style>[role=option] { height: 30px } .over { position: fixed; inset: 0; background: #ddd }</style>
    <button aria-haspopup="listbox" aria-controls="list" aria-expanded="false">City</button>
    <div id="list" role="listbox" hidden></div><p></p><script>
      const [opener, list] = [document.querySelector("button"), document.querySelector("#list")];
      const fill = (names) => names.forEach((name, at) => { list.children[at].textContent = name; });
      const names = ["Oslo", "Lima", "Bern"];
      list.innerHTML = names.map(() => "<div role=option></div>").join("");
      fill(names);
      opener.onclick = () => { list.hidden = false; opener.ariaExpanded = "true"; };
      const play = location.search === "?recycled" ? () => fill(["Cairo", "Oslo", "Lima"])
        : () => document.body.insertAdjacentHTML("beforeend", "<div class=over>Wait</div>");
      list.addEventListener("mousemove", play, { once: true });
      list.onclick = ({ target }) => {
        document.querySelector("p").textContent += "[" + target.textContent + "]";
        opener.textContent = target.textContent;
        list.hidden = true;
      };
    </script>`,
  "/menu": page(
    `addEventListener("contextmenu", (event) => say("menu " + event.defaultPrevented), true);
     buy.addEventListener("contextmenu", (event) => say("menu " + event.defaultPrevented));`,
  ),
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

async function click(path: string, options: { holdMs?: number; button?: "right" } = {}) {
  const agent = await TestAgent.open(chromium.daemon, server.url(path));
  const step = await agent.act({ type: "click", id: agent.id("buy"), ...options });
  await agent.close();
  return { step, heard: Array.from(htmlOf(step).matchAll(/\[[^\]]*\]/g)).join("") };
}

describe("a press that would land elsewhere", () => {
  test("a press on a covered element never reaches the page, and the error names what covers it", async () => {
    const { step, heard } = await click("/stays");
    expect(step).toMatchObject({
      status: "failed",
      input: "trusted",
      error: { code: "covered", details: { by: "veil" } },
    });
    // It came after the last reading.
    expect(step.observation?.clickable).toContain("veil");
    expect(heard).toBe("");
  });

  test("a press is made once what covered the element is gone", async () => {
    const { step, heard } = await click("/goes");
    expect(step.status).toBe("done");
    expect(heard).toBe("[pointerdown buy][mousedown buy][click buy]");
  });

  test("a press goes after the element if it changes places with another", async () => {
    const { step, heard } = await click("/swaps");
    expect(step.status).toBe("done");
    expect(heard).toBe("[pointerdown buy][mousedown buy][click buy]");
  });

  test("a press is not made on an element that was disabled meanwhile", async () => {
    const { step, heard } = await click("/off");
    expect(step).toMatchObject({ status: "failed", error: { code: "disabled" } });
    expect(heard).toBe("");
  });

  test("a press that would land in a frame over the element is cancelled in the frame too", async () => {
    const { step, heard } = await click("/frame");
    expect(step).toMatchObject({ status: "failed", error: { code: "covered" } });
    expect(String(step.error?.details["by"])).toContain("advert");
    expect(heard).toBe("");
  });

  test("a press is cancelled before listeners of a page that opened its document anew hear it", async () => {
    const agent = await TestAgent.open(chromium.daemon, server.url("/written"));
    const step = await agent.act({ type: "click", id: agent.id("buy") });
    expect(step).toMatchObject({ status: "failed", error: { code: "covered" } });
    expect(step.observation?.title).toBe("Trick");
    await agent.close();
  });
});

describe("an option of a list", () => {
  async function choose(trick: string) {
    const agent = await TestAgent.open(chromium.daemon, server.url(`/list?${trick}`));
    const step = await agent.act({ type: "select", id: agent.id("city"), options: ["Oslo"] });
    await agent.close();
    return step;
  }

  test("an option is chosen at the place that it moved to, and not what came in its place", async () => {
    const step = await choose("recycled");
    expect(step).toMatchObject({ status: "done", effects: { value: "Oslo" } });
    expect(htmlOf(step)).toContain("[Oslo]");
  });

  test("an option is not clicked through what came over it", async () => {
    const step = await choose("covered");
    expect(step).toMatchObject({ error: { code: "covered" } });
    expect(htmlOf(step)).not.toContain("[");
  });
});

describe("the rest of a click after its press", () => {
  test("an element that slips away after the press is not clicked, nor is another, and the step is unknown", async () => {
    const { step, heard } = await click("/slips", { holdMs: 300 });
    expect(step).toMatchObject({ status: "unknown", error: { code: "slipped" } });
    expect(heard).toBe("[pointerdown buy][mousedown buy]");
  });

  test("what the page does on the press is the effect that was wanted, without a click", async () => {
    const { step, heard } = await click("/acts");
    expect(step.error).toBeUndefined();
    expect(step.status).toBe("done");
    expect(heard).toContain("[bought]");
  });

  test("what the page does on the focus that a press moves is the press's effect as well", async () => {
    const { step, heard } = await click("/focuses");
    expect(step.error).toBeUndefined();
    expect(step.status).toBe("done");
    expect(heard).toContain("[opened]");
  });

  test("a click in a closed shadow root goes on if the page moves the element on the release", async () => {
    const { step, heard } = await click("/hidden");
    expect(step.error).toBeUndefined();
    expect(heard).toBe("[bought]");
  });

  test("what opens over the element on the press takes the rest of the click, as from a person", async () => {
    const { step, heard } = await click("/opens");
    expect(step.status).toBe("done");
    expect(heard).toBe("[pointerdown buy][mousedown buy][click box]");
  });

  test("the event of a right click's context menu reaches the page unprevented", async () => {
    const { step, heard } = await click("/menu", { button: "right" });
    expect(step.status).toBe("done");
    expect(heard).toContain("[menu false][menu false]");
  });
});
