// The cause goes with messages: through ports, to workers and servers and back.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { NEXT_MS } from "../../../../extension/src/content/settle/limits.ts";
import { click, pageDoing } from "../../../support/pages/clicked-page.ts";
import { ContentBrowser } from "../../../support/browser/content-page.ts";
import { inTime, TooEarly } from "../../../support/time/under-deadline.ts";
import { LateServer } from "../../../support/pages/late-server.ts";

let browser: ContentBrowser;
let late: LateServer;
beforeAll(async () => {
  browser = await ContentBrowser.launch();
  late = await new LateServer().listen();
});
afterEach(() => browser.closePages());
afterAll(async () => {
  await browser.close();
  await late.close();
});

/** Makes a worker of this code. */
const WORKER = `const workerOf = (code, Kind = Worker) =>
  new Kind(URL.createObjectURL(new Blob([code], { type: "text/javascript" })));`;
/** Answers late; a second time later still. */
const LATE =
  "onmessage = ({ data, ports }) => setTimeout(() => (ports[0] ?? self).postMessage(data), 250);";

describe("a message that a click has led to", () => {
  test.each([
    [
      "at a port that is opened later, by something else",
      "channel.port2.postMessage(1)",
      `const channel = new MessageChannel();
       channel.port1.addEventListener("message", soon);
       let opened = false;
       setInterval(() => { if (out.title === "posted" && !opened) { opened = true; channel.port1.start(); } }, 300);
       document.querySelector("button").addEventListener("click", () => { out.title = "posted"; });`,
    ],
    [
      "from port to port",
      "hops = 0; channel.port2.postMessage(1)",
      `const channel = new MessageChannel();
       let hops;
       channel.port1.onmessage = () => setTimeout(() => channel.port1.postMessage(1), 60);
       channel.port2.onmessage = () => { if (++hops < 2) channel.port2.postMessage(1); else soon(); };`,
    ],
    [
      "to a worker",
      "worker.postMessage(1)",
      `const worker = workerOf(${JSON.stringify(LATE)}); worker.onmessage = soon;`,
    ],
    [
      "of a worker that the click starts and that speaks by itself",
      `workerOf("setTimeout(() => postMessage(1), 250)").onmessage = soon;`,
      "",
    ],
    [
      "to a worker, by a port of its own",
      "channel.port1.postMessage(1)",
      `const channel = new MessageChannel(); channel.port1.onmessage = soon;
       const code = "onmessage = ({ ports }) => { ports[0].onmessage = () => setTimeout(() => ports[0].postMessage(1), 250); }";
       workerOf(code).postMessage(1, [channel.port2]);`,
    ],
    [
      "to a shared worker",
      "worker.port.postMessage(1)",
      `const worker = workerOf(${JSON.stringify(
        "onconnect = ({ ports }) => { const p = ports[0]; p.onmessage = () => setTimeout(() => p.postMessage(1), 250); };",
      )}, SharedWorker); worker.port.onmessage = soon;`,
    ],
    [
      "to a worker that tells in pieces",
      "n = 0; worker.postMessage(1)",
      `let n; const worker = workerOf(${JSON.stringify(
        "onmessage = async () => { for (let n = 0; n < 4; n++) { await new Promise((r) => setTimeout(r, 130)); postMessage(n); } };",
      )}); worker.onmessage = ({ data }) => { if (++n === 4) soon(); else show(String(data)); };`,
    ],
    [
      "to a worker, by a broadcast channel",
      "channel.postMessage(1)",
      `let isListening = false;
       const code = "const c = new BroadcastChannel('w'); c.onmessage = () => setTimeout(() => c.postMessage(2), 250); postMessage(1);";
       workerOf(code).onmessage = () => { isListening = true; };
       const channel = new BroadcastChannel("w"); channel.onmessage = soon;`,
    ],
    [
      "by a port whose other end a frame has",
      "channel.port1.postMessage(1)",
      `const channel = new MessageChannel(); channel.port1.onmessage = soon;
       const frame = document.createElement("iframe");
       frame.srcdoc = "<script>onmessage = ({ ports: [p] }) => { p.onmessage = () => setTimeout(() => p.postMessage(1), 250); };<\\/script>";
       frame.onload = () => { frames[0].postMessage(1, "*", [channel.port2]); out.title = "handed over"; };
       document.addEventListener("DOMContentLoaded", () => document.body.append(frame));`,
    ],
    [
      "to the window itself",
      "window.postMessage(1)",
      "onmessage = () => setTimeout(() => { onmessage = soon; window.postMessage(2); }, 100);",
    ],
  ])("settling after a click waits for a message %s", async (_, onClick, head) => {
    const page = await pageDoing(browser, onClick, `${WORKER} ${head}`);
    // A channel keeps no message for a worker that does not listen yet.
    await page.page.waitForFunction("typeof isListening === 'undefined' || isListening");
    expect(await click(page)).toMatchObject({ out: "done", report: { status: "settled" } });
  });

  test.each([
    [
      "from another window",
      "frames[0].postMessage(1, '*')",
      "onmessage = soon;",
      "onmessage = ({ source }) => setTimeout(() => source.postMessage(2, '*'), 220);",
    ],
    [
      "by a broadcast channel",
      "new BroadcastChannel('a').postMessage(1)",
      "new BroadcastChannel('b').onmessage = soon;",
      "new BroadcastChannel('a').onmessage = () => setTimeout(() => new BroadcastChannel('b').postMessage(2), 220);",
    ],
  ])("settling after a click waits for an answer %s", async (_, onClick, head, inFrame) => {
    // The test waits for this frame alone: something else is under way here until the other's message is there.
    const page = await pageDoing(
      browser,
      `setTimeout(() => {}, 300); ${onClick}`,
      head,
      `<iframe srcdoc="<script>${inFrame}</script>"></iframe>`,
    );
    expect(await click(page)).toMatchObject({ out: "done", report: { status: "settled" } });
  });
});

