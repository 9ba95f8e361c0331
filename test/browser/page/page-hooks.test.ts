// The hooks of the page script: they see the page's work, and the page sees nothing of them.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import type { ContentPage } from "../../support/browser/content-page.ts";
import { ContentBrowser } from "../../support/browser/content-page.ts";

let browser: ContentBrowser;
beforeAll(async () => {
  browser = await ContentBrowser.launch();
});
// A request held open takes one of the few connections a browser makes to one host.
afterEach(() => browser.closePages());
afterAll(() => browser.close());

const IDLE_MS = 100;

/** Runs `script` in the page after the watch has begun. */
async function act(page: ContentPage, script: string): Promise<void> {
  await page.call("frame.watch", { actionId: "a1" });
  // With a value of its own: a promise would be waited for.
  await page.page.evaluate(`${script}; 0`);
}

describe("a page", () => {
  const HEAD = `<script>
    window.early = fetch("/hold/early").then((r) => r.text());
    document.documentElement.addEventListener("mouseenter", () => {});
  </script>`;

  test("a page has its very first request seen", async () => {
    const page = await browser.show(`<head>${HEAD}</head><p>x</p>`);
    const answer = await browser.server.held("early");
    expect(await page.settle({ budgetMs: 300 })).toMatchObject({
      pending: [{ kind: "fetch", url: `${browser.server.origin}/hold/early` }],
    });
    answer.end();
  });

  test("a page sees the browser's own functions", async () => {
    const page = await browser.show("<p>x</p>");
    const traces = await page.page.evaluate(() => {
      const of = (
        owner: object,
        name: string,
        part: "value" | "get" | "set" = "value",
      ): unknown => {
        const descriptor = Object.getOwnPropertyDescriptor(owner, name);
        const member: unknown =
          descriptor === undefined ? undefined : Reflect.get(descriptor, part);
        if (typeof member !== "function") return `${name} is missing`;
        return {
          text: Function.prototype.toString.call(member),
          own: String(member),
          name: member.name,
          length: member.length,
          keys: Object.getOwnPropertyNames(member).sort().join(),
          isConstructor: "prototype" in member,
        };
      };
      return {
        fetch: of(window, "fetch"),
        add: of(EventTarget.prototype, "addEventListener"),
        remove: of(EventTarget.prototype, "removeEventListener"),
        open: of(XMLHttpRequest.prototype, "open"),
        body: of(Response.prototype, "body", "get"),
        onclick: of(HTMLElement.prototype, "onclick", "set"),
        onenter: of(SVGElement.prototype, "onmouseenter", "set"),
        toString: of(Function.prototype, "toString"),
        DONE: XMLHttpRequest.DONE,
        own: Object.getOwnPropertyNames(window).filter((name) => /webserv/i.test(name)),
      };
    });
    const native = (name: string, length: number): object => ({
      text: `function ${name}() { [native code] }`,
      own: `function ${name}() { [native code] }`,
      name,
      length,
      keys: "length,name",
      isConstructor: false,
    });
    expect(traces).toEqual({
      fetch: native("fetch", 1),
      add: native("addEventListener", 2),
      remove: native("removeEventListener", 2),
      open: native("open", 2),
      body: native("get body", 0),
      onclick: native("set onclick", 1),
      onenter: native("set onmouseenter", 1),
      toString: native("toString", 0),
      DONE: 4,
      own: [],
    });
  });

  test("a page has the window of a page without us", async () => {
    const page = await browser.show("<p>x</p>");
    const plain = await page.page.evaluate(async () => {
      const names = (target: object): string => Object.getOwnPropertyNames(target).sort().join();
      const frame = document.createElement("iframe");
      // Without scripts nothing of ours runs there either.
      frame.setAttribute("sandbox", "allow-same-origin");
      document.body.append(frame);
      const other: unknown = frame.contentWindow;
      if (typeof other !== "object" || other === null) return ["no frame"];
      const extra = names(window)
        .split(",")
        .filter((name) => !Object.hasOwn(other, name));
      frame.remove();
      return extra;
    });
    expect(plain.filter((name) => !/^\d+$/.test(name))).toEqual([]);
  });

  test("a page hears nothing of the talk of our two scripts, and can't join in", async () => {
    const page = await browser.show(
      `<head><script>
        window.heard = [];
        for (const type of ["webserv:call", "webserv:offer", "ack", "scan", "begin", "end", "hover"])
          addEventListener(type, (event) => heard.push(type), true);
        const patched = EventTarget.prototype.dispatchEvent;
        EventTarget.prototype.dispatchEvent = function (event) { heard.push("dispatch " + event.type); return patched.call(this, event); };
        window.CustomEvent = class extends Event { constructor(type) { super(type); heard.push("made " + type); } };
        WeakMap.prototype.get = () => heard.push("get");
        Promise.prototype.then = new Proxy(Promise.prototype.then, {});
      </script></head><button>Go</button>`,
    );
    const heard = (): Promise<unknown> => page.page.evaluate("[...window.heard]");
    await act(page, "fetch('/answer')");
    await page.observe();
    expect((await page.settle({ idleMs: IDLE_MS })).waitedFor).toHaveLength(1);
    expect(await heard()).toEqual([]);
    await page.page.evaluate(() => {
      // The handshake is over: calling for it again brings no channel.
      window.dispatchEvent(new Event("webserv:call"));
    });
    expect(await heard()).toEqual(["dispatch webserv:call", "webserv:call"]);
  });

  test("a page finds no code of ours behind what it is called back by", async () => {
    const page = await browser.show("<canvas></canvas><p>x</p>");
    const traces = await page.page.evaluate(async () => {
      const traces: Record<string, string> = {};
      const all: Promise<void>[] = [];
      const trace = (name: string, begin: (callback: () => void) => unknown): void => {
        all.push(
          new Promise((resolve) => {
            begin(() => {
              traces[name] = new Error(name).stack ?? "";
              resolve();
            });
          }),
        );
      };
      trace("timer", (callback) => setTimeout(callback));
      trace("interval", (callback) => {
        const interval = setInterval(() => {
          clearInterval(interval);
          callback();
        });
      });
      trace("frame", requestAnimationFrame);
      trace("idle", requestIdleCallback);
      trace("task", (callback) => void scheduler.postTask(callback));
      trace("size", (callback) => new ResizeObserver(callback).observe(document.body));
      trace("picture", (callback) => document.querySelector("canvas")?.toBlob(callback));
      trace("answer", async (callback) => {
        await fetch("/answer");
        callback();
      });
      trace("message", (callback) => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener("message", callback);
        port1.start();
        port2.postMessage(1);
      });
      await Promise.all(all);
      return traces;
    });
    expect(Object.keys(traces)).toHaveLength(9);
    expect(Object.entries(traces).filter(([, text]) => text.includes("extension:"))).toEqual([]);
  });

  test("a page hears of rejections that it leaves alone, and of none that it handles", async () => {
    const page = await browser.show("<p>x</p>");
    const reported = await page.page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let count = 0;
          addEventListener("unhandledrejection", (event) => {
            count++;
            event.preventDefault();
          });
          const gone = "http://127.0.0.1:1/";
          fetch(gone).catch(() => {});
          void fetch(gone);
          // A rejection is reported at the end of the task it happens in.
          setTimeout(function wait() {
            if (count === 0) setTimeout(wait, 10);
            else setTimeout(() => resolve(count), 50);
          }, 10);
        }),
    );
    expect(reported).toBe(1);
  });
});

