// Every action, from an agent's connection to a page and back through the whole real chain.
import type { Action } from "@webserv/shared/model/action.ts";
import type { Observation } from "@webserv/shared/model/page/observation.ts";
import type { Step } from "@webserv/shared/model/step.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { Chain } from "../../support/daemon/chain.ts";
import type { ChainSession } from "../../support/daemon/chain.ts";
import { htmlOf, idOf } from "../../support/reading/observed.ts";
import { PageServer } from "../../support/pages/page-server.ts";

/** Writes the events that a step's words are checked against into the page, with whether they are trusted. */
const pages = {
  "/": `<title>Bench</title>
    <style>nav ul { display: none } nav:hover ul { display: block }</style>
    <nav><button>Menu</button><ul><li><a href="#deep">Deep link</a></ul></nav>
    <button onclick="say('pressed with activation ' + navigator.userActivation.isActive)">Press me</button>
    <label>Name <input value="old"></label>
    <label>Day <input type="date"></label>
    <label>Colour <select><option>red<option>green<option disabled>grey<option>blue</select></label>
    <p id="log"></p>
    <script>
      const say = (text) => { log.textContent += "[" + text + "]"; };
      for (const type of ["mouseover", "mousedown", "click", "keydown", "input", "change"])
        addEventListener(type, (event) => {
          if (!event.isTrusted) say("untrusted " + type);
          if (type === "change" && event.target.options) say("change " + event.target.value);
          if (type === "keydown" && event.key === "Enter") say("enter in " + event.target.value);
        }, true);
    </script>`,
  "/two": "<title>Two</title><h1>Two</h1>",
  "/three": "<title>Three</title><h1>Three</h1>",
};

let chain: Chain;
let server: PageServer;
let browserId: string;

beforeAll(async () => {
  [chain, server] = await Promise.all([Chain.open(), PageServer.listen(pages)]);
  ({ browserId } = await chain.ownBrowser());
});
afterAll(async () => {
  await chain.close();
  await server.close();
});

/** What holds for every step that was carried out. */
function expectWhole(step: Step, session: ChainSession, number: number): void {
  expect(step).toMatchObject({ sessionId: session.sessionId, step: number, status: "done" });
  expect(step.error).toBeUndefined();
  expect(step.input).toBe("trusted");
  const { locateMs, inputMs, settleMs, observeMs, totalMs } = step.times;
  for (const ms of [locateMs, inputMs, settleMs, observeMs]) expect(ms).toBeGreaterThanOrEqual(0);
  expect(locateMs + inputMs + settleMs + observeMs).toBeLessThanOrEqual(totalMs + 1);
  expect(totalMs).toBeLessThanOrEqual(step.roundTripMs + 1);
  expect(Date.parse(step.observation?.at ?? "")).not.toBeNaN();
}

test("the fourteen actions each answer a whole step whose observation shows what it did", async () => {
  await using session = await chain.session({ browserId, url: server.url("/") });
  expect(session.opened.session).toMatchObject({ state: "open", input: "trusted", steps: 0 });
  const taken: Step[] = [];
  const act = async (action: Action): Promise<Step> => {
    const step = await session.act(action);
    taken.push(step);
    expectWhole(step, session, taken.length);
    expect(step.action).toEqual(action);
    return step;
  };
  const input = (step: Step, name: string): unknown =>
    step.observation?.inputs.find(({ id }) => id === idOf(step.observation, name))?.value;

  const clicked = await act({ type: "click", id: session.id("press-me") });
  expect(clicked.target).toMatchObject({ tag: "button", name: "Press me" });
  expect(clicked.settle).toMatchObject({ status: "settled", mode: "causal", pending: [] });
  expect(htmlOf(clicked)).toContain("[pressed with activation true]");

  expect(htmlOf(clicked)).not.toContain("Deep link");
  const hovered = await act({ type: "hover", id: session.id("menu") });
  expect(htmlOf(hovered)).toContain("Deep link");
  const linked = await act({ type: "click", id: session.id("deep-link") });
  expect(linked.effects.navigated?.to).toBe(server.url("/#deep"));

  const typed = await act({ type: "type", id: session.id("name"), text: "Ada" });
  expect([typed.effects.value, input(typed, "name")]).toEqual(["Ada", "Ada"]);
  const pressed = await act({ type: "press", key: "Enter", id: session.id("name") });
  expect(htmlOf(pressed)).toContain("[enter in Ada]");
  const cleared = await act({ type: "clear", id: session.id("name") });
  expect([cleared.effects.value, input(cleared, "name")]).toEqual(["", ""]);

  const changes = (step: Step): RegExpMatchArray | null => htmlOf(step).match(/\[change [^\]]*\]/g);
  const selected = await act({ type: "select", id: session.id("colour"), options: ["blue"] });
  expect(selected.observation?.selects[0]?.value).toBe("blue");
  expect(changes(selected)).toEqual(["[change blue]"]);
  expect(htmlOf(selected)).not.toContain("untrusted");

  const dated = await act({ type: "type", id: session.id("day"), text: "2027-03-04" });
  expect([dated.effects.value, input(dated, "day")]).toEqual(["2027-03-04", "2027-03-04"]);

  const gone = await act({ type: "goto", url: server.url("/two") });
  expect(gone.effects.navigated).toEqual({ from: server.url("/#deep"), to: server.url("/two") });
  expect(gone.settle?.waitedFor).toContainEqual(
    expect.objectContaining({ kind: "document", url: server.url("/two") }),
  );
  expect((await act({ type: "back" })).observation).toMatchObject({ title: "Bench" });
  expect((await act({ type: "forward" })).observation).toMatchObject({ title: "Two" });
  const asked = server.requests.length;
  expect((await act({ type: "refresh" })).observation).toMatchObject({ title: "Two" });
  expect(server.requests.slice(asked).map(({ path }) => path)).toContain("/two");

  const tabs = (step: Step): unknown =>
    step.observation?.tabs.map(({ title, active }) => [title, active]);
  const opened = await act({ type: "new_tab", url: server.url("/three") });
  expect(tabs(opened)).toEqual([
    ["Two", false],
    ["Three", true],
  ]);
  const switched = await act({ type: "switch_tab", index: 0 });
  expect(tabs(switched)).toEqual([
    ["Two", true],
    ["Three", false],
  ]);
  const closed = await act({ type: "close_tab", index: 1 });
  expect(closed.effects.tabsClosed).toBe(1);
  expect(tabs(closed)).toEqual([["Two", true]]);

  const ended = await act({ type: "terminate", answer: "forty-two" });
  expect(ended.observation).toMatchObject({ title: "Two" });
  await expect(session.act({ type: "refresh" })).rejects.toMatchObject({
    code: "session-terminated",
  });

  expect(new Set(taken.map(({ action }) => action.type)).size).toBe(14);
  const recorded = await session.recorded();
  expect(recorded.map(({ step, action, status }) => ({ step, action, status }))).toEqual(
    taken.map(({ step, action, status }) => ({ step, action, status })),
  );
  // What a step left is what the next one began with.
  expect(recorded.slice(1).map(({ before }) => before?.hash)).toEqual(
    recorded.slice(0, -1).map(({ after }) => after?.hash),
  );
  const { sessionId } = session;
  const { lines } = await chain.agent.call("trajectory.show", { sessionId });
  expect(lines.at(-1)).toMatchObject({ kind: "end", reason: "terminated", answer: "forty-two" });
});

