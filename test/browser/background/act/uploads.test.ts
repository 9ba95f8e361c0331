import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { ExtensionBrowser } from "../../../support/browser/extension-browser.ts";
import type { PageSource } from "../../../support/pages/page-server.ts";
import { PageServer } from "../../../support/pages/page-server.ts";
import { htmlOf, TestAgent } from "../agent.ts";

const tell = `onchange="Promise.all([...this.files].map((file) => file.text())).then((all) => (out.textContent = 'got ' + all.join('|')))"`;
/** A page whose buttons ask for files by pickers, and that has places to drop files all over, as drawing programs do. */
const pickers = `<title>Pickers</title><script>
    const heard = [];
    for (const type of ["dragenter", "dragover", "drop"])
      addEventListener(type, (event) => (heard.push(type), event.preventDefault()), true);
    const { showOpenFilePicker: saved } = window;
    const told = async (pick) => {
      try {
        const handles = await pick();
        const files = await Promise.all(handles.map((handle) => handle.getFile()));
        const texts = await Promise.all(files.map((file) => file.text()));
        const kinds = handles.map((handle) => handle.constructor.name).join();
        out.textContent = "got " + texts.join("|") + " as " + kinds + ", heard " + heard.length;
      } catch (error) {
        out.textContent = "none: " + error.name;
      }
    };
    const only = (accept) => ({ types: [{ accept }], excludeAcceptAllOption: true });
    const opened = new Promise((resolve) => {
      const request = indexedDB.open("files");
      request.onupgradeneeded = () => request.result.createObjectStore("handles");
      request.onsuccess = () => resolve(request.result);
    });
    const keep = async () => {
      const [handle] = await showOpenFilePicker();
      const states = [await handle.queryPermission(), await handle.queryPermission({ mode: "readwrite" })];
      const store = (await opened).transaction("handles", "readwrite").objectStore("handles");
      store.put(handle, 1).onsuccess = () =>
        (store.get(1).onsuccess = ({ target }) => (out.textContent = "got " + target.result.name + " " + states));
    };
  </script>
  <button onclick="told(() => showOpenFilePicker())">Single</button>
  <button onclick="told(() => saved.call(window, { multiple: true }))">Several</button>
  <button onclick="setTimeout(() => told(async () => (await fetch('/uploads'), showOpenFilePicker())), 50)">Late</button>
  <button onclick="told(() => showOpenFilePicker({ types: [{ accept: { 'image/*': ['.png'] } }] }))">Hints</button>
  <button onclick="told(() => showOpenFilePicker(only({ 'text/plain': '.txt' })))">Texts</button>
  <button onclick="told(() => showOpenFilePicker(only({ 'image/*': ['.png', '.jpg'] })))">Pictures</button>
  <button onclick="told(() => (showOpenFilePicker().catch(() => {}), showOpenFilePicker()))">Twice</button>
  <button onclick="keep()">Keeps</button>
  <button onclick="told(() => showSaveFilePicker())">Saves</button>
  <button onclick="told(() => showDirectoryPicker())">Folder</button>
  <div role="group" aria-label="Board" style="height:60px;background:#eee" onclick="told(() => showOpenFilePicker())">Board</div>
  <button>Nothing</button><p id="out"></p>`;
