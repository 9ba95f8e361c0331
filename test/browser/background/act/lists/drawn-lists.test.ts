// Choosing from lists that name no roles, or load their options late: real libraries, read-only fields, bare entries.
import { describe, expect, test } from "vitest";

import { packageFile } from "../../../../support/pages/package-file.ts";
import { htmlOf, TestAgent } from "../../agent.ts";
import { servedPages } from "../../served-pages.ts";

/** The page says which options a select has when it changes. */
const SAY = `const say = (text) => { document.querySelector("#said").textContent += "[" + text + "]"; };
  document.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLSelectElement) say(target.id + " " + [...target.selectedOptions].map(({ text }) => text).join("+"));
  });`;
const SELECTS = `<p><label for="home">Home</label> <select id="home" style="width: 200px"><option value="">Choose</option>
    ${["Accra", "Berne", "Cuzco", "Dakar", "Essen", "Fargo", "Ghent", "Haifa", "Izmir", "Jaffa"].map((city) => `<option value="${city.toLowerCase()}">${city}</option>`).join("")}
    </select></p>
  <p><label for="trips">Trips</label> <select id="trips" multiple style="width: 300px">
    <option>Sail</option><option selected>Hike</option><option>Ski</option></select></p>`;

const library = (
  head: string,
  script: string,
  more = "",
): string => `<!doctype html><title>Journeys</title>${head}
  <h1>Journeys</h1>${SELECTS}${more}<p id="said"></p><script>${SAY}${script}</script>`;

const JQUERY = `<script src="/jquery.js"></script>`;
const pages = {
  "/select2": library(
    `${JQUERY}<link rel="stylesheet" href="/select2.css"><script src="/select2.js"></script>`,
    `$("#home, #trips").select2();
    $("#port").select2({ minimumInputLength: 1, ajax: { delay: 250, transport: ({ data }, done) => {
      const timer = setTimeout(() => done({ results: ["Genoa", "Gdansk", "Goa"].filter((each) => each.startsWith(data.term)).map((text) => ({ id: text, text })) }), 400);
      return { abort: () => clearTimeout(timer) };
    } } });
    $("select").on("select2:select", ({ target }) => target.dispatchEvent(new Event("change", { bubbles: true })));`,
    `<p><label for="port">Port</label> <select id="port" style="width: 200px"></select></p>`,
  ),
  "/choices": library(
    `<link rel="stylesheet" href="/choices.css"><script src="/choices.js"></script>`,
    `new Choices("#home"); new Choices("#trips", { removeItemButton: true });`,
  ),
  "/chosen": library(
    `${JQUERY}<link rel="stylesheet" href="/chosen.css"><script src="/chosen.js"></script>`,
    `$("#home, #trips").chosen().on("change", ({ target, isTrigger }) => isTrigger && say(target.id + " " + [...target.selectedOptions].map(({ text }) => text).join("+")));`,
  ),
  "/read-only": `<!doctype html><title>Paint</title><style>
      .field { position: relative; width: 200px; margin: 12px }
      .list { position: absolute; z-index: 1; margin: 0; padding: 0; background: #fff; border: 1px solid; list-style: none }
      .list[hidden] { display: none }
      .entry { padding: 4px; cursor: pointer }</style>
    <h1>Paint</h1>
    <div class="field"><label for="tint">Tint</label><input id="tint" readonly><ul class="list" hidden></ul></div>
    <div class="field"><label for="base">Base</label>
      <div role="combobox" aria-haspopup="listbox" aria-expanded="false" aria-owns="bases"><input id="base" readonly value="Oil"></div>
      <ul class="list" id="bases" role="listbox" hidden></ul></div>
    <div class="field"><label for="coat">Coat</label><input id="coat" readonly placeholder="Pick"><i></i></div>
    <p><label>Note <input id="note"></label></p><p id="said"></p>
    <div class="list" id="far" hidden style="left: 40px; top: 320px"></div>
    <script>${SAY}
      const fill = (list, names, field, entry) => list.replaceChildren(...names.map((name) => {
        const made = document.createElement(entry);
        made.className = "entry";
        made.innerHTML = "<span>" + name + "</span>";
        if (list.role === "listbox") made.role = "option";
        made.onclick = () => { field.value = name; list.hidden = true; say(field.id + " " + name); };
        return made;
      }));
      const [tints, bases] = document.querySelectorAll("ul");
      tint.onclick = () => { fill(tints, ["Red", "Gold", "Teal"], tint, "li"); tints.hidden = !tints.hidden; };
      base.onclick = () => { fill(bases, ["Oil", "Chalk"], base, "li"); bases.hidden = !bases.hidden; };
      coat.onclick = () => { far.hidden = !far.hidden; setTimeout(() => fill(far, ["Thin", "Thick"], coat, "div"), 500); };
    </script>`,
  "/late": `<!doctype html><title>Depots</title><h1>Depots</h1>
    ${["focus", "mousedown", "pointerenter", "click"].map((kind) => `<p><label>By ${kind} <select id="${kind}"><option value="">Select…</option></select></label></p>`).join("")}
    <p><label>By itself <select id="itself"><option value="">Loading…</option></select></label></p>
    <p><label>Full <select id="full"><option>Hull</option><option>Leith</option></select></label></p>
    <p id="said"></p><script>${SAY}
      const fill = (select) => select.append(...["Hull", "Leith"].map((name) => new Option(name)));
      for (const kind of ["focus", "mousedown", "pointerenter", "click"]) {
        const select = document.getElementById(kind);
        select.addEventListener(kind, () => setTimeout(fill, 400, select), { once: true });
      }
      addEventListener("pointerdown", () => setTimeout(fill, 1500, itself), { once: true });
    </script>`,
  "/search": `<!doctype html><title>Rivers</title><h1>Rivers</h1>
    <form><input id="river" role="combobox" aria-label="River" aria-autocomplete="list" aria-expanded="false" aria-controls="found">
      <ul id="found" role="listbox" hidden></ul></form>
    <form><input id="lake" autocomplete="off" placeholder="Lake"><div id="lakes"></div></form><p id="said"></p>
    <script>${SAY}
      const search = (field, list, names, role) => {
        let timer;
        const pick = (name) => { field.value = name; list.hidden = true; list.replaceChildren(); say(field.id + " " + name); };
        field.oninput = () => {
          clearTimeout(timer);
          list.replaceChildren();
          timer = setTimeout(() => setTimeout(() => {
            list.replaceChildren(...names.filter((name) => name.startsWith(field.value)).map((name, at) => {
              const entry = document.createElement("li");
              if (role !== "") { entry.role = role; entry.ariaSelected = String(at === 0); }
              entry.textContent = name;
              entry.onmousedown = () => pick(name);
              return entry;
            }));
            list.hidden = list.childElementCount === 0;
            field.ariaExpanded = String(!list.hidden);
          }, 300), 250);
        };
        field.onkeydown = (event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          if (list.childElementCount === 0) say("unknown " + field.value);
          else pick(list.firstChild.textContent);
        };
      };
      search(river, found, ["Indus, Sindh", "Indre, Touraine"], "option");
      search(lake, lakes, ["Como", "Constance"], "");
    </script>`,
};

