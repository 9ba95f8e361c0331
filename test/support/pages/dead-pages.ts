// Pages whose script never ends, and servers that do not answer: what the tests and the benchmark of dead pages share.
import type { IncomingMessage, ServerResponse } from "node:http";

import { PageServer } from "./page-server.ts";
import type { PageSource } from "./page-server.ts";

const html = { "content-type": "text/html; charset=utf-8" };

/** Serves the dead pages. Whatever has begun and not ended is cut off when the server closes. */
export async function serveDeadPages(): Promise<PageServer> {
  const held = new Set<ServerResponse>();
  const pages: Record<string, PageSource> = {
    "/": `<title>Alive</title><h1>Alive</h1><a href="/never">Never</a> <a href="/headers">Headers</a>
      <button onclick="for (;;);">Freeze</button>
      <button onclick="setTimeout(() => { for (;;); }, 200)">Freeze later</button>
      <button onclick="(function again() { Promise.resolve().then(again); })()">Freeze by promises</button>
      <button onclick="new Worker(window.URL.createObjectURL(new Blob(['for (;;);']))); this.textContent = 'Begun'">Freeze a worker</button>
      <button onclick="const ends = performance.now() + 1500; while (performance.now() < ends); this.textContent = 'Ready'">Work</button>
      <button onclick="for (;;) alert('Again')">Ask for ever</button>
      <button onclick="setInterval(() => alert('Again'))">Ask each moment</button>
      <button onclick="document.title = 'Pressed'">Press</button>`,
    /** It answers each question only after one more piece of its endless work. */
    "/slow": `<title>Slow</title><h1>Slow</h1><label>Name <input></label>
      <script>
        function work() { const ends = performance.now() + 800; while (performance.now() < ends); setTimeout(work); }
        onload = () => setTimeout(work, 500);
      </script>`,
    /** Its script ends, but not that with which it is left. */
    "/left": `<title>Left</title><h1>Left</h1><script>onbeforeunload = () => { for (;;); }</script>`,
    /** It asks whether it may be left, if its script lets it. */
    "/asks": `<title>Asks</title><h1>Asks</h1><button onclick="for (;;);">Freeze</button>
      <script>onbeforeunload = (event) => event.preventDefault()</script>`,
    /** Hundreds of its 50,000 nodes change with each picture. */
    "/nodes": `<title>Nodes</title><h1>Nodes</h1><button onclick="this.textContent = 'Pressed'">Press</button><main></main>
      <script>
        document.querySelector("main").innerHTML = "<p><b>Row</b> <i>of</i> <span>many</span></p>".repeat(8_000);
        const all = document.querySelectorAll("span");
        let round = 0;
        setInterval(() => {
          round++;
          for (let i = 0; i < 500; i++) all[(round * 7_919 + i * 13) % all.length].textContent = round + "." + i;
        }, 16);
      </script>`,
    /** Its tasks take 200 ms each, without end. */
    "/tasks": `<title>Tasks</title><h1>Tasks</h1><button onclick="this.textContent = 'Pressed'">Press</button>
      <script>
        function work() { const ends = performance.now() + 200; while (performance.now() < ends); setTimeout(work); }
        onload = () => setTimeout(work);
      </script>`,
    /** Its second half never comes. */
    "/half": (_request, response) =>
      void response.writeHead(200, html).write("<title>Half</title><h1>Half</h1><p>The first"),
    /** It never ends, and nothing of what has come is drawn. */
    "/head": (_request, response) =>
      void response.writeHead(200, html).write("<!doctype html><head><title>Head"),
    /** Its connection breaks off once a first part is shown. */
    "/cut": (_request, response) => cutOff(response),
    "/other": `<title>Other</title><h1>Other</h1>`,
    "/late": `<title>Late</title><h1>Late</h1>`,
    "/endless": `<title>Endless</title><h1>Endless</h1><script>for (;;);</script>`,
    /** The first time it is endless; when it is loaded again it is not. */
    "/once": once(
      `<title>Once</title><h1>Bad</h1><script>for (;;);</script>`,
      `<title>Once</title><h1>Good</h1>`,
    ),
    "/later": `<title>Later</title><h1>Later</h1><button>Press</button>
      <script>onload = () => setTimeout(() => { document.title = "Dead"; for (;;); }, 1000)</script>`,
    "/again": `<title>Again</title><h1>Again</h1>
      <script>setInterval(() => { for (;;); }, 50)</script>`,
    "/frame": `<title>Around</title><button onclick="this.textContent = 'Pressed'">Press</button>
      <script>document.write('<iframe src="' + location.origin.replace("127.0.0.1", "localhost") + '/endless"></iframe>')</script>`,
    "/own-frame": `<title>Around</title><button>Press</button><iframe src="/endless"></iframe>`,
    "/never-picture": `<title>Picture</title><h1>Picture</h1><img src="/never" alt="A map"><button onclick="this.textContent = 'Pressed'">Press</button>`,
    "/never-script": `<title>Script</title><h1>Before</h1><script src="/never"></script><h1>After</h1>`,
    "/never": () => {},
    "/headers": (_request, response) => {
      response.writeHead(200, html);
      response.flushHeaders();
    },
    /** Its script hangs, but it comes so late that nothing of it is there for a while. */
    "/late-endless": (_request, response) => {
      response.writeHead(200, html);
      response.flushHeaders();
      setTimeout(() => response.end(`<title>Endless</title><script>for (;;);</script>`), 300);
    },
    "/trickle": (_request, response) => trickle(response),
    "/busy": `<title>Busy</title><h1>Busy</h1>
      <button onclick="const ask = new XMLHttpRequest(); ask.open('GET', '/hold', false); ask.send(); this.textContent = 'Released'">Hold</button>`,
    /** It is a page, or keeps the script of another one busy, that comes once `/release` is asked for. */
    "/hold": (_request, response) => void held.add(response),
    "/release": (_request, response) => {
      for (const each of held)
        each.writeHead(200, html).end("<title>Released</title><h1>Released</h1>");
      held.clear();
      response.end();
    },
    /** It answers after the loads that were begun before it; the first is never answered. */
    "/slow-twice": afterOne(),
  };
  return await PageServer.listen(pages);
}

function once(first: string, then: string): PageSource {
  let asked = 0;
  return (_request, response) =>
    void response.writeHead(200, html).end(asked++ === 0 ? first : then);
}

/** The first request gets no answer, all others get the page. */
function afterOne(): PageSource {
  let asked = 0;
  return (_request: IncomingMessage, response: ServerResponse) => {
    if (asked++ > 0) response.writeHead(200, html).end("<title>Second</title><h1>Second</h1>");
  };
}

function cutOff(response: ServerResponse): void {
  response.writeHead(200, { ...html, "content-length": "10000" });
  response.write("<title>Cut</title><h1>First part</h1>");
  setTimeout(() => response.destroy(), 300);
}

function trickle(response: ServerResponse): void {
  response.writeHead(200, html);
  response.write("<title>Trickle</title><h1>Trickle</h1><button>Press</button>");
  let count = 0;
  const timer = setInterval(() => void response.write(`<p>Line ${++count}</p>`), 300);
  response.on("close", () => clearInterval(timer));
}