const pages = {
  "/pickers": pickers,
  "/framed-pickers": `<title>Framed</title><iframe title="Inner" src="/pickers" width="700" height="500"></iframe>`,
  "/uploads": `<title>Uploads</title><h1>Uploads</h1>
    <label>One <input type="file" ${tell}></label>
    <label>Many <input type="file" multiple ${tell}></label>
    <label>Sized <input type="file" multiple onchange="out.textContent = 'size ' + this.files[0].size"></label>
    <label>Picture <input type="file" multiple accept="image/*,.pdf" ${tell}></label>
    <label>Folder <input type="file" webkitdirectory ${tell}></label>
    <label style="padding:8px;background:#eee;cursor:pointer">Hidden label<input type="file" hidden ${tell}></label>
    <button onclick="document.querySelector('#secret').click()">Hidden button</button><input id="secret" type="file" style="display:none" ${tell}>
    <button onclick="const made = document.createElement('input'); made.type = 'file'; made.onchange = () => (out.textContent = 'made ' + made.files[0].name); made.click()">Made</button>
    <button>Nothing</button><p id="out"></p>
    <div role="group" aria-label="Drop here" onclick="out.title = 'clicked'" style="height:60px;background:#eee" ondragover="event.preventDefault()"
      ondrop="event.preventDefault(); Promise.all([...event.dataTransfer.files].map((file) => file.text())).then((all) => (out.textContent = event.isTrusted + ' dropped ' + all.join('|')))">Drop here</div>
    <div id="zone" style="height:60px;background:#eee">Files here</div>
    <script>
      zone.addEventListener("dragover", (event) => event.preventDefault());
      zone.addEventListener("drop", (event) => {
        event.preventDefault();
        Promise.all([...event.dataTransfer.files].map((file) => file.text())).then((all) => (out.textContent = "zone got " + all.join("|")));
      });
    </script>
    <div role="group" aria-label="Refuses" onclick="out.title = 'clicked'" style="height:60px;background:#eee" ondragover="event.preventDefault(); event.dataTransfer.dropEffect = 'none'"
      ondrop="out.textContent = 'got dropped'">Refuses</div>
    <div role="group" aria-label="Opens" style="height:60px;background:#eee" onclick="document.querySelector('#secret').click()">Opens</div>
    <div role="group" aria-label="Plain" onclick="out.title = 'clicked'" style="height:60px;background:#eee">Plain</div>`,
  "/foreign": (_request, response) => {
    response.setHeader("content-type", "text/html");
    const src = server.url("/uploads").replace("127.0.0.1", "localhost");
    response.end(
      `<title>Foreign</title><iframe title="Inner" src="${src}" width="700" height="400"></iframe>`,
    );
  },
  "/framed": `<title>Framed</title><iframe title="Inner" src="/uploads" width="700" height="400"></iframe>`,
} satisfies Record<string, PageSource>;

let chromium: ExtensionBrowser;
let server: PageServer;
let folder: string;
let one: string;
let two: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "webserv-uploads-"));
  [one, two] = [join(folder, "one.txt"), join(folder, "two.txt")];
  await Promise.all([writeFile(one, "first"), writeFile(two, "second")]);
  [chromium, server] = await Promise.all([ExtensionBrowser.launch(), PageServer.listen(pages)]);
});
afterAll(async () => {
  await chromium.close();
  await server.close();
  await rm(folder, { recursive: true });
});

function open(path = "/uploads"): Promise<TestAgent> {
  return TestAgent.open(chromium.daemon, server.url(path));
}

