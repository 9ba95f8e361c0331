// Editors in frames take texts like others, and editors that only show a text say so and refuse each.
import { describe, expect, test } from "vitest";

import { inputs, textPages } from "./text-pages.ts";

const { open, serve } = textPages();

const WORDS = "<p>old words</p>";
const frame = (attributes: string): string => `<iframe title="Letter" ${attributes}></iframe>`;
const reads = `() => document.querySelector("iframe").contentDocument.body.innerText.trim()`;

/** Editors in frames; `reads` gives what the page itself can read of them. */
const framed: Readonly<Record<string, () => { html: string; reads?: string }>> = {
  "whose document is in design mode": () => ({
    html: `${frame("")}<script>{ const { contentDocument } = document.querySelector("iframe");
      contentDocument.open(); contentDocument.write("<body>${WORDS}"); contentDocument.close();
      contentDocument.designMode = "on"; }</script>`,
    reads,
  }),
  "whose body can be edited": () => ({
    html: frame(`srcdoc="<body contenteditable>${WORDS}"`),
    reads,
  }),
  "of another site": () => {
    const inner = serve(`<title>Inner</title><body contenteditable>${WORDS}`);
    return { html: frame(`src="${inner.replace("127.0.0.1", "localhost")}"`) };
  },
  // It keeps the browser from writing, and draws its own text anew after each key, as editors with models do.
  "that draws its model anew at each key": () => ({
    html: frame(`srcdoc="<body><div contenteditable role=textbox aria-label=Note style='white-space: pre-wrap'></div><script>
      const [note] = document.querySelectorAll('div'); let text = 'old words';
      const draw = (caret) => { note.innerHTML = ''; for (const line of text.split('\\n')) {
          const row = document.createElement('p'); row.append(line === '' ? document.createElement('br') : line);
          note.append(row); if (caret < 0) continue;
          if (caret <= line.length) getSelection().collapse(row.firstChild, line === '' ? 0 : caret);
          caret -= line.length + 1; } };
      const at = (node, offset) => { const range = document.createRange(); range.setStart(note, 0);
        range.setEnd(node, offset); return [...range.cloneContents().childNodes].map((row) => row.textContent).join('\\n').length; };
      note.addEventListener('beforeinput', (event) => { event.preventDefault();
        const [range] = event.getTargetRanges();
        const [from, to] = [at(range.startContainer, range.startOffset), at(range.endContainer, range.endOffset)];
        const more = /Paragraph|LineBreak/.test(event.inputType) ? '\\n' : event.data ?? '';
        text = text.slice(0, from) + more + text.slice(to); draw(from + more.length); });
      draw(-1);</script>"`),
  }),
};

describe.each(Object.entries(framed))("an editor in a frame %s", (_, source) => {
  test.each(inputs)("an editor in a frame takes texts by %s input", async (input) => {
    const { html, reads: read } = source();
    const { agent, inPage } = await open(html, input);
    const observation = await agent.observe();
    const [field, another] = observation.inputs;
    const id = field?.id ?? "";
    expect({ value: field?.value, another }).toEqual({ value: "old words", another: undefined });
    const after = async (text: string, mode: "replace" | "append" | "clear" = "replace") => {
      const step = await agent.act(
        mode === "clear" ? { type: "clear", id } : { type: "type", id, text, mode },
      );
      expect({ error: step.error, target: step.target?.id }).toEqual({
        error: undefined,
        target: id,
      });
      expect(step.effects).not.toHaveProperty("difference");
      const shown = step.observation?.inputs.find((each) => each.id === id)?.value;
      const held = read === undefined ? shown : await inPage(`(${read})()`);
      return { told: step.effects.value, shown, held: String(held).replace(/\n+/g, "\n") };
    };
    const holds = (text: string) => ({ told: text, shown: text, held: text });
    expect(await after("Dear all")).toEqual(holds("Dear all"));
    expect(await after(", hello", "append")).toEqual(holds("Dear all, hello"));
    expect(await after("", "clear")).toEqual(holds(""));
    expect(await after("Last")).toEqual(holds("Last"));
    await agent.close();
  });
});

const script = (path: string): string => `<script src="/node_modules/${path}"></script>`;
const box = `style="height: 120px; width: 500px"`;

/** Editors that only show a text; `says` is false if nothing in the document says so. */
const readOnly: Readonly<Record<string, { html: string; says?: false }>> = {
  Ace: {
    html: `<div id="code" ${box}>old words</div>${script("ace-builds/src-min/ace.js")}
      <script>ace.edit("code", { readOnly: true })</script>`,
  },
  "CodeMirror 5": {
    html: `<link rel="stylesheet" href="/node_modules/codemirror5/lib/codemirror.css"><div id="code"></div>
      ${script("codemirror5/lib/codemirror.js")}
      <script>CodeMirror(code, { value: "old words", readOnly: true })</script>`,
  },
  Monaco: {
    says: false,
    html: `<div id="code" ${box}></div>${script("monaco-editor/min/vs/loader.js")}<script>
      require.config({ paths: { vs: "/node_modules/monaco-editor/min/vs" } });
      require(["vs/editor/editor.main"], () => monaco.editor.create(code, { value: "old words", readOnly: true }));
      </script>`,
  },
  "an area out of sight beneath its own lines": {
    html: `<div id="log" style="position: relative; height: 60px; border: 1px solid"><div>old words</div>
      <textarea readonly style="position: absolute; width: 1px; height: 1px; opacity: 0"></textarea></div>
      <script>log.onmousedown = (event) => { event.preventDefault(); log.querySelector("textarea").focus(); }</script>`,
  },
  "a text that is marked as read-only": {
    html: `<div id="text" contenteditable aria-readonly="true" aria-label="Text">${WORDS}</div>
      <script>document.querySelector("#text").addEventListener("beforeinput", (event) => event.preventDefault())</script>`,
  },
};

describe.each(Object.entries(readOnly))("the read-only editor %s", (_, { html, says }) => {
  test.each(inputs)(
    "an editor that only shows a text refuses others by %s input",
    async (input) => {
      const { agent, inPage } = await open(`<title>Log</title>${html}`, input);
      await inPage(`new Promise((resolve) => { const look = () => document.body.innerText.replace(/\\s/g, " ")
      .includes("old words") ? resolve() : setTimeout(look, 20); look(); })`);
      const observation = await agent.observe();
      expect(observation.inputs).toMatchObject([{ value: "old words", editable: says === false }]);
      const id = observation.inputs[0]?.id ?? "";
      expect(observation.html).not.toContain("<textarea");
      for (const action of [
        { type: "type", id, text: "new" },
        { type: "type", id, text: "new", mode: "append" },
        { type: "clear", id },
      ] as const) {
        const { status, error } = await agent.act(action);
        expect(status).toBe("failed");
        expect(error?.code).toMatch(says === false ? "value-refused" : "not-editable");
        expect(error?.message).toContain(id);
      }
      expect((await agent.observe()).html).toContain("old words");
      await agent.close();
    },
  );
});

test("an area out of sight from which a button copies makes no field of the code beside it", async () => {
  const { agent } = await open(`<title>Guide</title>
    <div style="position: relative"><pre>npm install</pre><button>Copy</button>
      <textarea readonly style="position: absolute; left: -9999px">npm install</textarea></div>
    <script>document.querySelector("button").addEventListener("click", () => {})</script>`);
  const { inputs: fields } = await agent.observe();
  expect(fields.filter(({ type }) => type !== "textarea")).toEqual([]);
  await agent.close();
});
