// Makes pages whose editors draw their text themselves. Each has `lines()`, which gives what its own model holds.

export interface DrawnEditor {
  readonly html: string;
  /** The last part of the editor's id. */
  readonly id: string;
  /** Set if it draws no text that a script could read. */
  readonly isPicture?: true;
}

const STYLE = `<style>
  .editor { position: relative; width: 500px; height: 150px; border: 1px solid #888; font: 14px/18px monospace; }
  .editor .text { position: absolute; inset: 0 0 0 30px; white-space: pre; }
  .editor .gutter { position: absolute; width: 24px; text-align: right; color: #777; }
  .helper { position: absolute; width: 1px; height: 1px; opacity: 0; border: 0; padding: 0; }
</style>`;

const page = (body: string): string =>
  `<!doctype html><meta charset="utf-8"><title>Editor</title>${STYLE}<h1>Recipe</h1>${body}`;

/** A model of a text with a caret and a selection of everything, and the keys that change it. */
const MODEL = `let text = "old words", all = false, indents = true;
  const lines = () => text === "" ? [""] : text.split("\\n");
  const put = (more) => { text = all ? more : text + more; all = false; draw(); };
  const cut = () => { text = all ? "" : text.slice(0, -1); all = false; draw(); };
  const onKey = (event) => {
    if (event.ctrlKey && event.key === "a") { all = true; event.preventDefault(); }
    else if (event.key === "Backspace") { cut(); event.preventDefault(); }
    else if (event.key === "Enter") { put("\\n" + (indents ? /^ */.exec(lines().at(-1))[0] : "")); event.preventDefault(); }
    else return false;
    return true;
  };
  const CLOSING = { "(": ")", "[": "]", "{": "}" };`;

/** Draws the lines in `.text`, and their numbers in `.gutter`. */
const DRAW = `const draw = () => {
    const rows = lines();
    at(".text").replaceChildren(...rows.map((line) => {
      const row = document.createElement("div"); row.textContent = line || "\\u200b"; return row; }));
    const gutter = at(".gutter");
    if (gutter !== null) gutter.innerHTML = rows.map((_, index) => "<div>" + (index + 1) + "</div>").join("");
  };`;

const LAYERS = `<div class="gutter"></div><div class="text"></div>`;

/** Editors of our own design. Those with an area close brackets that are typed, and indent lines that are begun. */
export const ownEditors: Readonly<Record<string, DrawnEditor>> = {
  "an area beyond the page's edge": {
    id: "body",
    html: page(`<div class="editor" id="body">${LAYERS}<textarea class="helper" style="left: -9999px"></textarea></div>
      <script>const at = (name) => document.querySelector(name); ${MODEL} ${DRAW}
      const helper = at("textarea"); draw();
      at("#body").onmousedown = (event) => { event.preventDefault(); helper.focus(); };
      helper.addEventListener("keydown", onKey);
      helper.oninput = () => { const more = helper.value; helper.value = ""; put(more + (CLOSING[more] ?? "")); };
      </script>`),
  },
  "an area as large as the text, beneath it": {
    id: "body",
    html: page(`<div class="editor" id="body"><textarea style="position: absolute; inset: 0; width: 100%"></textarea>
      <div class="text" style="inset: 0; background: #fff"></div></div>
      <script>const at = (name) => document.querySelector(name); ${MODEL} ${DRAW}
      const helper = at("textarea"); draw();
      addEventListener("pointerdown", (event) => { if (event.target.closest("#body")) setTimeout(() => helper.focus()); });
      helper.addEventListener("keydown", onKey);
      helper.addEventListener("beforeinput", (event) => {
        event.preventDefault(); if (event.data) put(event.data + (CLOSING[event.data] ?? "")); });
      </script>`),
  },
  "an area in a shadow tree": {
    id: "editor",
    html: page(`<div id="host"></div><script>
      const root = document.querySelector("#host").attachShadow({ mode: "closed" });
      root.innerHTML = document.querySelector("style").outerHTML +
        '<div class="editor">${LAYERS}<textarea class="helper"></textarea></div>';
      const at = (name) => root.querySelector(name); ${MODEL} ${DRAW}
      const helper = at("textarea"); draw();
      at(".editor").addEventListener("click", () => helper.focus());
      helper.addEventListener("keydown", onKey);
      helper.oninput = () => { const more = helper.value; helper.value = ""; put(more + (CLOSING[more] ?? "")); };
      </script>`),
  },
  "a text box that listens for keys": {
    id: "method",
    html: page(`<div class="editor" role="textbox" aria-multiline="true" aria-label="Method" tabindex="0">
        <div class="text" style="inset: 0"></div></div>
      <script>const at = (name) => document.querySelector(name); ${MODEL} ${DRAW} draw(); indents = false;
      at(".editor").addEventListener("keydown", (event) => {
        if (!onKey(event) && event.key.length === 1 && !event.ctrlKey) { event.preventDefault(); put(event.key); } });
      </script>`),
  },
  "an edit context without a shortcut for all": {
    id: "body",
    html: page(`<div class="editor" id="body"></div><script>
      const context = new EditContext({ text: "old words" }); body.editContext = context;
      const lines = () => context.text.split("\\n");
      const draw = () => body.replaceChildren(...lines().map((line) => {
        const row = document.createElement("p"); row.style.margin = 0; row.style.whiteSpace = "pre";
        row.textContent = line || "\\u200b"; return row; }));
      context.updateSelection(9, 9); context.ontextupdate = draw; draw();
      body.onkeydown = (event) => {
        const end = context.text.length;
        if (event.key === "End") context.updateSelection(end, end);
        if (event.key !== "Enter") return;
        context.updateText(end, end, "\\n"); context.updateSelection(end + 1, end + 1); draw();
      };</script>`),
  },
  "a canvas whose area stands elsewhere": {
    id: "sheet",
    isPicture: true,
    html: page(`<canvas id="sheet" width="400" height="100" style="border: 1px solid"></canvas>
      <script>const pen = sheet.getContext("2d"); ${MODEL}
      const draw = () => { pen.clearRect(0, 0, 400, 100); pen.font = "16px monospace";
        lines().forEach((line, index) => pen.fillText(line, 4, 20 * index + 18)); };
      const helper = document.createElement("textarea"); helper.className = "helper"; helper.style.left = "-500px";
      document.body.append(helper); draw();
      sheet.onpointerdown = () => setTimeout(() => helper.focus());
      helper.addEventListener("keydown", onKey);
      helper.oninput = () => { const more = helper.value; helper.value = ""; put(more); };
      </script>`),
  },
};