describe("uploads that are taken", () => {
  test.each(["one", "hidden-label", "hidden-button"])("a file is given to %s", async (id) => {
    const agent = await open();
    const step = await agent.act({ type: "upload", id: agent.id(id), files: [one] });
    expect(step).toMatchObject({ status: "done", effects: { value: "one.txt" } });
    expect(htmlOf(step)).toContain("got first");
    await agent.close();
  });

  test("a file is given to a field that a script makes and shows nowhere", async () => {
    const agent = await open();
    const step = await agent.act({ type: "upload", id: agent.id("made"), files: [two] });
    expect(htmlOf(step)).toContain("made two.txt");
    await agent.close();
  });

  test("several files are given at once if the field takes several", async () => {
    const agent = await open();
    const step = await agent.act({ type: "upload", id: agent.id("many"), files: [one, two] });
    expect(step.effects.value).toBe("one.txt, two.txt");
    expect(htmlOf(step)).toContain("got first|second");
    await agent.close();
  });

  test.each(["/uploads", "/framed", "/foreign"])("files are dropped at %s", async (path) => {
    const agent = await open(path);
    const id = agent.id("drop-here");
    const step = await agent.act({ type: "upload", id, files: [one, two] });
    expect(step).toMatchObject({
      status: "done",
      target: { name: "Drop here" },
      effects: { value: "one.txt, two.txt" },
    });
    expect(htmlOf(step)).toContain("true dropped first|second");
    await agent.close();
  });

  test("a file is dropped on an element that hears only drops", async () => {
    const agent = await open();
    const zone = "uploads.files-here";
    expect(agent.opened.observation?.html).toContain(`id="${zone}"`);
    expect(agent.opened.observation?.clickable).not.toContain(zone);
    const step = await agent.act({ type: "upload", id: zone, files: [one] });
    expect(step).toMatchObject({ status: "done", effects: { value: "one.txt" } });
    expect(htmlOf(step)).toContain("zone got first");
    await agent.close();
  });

  test("a file is given to the chooser that an element opens if it takes no drops", async () => {
    const agent = await open();
    const step = await agent.act({ type: "upload", id: agent.id("opens"), files: [one] });
    expect(step).toMatchObject({ status: "done", effects: { value: "one.txt" } });
    expect(htmlOf(step)).toContain("got first");
    await agent.close();
  });

  test("a file is given to a field in an inner frame", async () => {
    const agent = await open("/framed");
    const step = await agent.act({ type: "upload", id: agent.id("one"), files: [one] });
    expect(htmlOf(step)).toContain("got first");
    await agent.close();
  });
});

describe("uploads that are refused", () => {
  test.each([
    ["one", "it takes one file, not 2"],
    ["picture", "is not of the kinds it takes: image/*,.pdf"],
    ["folder", "it takes a whole folder"],
    ["nothing", "no file chooser opened"],
    ["refuses", "no file chooser opened"],
    ["plain", "no file chooser opened"],
  ])("nothing is given to the control %s, and the error says why", async (id, why) => {
    const agent = await open();
    const step = await agent.act({ type: "upload", id: agent.id(id), files: [one, two] });
    expect(step).toMatchObject({ status: "failed", error: { code: "upload-refused" } });
    expect(step.error?.message).toContain(why);
    expect(htmlOf(step)).not.toContain("got");
    await agent.close();
  });

  test("a file is refused in a frame of another site, in which a chooser would open before the person", async () => {
    const agent = await open("/foreign");
    const step = await agent.act({ type: "upload", id: agent.id("one"), files: [one] });
    expect(step).toMatchObject({ status: "failed", error: { code: "upload-refused" } });
    expect(step.error?.message).toContain("a frame of another site");
    await agent.close();
  });
});