const files = {
  "/jquery.js": packageFile("jquery/dist/jquery.min.js"),
  "/select2.js": packageFile("select2/dist/js/select2.full.min.js"),
  "/select2.css": packageFile("select2/dist/css/select2.min.css"),
  "/choices.js": packageFile("choices.js/public/assets/scripts/choices.min.js"),
  "/choices.css": packageFile("choices.js/public/assets/styles/choices.min.css"),
  "/chosen.js": packageFile("chosen-js/chosen.jquery.min.js"),
  "/chosen.css": packageFile("chosen-js/chosen.min.css"),
};

const openPage = servedPages({ ...pages, ...files });

describe.each(["trusted", "synthetic"] as const)("by %s input", (input) => {
  const open = (path: keyof typeof pages): Promise<TestAgent> => openPage(path, input);

  test.each([
    ["Select2", "/select2", "journeys.home", "Ghent", "[home Ghent]"],
    ["a Select2 of several", "/select2", "journeys.trips", "Ski", "[trips Hike+Ski]"],
    ["a Select2 that asks a server", "/select2", "journeys.port", "Genoa", "[port Genoa]"],
    ["Choices", "/choices", "journeys.home", "Ghent", "[home Ghent]"],
    ["a Choices of several", "/choices", "journeys.trips", "Ski", "[trips Hike+Ski]"],
    ["Chosen", "/chosen", "journeys.home", "Ghent", "[home Ghent]"],
    ["a Chosen of several", "/chosen", "journeys.trips", "Ski", "[trips Hike+Ski]"],
    [
      "a read-only field with a list without roles",
      "/read-only",
      "paint.tint",
      "Gold",
      "[tint Gold]",
    ],
    ["a read-only field in a combobox", "/read-only", "paint.base", "Chalk", "[base Chalk]"],
    [
      "a read-only field with a late list far away",
      "/read-only",
      "paint.coat",
      "Thick",
      "[coat Thick]",
    ],
    [
      "a field whose suggestions come late",
      "/search",
      "river",
      "Indre, Touraine",
      "[river Indre, Touraine]",
    ],
  ] as const)(
    "an option is chosen in %s, which has its label's name",
    async (_, path, id, option, says) => {
      const agent = await open(path);
      const step = await agent.act({ type: "select", id: agent.id(id), options: [option] });
      expect(step.error).toBeUndefined();
      expect(step).toMatchObject({ status: "done", input });
      expect(htmlOf(step)).toContain(says);
      await agent.close();
    },
  );

  test.each(["river", "lake"])(
    "Enter comes after the suggestions that a text in the field %s loads",
    async (name) => {
      const agent = await open("/search");
      const text = name === "river" ? "Indu" : "Com";
      const step = await agent.act({ type: "type", id: agent.id(name), text, enter: true });
      expect(htmlOf(step)).toContain(name === "river" ? "[river Indus, Sindh]" : "[lake Como]");
      expect(htmlOf(step)).not.toContain("[unknown");
      await agent.close();
    },
  );
});