test("settling does not wait again for a channel that has not answered within a second", async () => {
  const head = "const channel = new BroadcastChannel('nobody'); channel.onmessage = soon;";
  const page = await pageDoing(browser, "channel.postMessage(1)", head);
  // Looks once: what is pending then is what would be waited for, however late the look is.
  const look = { budgetMs: 0, awaitsWorkers: true };
  const first = await click(page, look);
  expect(first.report.pending).toMatchObject([{ kind: "worker" }]);
  const now = await page.page.evaluate("performance.now()");
  await page.page.waitForFunction(`performance.now() > ${String(now)} + 1_100`);
  const second = await click(page, look);
  expect(second.report.pending).toEqual([]);
});

describe("a server's reply", () => {
  test.each([
    [
      "a web socket's reply",
      "socket.send('1')",
      "const socket = new WebSocket('ws://HOST/250'); socket.onmessage = soon;",
    ],
    [
      "the reply of a web socket that the click opens",
      "{ const s = new WebSocket('ws://HOST/250'); s.onopen = () => s.send('1'); s.onmessage = soon; }",
      "",
    ],
    [
      "each of two replies",
      "socket.send('1'); socket.send('2')",
      "let n = 0; const socket = new WebSocket('ws://HOST/250'); socket.onmessage = () => { if (++n === 2) soon(); };",
    ],
    ["an event source's message", "new EventSource('http://HOST/events/250').onmessage = soon", ""],
    [
      "an event source's event of another name",
      "new EventSource('http://HOST/events/250').addEventListener('answer', soon)",
      "",
    ],
  ])("settling after a click waits for %s", async (_, onClick, head) => {
    const inPlace = (code: string): string => code.replaceAll("HOST", late.host);
    const page = await pageDoing(browser, inPlace(onClick), inPlace(head));
    await page.page.waitForFunction("typeof socket === 'undefined' || socket.readyState === 1");
    expect(await click(page)).toMatchObject({ out: "done", report: { status: "settled" } });
  });
});