describe("the store in a person's own browser", () => {
  test("the store is searched and its menu walked by ids from observations alone, and its sandbox goes with its session", async () => {
    await using session = await chain.session({ browserId, sites: ["store"] });
    expect(session.opened.observation).toMatchObject({ url: "http://store.test/" });
    const search = session.opened.observation?.inputs.find(({ id }) => id.includes("search"));
    const typed = await session.act({ type: "type", id: search?.id ?? "", text: "backpack" });
    expect(typed).toMatchObject({ status: "done", input: "trusted" });
    const found = await session.act({ type: "press", key: "Enter" });
    expect(new URL(found.observation?.url ?? "").search).toContain("backpack");
    const paths = found.settle?.waitedFor.map(({ url }) => URL.parse(url)?.pathname);
    expect(paths).toContain("/api/products");

    const before = new Set(found.observation?.clickable);
    const menu = found.observation?.hoverable.find((id) => id.includes("bags"));
    const hovered = await session.act({ type: "hover", id: menu ?? "" });
    const appeared = hovered.observation?.clickable.filter((id) => !before.has(id));
    const backpacks = appeared?.find((id) => id.includes("backpacks"));
    const listed = await session.act({ type: "click", id: backpacks ?? "" });
    expect(listed.observation?.title).toContain("Backpacks");

    await session.close();
    expect((await chain.agent.call("sandbox.list", {})).sandboxes).toEqual([]);
  });

  test("only the store's host is led to a sandbox, and only while the session is open", async () => {
    await using session = await chain.session({ browserId, sites: ["store"] });
    const elsewhere = await session.act({ type: "goto", url: server.url("/two") });
    expect(elsewhere).toMatchObject({ status: "done", observation: { title: "Two" } });
    const back = await session.act({ type: "goto", url: "store.test" });
    expect(back).toMatchObject({ status: "done", observation: { url: "http://store.test/" } });
    await session.close();
    await using without = await chain.session({ browserId, url: server.url("/two") });
    const lost = await without.act({ type: "goto", url: "http://store.test/" });
    expect(lost).toMatchObject({ status: "failed", error: { code: "navigation-failed" } });
  });
});

test("two forms of an observation name the same elements", async () => {
  await using session = await chain.session({ browserId, url: server.url("/") });
  const { sessionId } = session;
  const [plain, paper] = await Promise.all([
    chain.agent.call("session.observe", { sessionId }),
    chain.agent.call("session.observe", { sessionId, form: "paper" }),
  ]);
  const names = ({ clickable, hoverable, inputs, selects }: Observation): unknown => [
    clickable,
    hoverable,
    inputs.map(({ id }) => id),
    selects.map(({ id }) => id),
  ];
  expect(names(paper)).toEqual(names(plain));
  expect(paper.html).toContain(`data-semantic-id="${session.id("press-me")}"`);
});