test.each([
  ["trusted", "focus"],
  ["trusted", "mousedown"],
  ["trusted", "pointerenter"],
  ["synthetic", "click"],
] as const)(
  "by %s input a select that loads its options on %s is used as by a hand",
  async (input, kind) => {
    const agent = await openPage("/late", input);
    const id = agent.id(`by-${kind}`);
    const step = await agent.act({ type: "select", id, options: ["Leith"] });
    expect(step.error).toBeUndefined();
    expect(htmlOf(step)).toContain(`[${kind} Leith]`);
    await agent.close();
  },
);

test("a select whose options the page loads by itself is waited for", async () => {
  const agent = await openPage("/late");
  const step = await agent.act({ type: "select", id: agent.id("by-itself"), options: ["Leith"] });
  expect(htmlOf(step)).toContain("[itself Leith]");
  await agent.close();
});

test.each([
  ["/select2", "journeys.home"],
  ["/choices", "journeys.home"],
  ["/chosen", "journeys.home"],
  ["/late", "full"],
] as const)(
  "two options for a list of one on %s are refused before any input",
  async (path, name) => {
    const agent = await openPage(path);
    const options = path === "/late" ? ["Hull", "Leith"] : ["Ghent", "Haifa"];
    const step = await agent.act({ type: "select", id: agent.id(name), options });
    expect(step).toMatchObject({
      status: "failed",
      error: { code: "value-refused" },
      settle: null,
    });
    expect(step.error?.message).toContain("takes one option, and 2 were given");
    expect(htmlOf(step)).not.toContain("[");
    await agent.close();
  },
);

test.each([
  ["/chosen", "journeys.home", "Oz", ["Choose", "Accra", "Berne"]],
  ["/read-only", "paint.tint", "Oz", ["Red", "Gold", "Teal"]],
  ["/read-only", "paint.coat", "Oz", ["Thin", "Thick"]],
  ["/search", "river", "Indus", ["Indus, Sindh"]],
  ["/late", "by-click", "Oz", ["Select…", "Hull", "Leith"]],
] as const)(
  "a missing option on %s is answered with those that the list of %s shows",
  async (path, name, option, has) => {
    const agent = await openPage(path);
    const step = await agent.act({ type: "select", id: agent.id(name), options: [option] });
    expect(step).toMatchObject({ status: "failed", error: { code: "no-such-option" } });
    const shown = has.map((text) => JSON.stringify(text)).join(", ");
    expect(step.error?.message).toContain(`has no option "${option}"; it has ${shown}`);
    // The list is closed again.
    expect(htmlOf(step)).not.toContain("Teal");
    expect(htmlOf(step)).not.toContain("Thick");
    await agent.close();
  },
);

test("a field keeps its text if the list that it searches has no such option", async () => {
  const agent = await openPage("/search");
  const id = agent.id("river");
  await agent.act({ type: "select", id, options: ["Indre, Touraine"] });
  const step = await agent.act({ type: "select", id, options: ["Oz"] });
  expect(step).toMatchObject({ status: "failed", error: { code: "no-such-option" } });
  expect(step.observation?.inputs).toContainEqual(
    expect.objectContaining({ id, value: "Indre, Touraine" }),
  );
  await agent.close();
});

test("a field for text is no list, and nothing is pressed", async () => {
  const agent = await openPage("/read-only");
  const step = await agent.act({ type: "select", id: agent.id("note"), options: ["Red"] });
  expect(step).toMatchObject({ status: "failed", error: { code: "not-a-select" }, settle: null });
  await agent.close();
});
