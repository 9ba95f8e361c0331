// Hundreds of clicks on a page that moves, replaces, covers, swaps and removes what is clicked, before and
// while it is: each is one right effect, or an error and none.
import { afterAll, beforeAll, expect, test } from "vitest";

import { ExtensionBrowser } from "../../../support/browser/extension-browser.ts";
import { PageServer } from "../../../support/pages/page-server.ts";
import { rounds, SEED } from "../../../support/time/rounds.ts";
import { seededRandom } from "../../../unit/shared/rpc/seeded-random.ts";
import { TestAgent } from "../agent.ts";

const RUNS = rounds({ short: 240, soak: 20_000 });
const TABS = 4;
const THINGS = ["Apple", "Bread", "Cheese", "Dates", "Eggs", "Figs"];
const TRICKS = [
  "move",
  "glide",
  "render",
  "render-all",
  "cover",
  "cover-for-good",
  "swap",
  "remove",
  "disable",
  "nothing",
];
/** When it is played: after so many ms, or as the pointer comes, or once the button is down. */
const MOMENTS = ["soon", "move", "press"];

const page = `<title>Chaos</title>
  <style>
    body { margin: 0; height: 600px }
    #shop { display: grid; grid-template-columns: 200px 200px; gap: 40px; padding: 40px }
    #shop button { width: 200px; height: 60px }
    #veil { position: fixed; inset: 0; background: #8888 }
  </style>
  <div id="shop"></div>
  <script>
    const things = ${JSON.stringify(THINGS)};
    const shop = document.querySelector("#shop");
    let effects = [], timers = [], onMove = null, onPress = null;
    const later = (play, ms) => timers.push(setTimeout(play, ms));
    const html = (name) => '<button onclick="effects.push(\\'' + name + '\\')">Buy ' + name + "</button>";
    const reset = () => {
      timers.forEach(clearTimeout); timers = []; onMove = onPress = null; effects = [];
      document.querySelector("#veil")?.remove();
      shop.innerHTML = things.map(html).join("");
    };
    reset();
    const find = (name) => [...shop.children].find((each) => each.textContent === "Buy " + name);
    const tricks = {
      move: (it) => { it.style.transform = "translate(500px, 100px)"; },
      glide: (it) => { it.style.transition = "transform 150ms"; it.style.transform = "translate(300px, 50px)"; },
      render: (it) => { it.outerHTML = it.outerHTML; },
      "render-all": () => { shop.innerHTML = shop.innerHTML; },
      cover: () => { veil(); later(() => document.querySelector("#veil")?.remove(), 120); },
      "cover-for-good": () => veil(),
      swap: (it, other) => { const mark = new Comment(); it.before(mark); other.replaceWith(it); mark.replaceWith(other); },
      remove: (it) => it.remove(),
      disable: (it) => { it.disabled = true; later(() => { it.disabled = false; }, 120); },
      nothing: () => {},
    };
    const veil = () => shop.insertAdjacentHTML("afterend", '<div id="veil" onclick="effects.push(\\'veil\\')"></div>');
    const play = (trick, name, other) => { const it = find(name); if (it && find(other)) tricks[trick](it, find(other)); };
    addEventListener("mousemove", () => { const now = onMove; onMove = null; now?.(); }, true);
    addEventListener("pointerdown", () => { const now = onPress; onPress = null; if (now) later(now, 0); }, true);
    const plan = (trick, moment, ms, name, other) => {
      reset();
      const now = () => play(trick, name, other);
      if (moment === "move") onMove = now; else if (moment === "press") onPress = now; else later(now, ms);
    };
  </script>`;

let chromium: ExtensionBrowser;
let server: PageServer;

beforeAll(async () => {
  [chromium, server] = await Promise.all([
    ExtensionBrowser.launch(),
    PageServer.listen({ "/chaos": page }),
  ]);
});
afterAll(async () => {
  await chromium.close();
  await server.close();
});

test("each click on a page that changes has its one right effect, or an error and no effect", async () => {
  const tallies = await Promise.all(Array.from({ length: TABS }, (_, tab) => runs(tab)));
  const wrong = tallies.flatMap((tally) => tally.wrong);
  expect(wrong, `with WEBSERV_SEED=${SEED}`).toEqual([]);
  const statuses = tallies.flatMap((tally) => tally.statuses);
  expect(statuses).toHaveLength(RUNS);
  // What nothing hinders is clicked, and is known to have been.
  const unhindered = statuses.filter(([trick]) => trick === "nothing");
  expect(unhindered).toEqual(unhindered.map(() => ["nothing", "done"]));
});

async function runs(
  tab: number,
): Promise<{ wrong: string[]; statuses: [trick: string, status: string][] }> {
  const random = seededRandom(SEED * 1_000 + tab);
  const pick = (from: readonly string[]): string => from[Math.floor(random() * from.length)] ?? "";
  const url = server.url(`/chaos?${tab}`);
  const agent = await TestAgent.open(chromium.daemon, url);
  const shown = await chromium.pageAt(url);
  const wrong: string[] = [];
  const statuses: [trick: string, status: string][] = [];
  for (let run = 0; run < RUNS / TABS; run++) {
    const [trick, moment, name] = [pick(TRICKS), pick(MOMENTS), pick(THINGS)];
    const other = pick(THINGS.filter((each) => each !== name));
    const ms = Math.floor(random() * 80);
    await shown.evaluate(
      `plan(${[trick, moment, ms, name, other].map((each) => JSON.stringify(each)).join()})`,
    );
    const id = `buy-${name.toLowerCase()}`;
    const step = await agent.act({ type: "click", id }, { mode: "none" });
    const effects = String(await shown.evaluate("effects.join()"));
    const { status, error } = step;
    statuses.push([trick, status]);
    const isRight =
      status === "done"
        ? effects === name
        : effects === "" || (status === "unknown" && effects === name);
    if (isRight) continue;
    const told = `${status} ${error?.code ?? ""}`.trim();
    wrong.push(
      `run ${tab}/${run}: ${trick} on ${moment} ${ms} ms, ${name}: ${told}, effects "${effects}"`,
    );
  }
  await agent.close();
  return { wrong, statuses };
}
