// What runs beside a page's own thread goes on while a session holds the page, in frames of other sites too. The
// browser has no other debugger, since that of a test would let go of what ours holds.
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { Chain } from "../../support/daemon/chain.ts";
import type { PageSource } from "../../support/pages/page-server.ts";
import { PageServer } from "../../support/pages/page-server.ts";

/** What has to run for the page to say so, each as the body of an asynchronous function that is called with `say`. */
const kinds: Readonly<Record<string, string>> = {
  "a worker": `new Worker("/post.js").onmessage = say;`,
  "a module worker": `new Worker("/post.js", { type: "module" }).onmessage = say;`,
  "a worker of a worker": `new Worker("/nested.js").onmessage = say;`,
  "a worker out of a blob": `
    const source = new Blob(["postMessage(0)"]);
    new Worker(URL.createObjectURL(source)).onmessage = say;`,
  "a shared worker": `new SharedWorker("/shared.js").port.onmessage = say;`,
  "a service worker": `
    navigator.serviceWorker.onmessage = say;
    await navigator.serviceWorker.register("/service.js");
    (await navigator.serviceWorker.ready).active.postMessage(0);`,
  "an audio worklet": `
    await new OfflineAudioContext(1, 128, 44100).audioWorklet.addModule("/worklet.js");
    say();`,
  "a paint worklet": `await CSS.paintWorklet.addModule("/worklet.js"); say();`,
  "a window that it opens": `
    addEventListener("message", say);
    const opened = open("/opened");
    opened.addEventListener("load", () => opened.close());`,
};
const scripts: Readonly<Record<string, string>> = {
  "/post.js": "postMessage(0)",
  "/nested.js": `new Worker("/post.js").onmessage = () => postMessage(0)`,
  "/shared.js": "onconnect = ({ ports: [port] }) => port.postMessage(0)",
  "/service.js": "onmessage = ({ source }) => source.postMessage(0)",
  "/worklet.js": "",
};

const script =
  (text: string): PageSource =>
  (_request, response) => {
    response.writeHead(200, { "content-type": "text/javascript" }).end(text);
  };
const page = `<!doctype html><title>Page</title><button>Begin</button><p id="out">nothing ran</p><script>
  const begin = {${Object.entries(kinds)
    .map(([kind, body]) => `"${kind}": async (say) => {${body}}`)
    .join(",")}};
  const kind = decodeURIComponent(location.search.slice(1));
  const go = () => begin[kind](() => (out.textContent = kind + " ran")).catch((error) => (out.textContent = error));
  // A window opens only if a person has done something.
  if (kind.includes("window")) document.querySelector("button").onclick = go;
  else go();
</script>`;
const opened = `<!doctype html><title>Opened</title><script>opener.postMessage(0)</script>`;

let chain: Chain;
let browserId: string;
let server: PageServer;
let around: PageServer;
beforeAll(async () => {
  const files = Object.entries(scripts).map(([path, text]) => [path, script(text)] as const);
  const pages = { ...Object.fromEntries(files), "/page": page, "/opened": opened };
  [chain, server] = await Promise.all([Chain.open(), PageServer.listen(pages)]);
  ({ browserId } = await chain.launch("personal"));
  const inner = server.url("/page").replace("127.0.0.1", "localhost");
  around = await PageServer.listen({
    "/page": `<!doctype html><title>Around</title><iframe title="Inner"></iframe>
      <script>document.querySelector("iframe").src = "${inner}" + location.search</script>`,
  });
});
afterAll(async () => {
  await chain.close();
  await Promise.all([server.close(), around.close()]);
});

describe.each([
  ["the page", () => server],
  ["a frame of another site", () => around],
] as const)("workers in %s", (_where, from) => {
  test.each(Object.keys(kinds))("%s runs while a session holds its page", async (kind) => {
    const url = `${from().url("/page")}?${encodeURIComponent(kind)}`;
    await using session = await chain.session({ browserId, input: "trusted" });
    await session.act({ type: "goto", url });
    const begin = session.seen?.clickable.find((id) => id.endsWith("begin")) ?? "";
    await session.act({ type: "click", id: begin });
    await expect.poll(async () => (await session.observe()).html).toContain(`${kind} ran`);
  });
});
