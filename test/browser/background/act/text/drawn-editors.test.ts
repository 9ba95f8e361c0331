// Editors that pages draw themselves take texts once and as they are, and are told as one field.
import { describe, expect, test } from "vitest";

import {
  ownEditors,
  packageEditors,
  terminalPage,
} from "../../../../support/pages/drawn-editors.ts";
import { inputs, textPages } from "./text-pages.ts";
import { idOf } from "../../agent.ts";

const { open } = textPages();

const CODE = `if (a) {
    b["x"] = (1);

}
let q = "it's";`;

/** Resolves once the page's editor is there. */
const READY = `new Promise((resolve) => {
  const look = () => typeof lines === "function" ? resolve() : setTimeout(look, 20); look(); })`;

const all = Object.entries({ ...ownEditors, ...packageEditors });
const editors = all.filter(([, { isPicture = false }]) => !isPicture);
const pictures = all.filter(([, { isPicture = false }]) => isPicture);

describe.each(editors)("%s", (_, { html, id: name }) => {
  test.each(inputs)("an editor is one field, and takes texts by %s input", async (input) => {
    const { agent, inPage } = await open(html, input);
    await inPage(READY);
    const observation = await agent.observe();
    const id = idOf(observation, name);
    const fields = observation.inputs.map((each) => ({ id: each.id, value: each.value }));
    expect(fields).toEqual([{ id, value: "old words" }]);
    expect(observation.html).not.toContain("<textarea");
    /** What the editor's model holds, the answer says and the observation shows after this. */
    const after = async (text: string, mode: "replace" | "append" | "clear" = "replace") => {
      const step = await agent.act(
        mode === "clear" ? { type: "clear", id } : { type: "type", id, text, mode },
      );
      expect({ status: step.status, error: step.error }).toEqual({
        status: "done",
        error: undefined,
      });
      expect(step.effects).not.toHaveProperty("difference");
      const shown = step.observation?.inputs.find((each) => each.id === id)?.value;
      return { model: await inPage("lines().join('\\n')"), told: step.effects.value, shown };
    };
    const holds = (model: string) => ({ model, told: model, shown: model });

    expect(await after(CODE)).toEqual(holds(CODE));
    expect(await after(" // end", "append")).toEqual(holds(`${CODE} // end`));
    expect(await after("plain")).toEqual(holds("plain"));
    expect(await after("", "clear")).toEqual(holds(""));
    await agent.close();
  });
});

describe.each(pictures)("%s", (_, { html, id: name }) => {
  test.each(inputs)(
    "an editor that draws a picture gets texts by %s input behind what it holds, and is not emptied unseen",
    async (input) => {
      const { agent, inPage } = await open(html, input);
      await inPage(READY);
      const id = idOf(await agent.observe(), name);
      for (const action of [
        { type: "type", id, text: "x" },
        { type: "clear", id },
      ] as const) {
        const step = await agent.act(action);
        expect(step).toMatchObject({ status: "failed", error: { code: "value-refused" } });
      }
      const step = await agent.act({ type: "type", id, text: " and more", mode: "append" });
      expect(step).toMatchObject({ status: "done" });
      expect(step.effects.value).toBeUndefined();
      expect(await inPage("lines().join('\\n')")).toBe("old words and more");
      await agent.close();
    },
  );
});

const terminals = [
  ["trusted", "that echoes", true],
  ["trusted", "that does not echo", false],
  ["synthetic", "that echoes", true],
] as const;

test.each(terminals)(
  "by %s input, a terminal %s runs each command once",
  async (input, _, echoes) => {
    const { agent, inPage } = await open(terminalPage(echoes), input);
    await inPage(READY);
    const id = idOf(await agent.observe(), "terminal-input");
    const commands = ["uptime", `echo "a(b)" 'c' | tr a-z A-Z`];
    for (const text of commands) {
      const step = await agent.act({ type: "type", id, text, enter: true });
      expect({ status: step.status, error: step.error }).toEqual({
        status: "done",
        error: undefined,
      });
      expect(step.effects).not.toHaveProperty("difference");
    }
    await agent.act({ type: "type", id, text: "one\ntwo\n" });
    expect(await inPage("lines()")).toEqual([...commands, "one", "two"]);
    await agent.close();
  },
);

test("a sheet drawn on a canvas takes a text, though readers are told nothing of the field for its keys", async () => {
  const { agent } = await open(`<div style="position: relative">
    <canvas aria-label="Sheet" id="sheet" width="300" height="60"></canvas>
    <textarea id="keys" aria-hidden="true" tabindex="-1"
      style="position: absolute; left: 0; top: 0; width: 1px; height: 1px; opacity: 0"></textarea></div><p id="cell"></p>
    <script>
      sheet.onmousedown = () => setTimeout(() => keys.focus());
      keys.oninput = () => { cell.textContent = "A1: " + keys.value; };
    </script>`);
  const id = agent.id("sheet");
  const step = await agent.act({ type: "type", id, text: "total", mode: "append" });
  expect(step.error).toBeUndefined();
  expect(step.observation?.html).toContain("A1: total");
  await agent.close();
});

test("what draws no text is not pressed, and is said to be no field", async () => {
  const { agent, inPage } = await open(`<p id="presses">0</p>
    <div onclick style="width: 200px; height: 40px; cursor: pointer">Eggs</div>
    <div onclick style="width: 200px; height: 40px">Flour</div>
    <canvas onclick aria-label="Chart" width="200" height="40"></canvas>
    <form><textarea style="position: absolute; left: -9999px"></textarea></form>
    <script>onpointerdown = () => { presses.textContent++; };
    for (const each of document.querySelectorAll("[onclick]")) each.onclick = () => {};</script>`);
  const observation = await agent.observe();
  for (const name of ["eggs", "flour", "chart"]) {
    const step = await agent.act({ type: "type", id: idOf(observation, name), text: "x" });
    expect({ name, error: step.error?.code }).toEqual({ name, error: "not-editable" });
  }
  expect(await inPage("presses.textContent")).toBe("0");
  await agent.close();
});