describe("uploads to pickers that a script opens without a field", () => {
  test.each([
    ["/pickers", "single", "got first as FileSystemFileHandle, heard 0"],
    ["/framed-pickers", "inner/single", "got first as FileSystemFileHandle, heard 0"],
    ["/pickers", "late", "got first as FileSystemFileHandle, heard 0"],
    ["/pickers", "hints", "got first as FileSystemFileHandle, heard 0"],
    ["/pickers", "texts", "got first as FileSystemFileHandle, heard 0"],
    ["/pickers", "several", "got first as FileSystemFileHandle, heard 0"],
    ["/pickers", "keeps", "got one.txt granted,prompt"],
  ])("at %s the picker of %s gets the browser's own handle", async (path, id, words) => {
    const agent = await open(path);
    const step = await agent.act({ type: "upload", id: agent.id(id), files: [one] });
    expect(step).toMatchObject({ status: "done", effects: { value: "one.txt" } });
    expect(step.effects.asked).toBeUndefined();
    expect(htmlOf(step)).toContain(words);
    await agent.close();
  });

  test("a picker for several files gets them all", async () => {
    const agent = await open("/pickers");
    const step = await agent.act({ type: "upload", id: agent.id("several"), files: [one, two] });
    expect(step.effects.value).toBe("one.txt, two.txt");
    expect(htmlOf(step)).toContain("got first|second as FileSystemFileHandle,FileSystemFileHandle");
    await agent.close();
  });

  test("a picker gets nothing once the upload has ended, and the next upload reaches it", async () => {
    const agent = await open("/pickers");
    await agent.act({ type: "upload", id: agent.id("single"), files: [one] });
    const clicked = await agent.act({ type: "click", id: agent.id("single") });
    expect(clicked.effects.asked).toEqual([{ kind: "files", what: "", answer: "refused" }]);
    expect(htmlOf(clicked)).toContain("none: AbortError");
    const again = await agent.act({ type: "upload", id: agent.id("single"), files: [two] });
    expect(htmlOf(again)).toContain("got second");
    await agent.close();
  });

  test.each([
    ["single", "it takes one file, not 2", 2],
    ["pictures", "one.txt is not of the kinds it takes: image/*,.png,.jpg", 1],
    ["folder", "it takes a whole folder", 1],
    ["saves", "the page asks where to save a file", 1],
    ["twice", "they did not reach the picker", 1],
  ])("the picker of %s is closed, and the error says why", async (id, why, count) => {
    const agent = await open("/pickers");
    const files = [one, two].slice(0, count);
    const step = await agent.act({ type: "upload", id: agent.id(id), files });
    expect(step).toMatchObject({ status: "failed", error: { code: "upload-refused" } });
    expect(step.error?.message).toContain(why);
    expect(htmlOf(step)).toContain("none: AbortError");
    await agent.close();
  });

  test("a picker that an earlier click opened is not taken for that of an upload", async () => {
    const agent = await open("/pickers");
    const step = await agent.act({ type: "click", id: agent.id("saves") });
    expect(step.effects.asked).toEqual([{ kind: "files", what: "save", answer: "refused" }]);
    const upload = await agent.act({ type: "upload", id: agent.id("nothing"), files: [one] });
    expect(upload.error?.message).toContain("no file chooser opened");
    await agent.close();
  });
});

describe("uploads by synthetic input", () => {
  const openSynthetic = (path: string): Promise<TestAgent> =>
    TestAgent.open(chromium.daemon, server.url(path), { input: "synthetic" });

  test.each([
    ["/uploads", "many"],
    ["/foreign", "many"],
  ])("synthetic input gives a field at %s files with their contents", async (path, id) => {
    const agent = await openSynthetic(path);
    const step = await agent.act({ type: "upload", id: agent.id(id), files: [one, two] });
    expect(step).toMatchObject({
      status: "done",
      input: "synthetic",
      effects: { value: "one.txt, two.txt" },
    });
    expect(htmlOf(step)).toContain("got first|second");
    await agent.close();
  });

  test("synthetic input reaches a hidden field for files by its label", async () => {
    const agent = await openSynthetic("/uploads");
    const step = await agent.act({ type: "upload", id: agent.id("hidden-label"), files: [two] });
    expect(htmlOf(step)).toContain("got second");
    await agent.close();
  });

  test("synthetic input gives files of up to 10 MiB and refuses more", async () => {
    const large = join(folder, "large.txt");
    await writeFile(large, "x".repeat(10 * 1024 * 1024));
    const agent = await openSynthetic("/uploads");
    const id = agent.id("sized");
    const step = await agent.act({ type: "upload", id, files: [large] });
    expect(htmlOf(step)).toContain("size 10485760");
    const over = await agent.act({ type: "upload", id, files: [large, one] });
    expect(over).toMatchObject({ status: "failed", error: { code: "file-unusable" } });
    await agent.close();
  });

  test.each([
    ["one", "it takes one file, not 2"],
    ["picture", "is not of the kinds it takes"],
    ["folder", "it takes a whole folder"],
    ["hidden-button", "only to a field for files"],
  ])("synthetic input gives %s no unfit files, and the error says why", async (id, why) => {
    const agent = await openSynthetic("/uploads");
    const step = await agent.act({ type: "upload", id: agent.id(id), files: [one, two] });
    expect(step).toMatchObject({ status: "failed", error: { code: "upload-refused" } });
    expect(step.error?.message).toContain(why);
    expect(htmlOf(step)).not.toContain("got");
    await agent.close();
  });
});
