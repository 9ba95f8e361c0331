// What a page can find out about its own functions is the same with our hooks as in a browser without them.
import type { Browser, Page } from "puppeteer";
import { launch } from "puppeteer";
import { afterAll, beforeAll, expect, test } from "vitest";

import { chooseBrowser } from "@webserv/host/src/browser/installed/choose-browser.ts";

import { waitingClick } from "../../support/pages/clicked-page.ts";
import { ContentBrowser } from "../../support/browser/content-page.ts";
import type { ContentPage } from "../../support/browser/content-page.ts";

let ours: ContentBrowser;
let plain: Browser;
beforeAll(async () => {
  const { executable } = await chooseBrowser(undefined);
  [ours, plain] = await Promise.all([
    ContentBrowser.launch(),
    launch({
      executablePath: executable,
      pipe: true,
      defaultViewport: { width: 1000, height: 700 },
      args: process.getuid?.() === 0 ? ["--no-first-run", "--no-sandbox"] : ["--no-first-run"],
    }),
  ]);
});
afterAll(async () => {
  await Promise.all([ours.close(), plain.close()]);
});

/** The same page with our hooks and without. */
async function both(html: string): Promise<[hooked: Page, bare: Page]> {
  const url = ours.server.page(html);
  const bare = await plain.newPage();
  const [{ page }] = await Promise.all([ours.openUrl(url), bare.goto(url)]);
  return [page, bare];
}

/** Runs in the page. One line for each thing that can be told of a function of the browser's. */
function facts(): Record<string, string> {
  const told: Record<string, string> = {};
  const tell = (name: string, value: unknown): void => {
    if (typeof value !== "function") return;
    const text = Function.prototype.toString.call(value);
    const members = Reflect.ownKeys(value).map((key) => {
      const found = Object.getOwnPropertyDescriptor(value, key) ?? {};
      const part = (name: string): unknown => Reflect.get(found, name);
      const member = part("value");
      const isPlain = typeof member === "number" || typeof member === "string";
      const flags = ["enumerable", "configurable", "writable"].map(part).join(" ");
      return `${String(key)} ${flags} ${isPlain ? String(member) : typeof member} ${typeof part("get")} ${typeof part("set")}`;
    });
    told[name] = [
      text,
      value.name,
      value.length,
      members.join(", "),
      Object.prototype.toString.call(value),
      Object.getPrototypeOf(value) === Function.prototype,
      Object.isExtensible(value),
    ].join(" | ");
  };
  const tellAll = (owner: object, name: string): void => {
    for (const key of Reflect.ownKeys(owner)) {
      const found = Object.getOwnPropertyDescriptor(owner, key) ?? {};
      const part = (name: string): unknown => Reflect.get(found, name);
      const path = `${name}.${String(key)}`;
      told[`${path} flags`] = ["enumerable", "configurable", "writable"].map(part).join(" ");
      tell(path, part("value"));
      tell(`get ${path}`, part("get"));
      tell(`set ${path}`, part("set"));
    }
  };
  tellAll(window, "window");
  tellAll(WebAssembly, "WebAssembly");
  for (const name of Object.getOwnPropertyNames(window)) {
    const type: unknown = Object.getOwnPropertyDescriptor(window, name)?.value;
    if (typeof type !== "function" || !/^[A-Z]/.test(name)) continue;
    const prototype: unknown = Reflect.get(type, "prototype");
    if (typeof prototype !== "object" || prototype === null) continue;
    tellAll(prototype, name);
    told[`${name} constructor`] = String(
      Object.getOwnPropertyDescriptor(prototype, "constructor")?.value === type,
    );
  }
  return told;
}

test("each function of the browser's looks as without us", async () => {
  const [hooked, bare] = await both("<p>x</p>");
  const [withUs, without] = [await hooked.evaluate(facts), await bare.evaluate(facts)];
  const names = [...new Set([...Object.keys(withUs), ...Object.keys(without)])];
  expect(names.length).toBeGreaterThan(5_000);
  const different = names.filter((name) => withUs[name] !== without[name]);
  expect(different.map((name) => [name, withUs[name], without[name]])).toEqual([]);
});