test("settling after a click waits for a server's reply in pieces", async () => {
  const head = `let n = 0;
    let askedMs = 0;
    const cameMs = [];
    const socket = new WebSocket("ws://${late.host}/80");
    socket.onmessage = ({ data }) => {
      cameMs.push(performance.now());
      if (++n === 12) show("done"); else add(data);
    };`;
  const onClick = "askedMs = performance.now(); socket.send('12 pieces')";
  const clicked = await inTime(async () => {
    const page = await pageDoing(browser, onClick, head);
    await page.page.waitForFunction("socket.readyState === 1");
    const answer = await click(page);
    await page.page.waitForFunction("n === 12");
    const longestMs = Number(
      await page.page.evaluate(
        "Math.max(...cameMs.map((ms, at) => ms - (cameMs[at - 1] ?? askedMs)))",
      ),
    );
    // A busy machine brings a piece later than anybody waits for it: such a reply shows nothing.
    if (longestMs >= NEXT_MS) throw new TooEarly(`a piece came after ${longestMs} ms`);
    return answer;
  });
  expect(clicked).toMatchObject({ out: "done", report: { status: "settled" } });
});

describe("messages that go on by themselves", () => {
  test.each([
    [
      "a port's",
      `const channel = new MessageChannel();
       channel.port1.onmessage = () => setTimeout(() => show(String(Math.random())), 30);
       setInterval(() => channel.port2.postMessage(1), 7);`,
    ],
    [
      "a worker's",
      `const worker = workerOf("setInterval(() => postMessage(1), 7)");
       worker.onmessage = () => setTimeout(() => show(String(Math.random())), 30);`,
    ],
    [
      "another window's",
      "onmessage = () => setTimeout(() => show(String(Math.random())), 30);",
      `setInterval(() => parent.postMessage(1, "*"), 7)`,
    ],
    [
      "a server's",
      `const socket = new WebSocket("ws://HOST/ticks/7");
       socket.onmessage = () => setTimeout(() => show(String(Math.random())), 30);`,
    ],
  ])("settling does not wait for %s messages that never end", async (_, head, inFrame = "") => {
    const page = await pageDoing(
      browser,
      "",
      `${WORKER} ${head.replaceAll("HOST", late.host)}`,
      inFrame === ""
        ? ""
        : `<iframe srcdoc="<script>${inFrame.replaceAll('"', "'")}</script>"></iframe>`,
    );
    await page.page.waitForFunction("out.textContent !== ''");
    expect((await click(page)).report).toMatchObject({
      status: "settled",
      pending: [],
      waitedFor: [],
    });
  });

  test("settling does not wait for messages of a server that the click begins to listen to", async () => {
    const page = await pageDoing(
      browser,
      `const socket = new WebSocket("ws://${late.host}/ticks/140");
       socket.onmessage = () => show(String(Math.random()));`,
    );
    expect((await click(page)).report).toMatchObject({ status: "settled", pending: [] });
  });

  test("settling does not wait for a server's messages even if the click has once said something", async () => {
    const page = await pageDoing(
      browser,
      "socket.send('1')",
      `const socket = new WebSocket("ws://${late.host}/ticks/40");
       socket.onmessage = () => show(String(Math.random()));`,
    );
    await page.page.waitForFunction("out.textContent !== ''");
    expect((await click(page)).report).toMatchObject({ status: "settled", pending: [] });
  });
});

test("a frame's message still names the frame as its source", async () => {
  const page = await browser.show(
    `<script>onmessage = ({ source }) => { document.title = String(source === frames[0]); };</script>
     <iframe srcdoc="<script>parent.postMessage(1, '*')</script>"></iframe>`,
  );
  await page.page.waitForFunction("document.title !== ''");
  expect(await page.page.title()).toBe("true");
});