const MONACO = (options: string): string =>
  page(`<div id="code" style="height: 200px; width: 600px"></div>
  <script src="/node_modules/monaco-editor/min/vs/loader.js"></script><script>
  require.config({ paths: { vs: "/node_modules/monaco-editor/min/vs" } });
  require(["vs/editor/editor.main"], () => {
    const editor = monaco.editor.create(code, { value: "old words", language: "javascript", ${options} });
    window.lines = () => editor.getValue().split("\\n");
  });</script>`);

/** Editors of real packages, with what they do by themselves as one writes code. */
export const packageEditors: Readonly<Record<string, DrawnEditor>> = {
  Ace: {
    id: "code",
    html: page(`<div id="code" style="height: 200px; width: 600px">old words</div>
      <script src="/node_modules/ace-builds/src-min/ace.js"></script><script>
      ace.config.set("basePath", "/node_modules/ace-builds/src-min");
      const editor = ace.edit("code", { mode: "ace/mode/javascript", useWorker: false });
      const lines = () => editor.getValue().split("\\n");</script>`),
  },
  "CodeMirror 5": {
    id: "editor",
    html: page(`<link rel="stylesheet" href="/node_modules/codemirror5/lib/codemirror.css">
      <textarea>old words</textarea><script src="/node_modules/codemirror5/lib/codemirror.js"></script>
      <script src="/node_modules/codemirror5/mode/javascript/javascript.js"></script>
      <script src="/node_modules/codemirror5/addon/edit/closebrackets.js"></script><script>
      const editor = CodeMirror.fromTextArea(document.querySelector("textarea"),
        { mode: "javascript", lineNumbers: true, autoCloseBrackets: true });
      const lines = () => editor.getValue().split("\\n");</script>`),
  },
  "Monaco with an edit context": { id: "editor-content", html: MONACO("editContext: true") },
  "Monaco with a text area": { id: "editor-content", html: MONACO("editContext: false") },
};

/** A console that runs what it gets, and echoes it unless `echoes` is false. */
export const terminalPage = (echoes: boolean): string =>
  page(`<link rel="stylesheet" href="/node_modules/@xterm/xterm/css/xterm.css"><div id="tube"></div>
  <p id="ran"></p><script src="/node_modules/@xterm/xterm/lib/xterm.js"></script><script>
  const terminal = new Terminal({ rows: 6, cols: 60 }); terminal.open(tube); terminal.write("$ ");
  let line = ""; const lines = () => ran.textContent.split(";").filter(Boolean);
  terminal.onData((data) => { for (const sign of data) {
    if (sign === "\\r") { ran.textContent += line + ";"; line = ""; terminal.write("\\r\\n$ "); }
    else { line += sign; ${echoes ? "terminal.write(sign);" : ""} } } });</script>`);