/** Runs in the page. What comes of using functions in ways that libraries, and those who look for hooks, do. */
async function uses(): Promise<Record<string, string>> {
  const told: Record<string, string> = {};
  const tell = (name: string, use: () => unknown): void => {
    try {
      told[name] = String(use());
    } catch (error) {
      told[name] = `${error instanceof Error ? error.name : "?"}: ${String(error)}`;
    }
  };
  const types = {
    XMLHttpRequest,
    WebSocket,
    Worker,
    EventSource,
    MessageChannel,
    BroadcastChannel,
    IntersectionObserver,
    ResizeObserver,
    PerformanceObserver,
  };
  const args: Record<string, unknown[]> = {
    WebSocket: ["ws://127.0.0.1:9/"],
    Worker: ["data:text/javascript,"],
    EventSource: ["http://127.0.0.1:9/"],
    BroadcastChannel: ["channel"],
    IntersectionObserver: [() => {}],
    ResizeObserver: [() => {}],
    PerformanceObserver: [() => {}],
  };
  for (const [name, type] of Object.entries(types)) {
    const given = args[name] ?? [];
    tell(`${name}()`, () => Reflect.apply(type, undefined, given));
    tell(`new ${name}`, () => Reflect.construct(type, []));
    tell(`new ${name} of symbols`, () => Reflect.construct(type, [Symbol("x"), Symbol("y")]));
    tell(`${name} made`, () => {
      const made: unknown = Reflect.construct(type, given);
      return [
        made instanceof type,
        Object.prototype.toString.call(made),
        Reflect.get(Object(made), "constructor") === type,
      ];
    });
    tell(`${name} derived`, () => {
      class Derived extends (type as typeof XMLHttpRequest) {
        own = 1;
      }
      const made: unknown = Reflect.construct(Derived, given);
      return [
        made instanceof Derived,
        made instanceof type,
        Reflect.get(Object(made), "own") === 1,
        Reflect.get(Object(made), "constructor") === Derived,
        Reflect.getPrototypeOf(Derived) === type,
      ];
    });
    tell(`${name} constructed for another`, () => {
      class Other {
        own = 1;
      }
      const made: unknown = Reflect.construct(type, given, Other);
      return made instanceof Other;
    });
  }
  const call = (owner: object, name: string, self: unknown, values: unknown[] = []): unknown => {
    const native: unknown = Reflect.get(owner, name);
    return typeof native === "function" ? Reflect.apply(native, self, values) : "missing";
  };
  const callback = (): void => {};
  tell("setTimeout of nothing", () => call(window, "setTimeout", window));
  tell("setTimeout elsewhere", () => typeof call(window, "setTimeout", {}, [callback]));
  tell("setTimeout without this", () => typeof call(window, "setTimeout", undefined, [callback]));
  tell("rAF of a number", () => call(window, "requestAnimationFrame", window, [1]));
  tell("idle of nothing", () => call(window, "requestIdleCallback", window));
  tell("addEventListener of nothing", () => call(document, "addEventListener", document));
  tell("open of nothing", () => call(XMLHttpRequest.prototype, "open", new XMLHttpRequest()));
  tell("open elsewhere", () => call(XMLHttpRequest.prototype, "open", {}, ["GET", "/"]));
  tell("send unopened", () => new XMLHttpRequest().send());
  tell("animate of nothing", () => call(Element.prototype, "animate", document.body));
  tell("new fetch", () => Reflect.construct(fetch, ["/"]));
  tell("postMessage elsewhere", () => call(MessagePort.prototype, "postMessage", {}, [1]));
  tell("names of a port", () => Object.keys(new MessageChannel().port1).join());
  const source = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, "src") ?? {};
  tell("src elsewhere", () => call(source, "set", {}, ["x"]));
  const later = async (name: string, use: () => unknown): Promise<void> => {
    const nothing = new Promise((resolve) => {
      setTimeout(resolve, 120_000, "nothing");
    });
    told[name] = await Promise.race([Promise.resolve().then(use), nothing]).then(
      String,
      (error: unknown) => String(error),
    );
  };
  await later("fetch of a bad address", () => fetch("http://["));
  await later("json of what is none", async () => await (await fetch("/answer")).json());
  await later("read twice", async () => {
    const response = await fetch("/answer");
    await response.text();
    return await response.text();
  });
  await later("digest of nothing", () => call(crypto.subtle, "digest", crypto.subtle));
  await later("this and arguments of a timer", async () => {
    return await new Promise((resolve) => {
      setTimeout(
        function (this: unknown, ...values: unknown[]) {
          resolve([this === window, values.length, values.join()]);
        },
        1,
        "a",
        "b",
      );
    });
  });
  await later("handled by nobody", async () => {
    const heard = new Promise((resolve) => {
      addEventListener("unhandledrejection", (event) => {
        event.preventDefault();
        resolve(`unhandled ${String(event.reason)}`);
      });
    });
    void fetch("http://127.0.0.1:1/");
    return await heard;
  });
  await later("a timer's error", async () => {
    const heard = new Promise((resolve) => {
      addEventListener("error", (event) => {
        event.preventDefault();
        resolve(event.message);
      });
    });
    setTimeout(() => {
      throw new TypeError("of its own");
    });
    return await heard;
  });
  return told;
}

test("what comes of using the browser's functions is the same as without us", async () => {
  // A script of the page's own: of others the browser reports no errors.
  const [hooked, bare] = await both(`<script>window.told = (${String(uses)})();</script>`);
  const toldBy = (page: Page): Promise<Record<string, string>> =>
    page.evaluate(() => Reflect.get(window, "told") as Promise<Record<string, string>>);
  const [withUs, without] = [await toldBy(hooked), await toldBy(bare)];
  expect(Object.keys(without).length).toBeGreaterThan(70);
  expect(withUs).toEqual(without);
});

test("a page that takes our functions away, or puts its own in their place, goes on with those", async () => {
  const open = (): Promise<ContentPage> =>
    ours.show(`<head><script>
    const own = [];
    const native = window.setTimeout;
    window.setTimeout = (callback, ...rest) => { own.push("timer"); return native(callback, ...rest); };
    delete Response.prototype.json;
    window.fetch = undefined;
    window.requestAnimationFrame = () => { own.push("frame"); return 7; };
    Promise.prototype.then = ((then) => function (...args) { return then.apply(this, args); })(Promise.prototype.then);
  </script></head><button onclick="setTimeout(() => { out.textContent = own.join() + requestAnimationFrame(() => 0) + typeof fetch; }, 150)">Go</button><p id="out"></p>`);
  expect(await waitingClick(open)).toMatchObject({
    out: "timer7undefined",
    report: { status: "settled", waitedFor: [{ kind: "timer" }] },
  });
});