test("handler properties are known of however often a page writes them", async () => {
  const page = await browser.show(`<ul></ul><script>
    for (let n = 0; n < 700; n++) {
      const entry = document.createElement("li");
      entry.textContent = "Entry " + n;
      entry.onclick = () => {};
      if (n % 2 === 1) entry.onclick = null;
      if (n < 2 || n > 697) document.querySelector("ul").append(entry);
    }
  </script>`);
  const { clickable } = await page.observe();
  expect(clickable.map((id) => /\d+$/.exec(id)?.[0])).toEqual(["0", "698"]);
});

describe("a frame", () => {
  test.each([
    ["about:blank", "<iframe></iframe>", "<button>Dyn</button>", "dyn"],
    ["srcdoc", `<iframe srcdoc="<button>Doc</button>"></iframe>`, "", "doc"],
  ])("a frame at %s is served too", async (_title, source, inside, id) => {
    const page = await browser.show(source);
    if (inside !== "") {
      await page.page.$eval(
        "iframe",
        (frame, inside) => {
          if (frame.contentDocument !== null) frame.contentDocument.body.innerHTML = inside;
        },
        inside,
      );
    }
    const frameId = (await page.frameIds()).at(-1) ?? -1;
    expect((await page.observe("html", frameId)).clickable).toEqual([id]);
  });
});

test.each(["", "<b>slotted</b>"])(
  "an element that was read with the contents %j, and gets a closed shadow root later, is read with what stands in it",
  async (contents) => {
    const page = await browser.show(`<p>Before</p><div id="host">${contents}</div>`);
    expect((await page.read({})).clickable).toEqual([]);
    await page.page.evaluate(() => {
      const root = document.getElementById("host")?.attachShadow({ mode: "closed" });
      if (root !== undefined) root.innerHTML = "<button>Late</button>";
    });
    expect((await page.read({})).clickable).toEqual(["late"]);
  },
);
