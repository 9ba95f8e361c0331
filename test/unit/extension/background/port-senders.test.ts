import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { describe, expect, test } from "vitest";

import { admittedPort } from "@webserv/extension/src/background/port-senders.ts";
import type { Sender } from "@webserv/extension/src/background/port-senders.ts";

const own = {
  id: "own",
  origin: "chrome-extension://own",
  panelUrl: "chrome-extension://own/src/panel/index.html",
};
const panel: Sender = { id: "own", origin: own.origin, url: own.panelUrl };
const page: Sender = {
  id: "own",
  origin: "https://shop.test",
  url: "https://shop.test/",
  tab: { id: 1 },
  frameId: 0,
};

describe("the panel's port", () => {
  test("the panel's port is given to the panel, beside the pages and in a tab", () => {
    expect(admittedPort("webserv-panel", panel, own)).toBe("webserv-panel");
    const inTab = { ...panel, tab: { id: 1 }, frameId: 0 };
    expect(admittedPort("webserv-panel", inTab, own)).toBe("webserv-panel");
  });

  const refused: Record<string, Sender> = {
    "a content script": page,
    "a content script of a page that calls itself the panel": { ...page, url: own.panelUrl },
    "a frame without an origin": { ...panel, origin: "null" },
    "the panel within a frame": { ...panel, tab: { id: 1 }, frameId: 7 },
    "another page of the extension": { ...panel, url: "chrome-extension://own/manifest.json" },
    "the panel's page under another address": { ...panel, url: `${own.panelUrl}#else` },
    "another extension": { ...panel, id: "other" },
    "nobody in particular": {},
  };
  test.each(Object.entries(refused))("the panel's port is refused to %s", (_name, sender) => {
    expect(admittedPort("webserv-panel", sender, own)).toBeNull();
  });
});

describe("the line of a page", () => {
  test("the line of a page is given to a content script, also if its page is loaded in advance or has no address", () => {
    for (const sender of [
      page,
      { ...page, frameId: 9 },
      { ...page, origin: "null", url: "about:blank" },
    ]) {
      expect(admittedPort("webserv-line", sender, own)).toBe("webserv-line");
    }
  });

  test("the line of a page is refused to the extension's pages, to what is in no tab, and to other extensions", () => {
    const { tab: _tab, ...tabless } = page;
    for (const sender of [panel, { ...panel, tab: { id: 1 } }, tabless, { ...page, id: "other" }]) {
      expect(admittedPort("webserv-line", sender, own)).toBeNull();
    }
  });
});

test.each(["webserv-frame", "", "constructor", "__proto__"])(
  "a port of the name %j is refused, as no rule names it",
  (name) => {
    expect(admittedPort(name, panel, own)).toBeNull();
    expect(admittedPort(name, page, own)).toBeNull();
  },
);

test("the extension hears ports in the two files with rules alone, and no messages without a port", async () => {
  const sources = fileURLToPath(new URL("../../../../extension/src/", import.meta.url));
  const listening: string[] = [];
  for (const file of await readdir(sources, { recursive: true })) {
    if (!file.endsWith(".ts")) continue;
    const text = await readFile(join(sources, file), "utf8");
    const listens =
      /\bruntime\s*\.\s*on(Connect|Message|ConnectExternal|MessageExternal|ConnectNative|UserScript\w+)\b/;
    if (listens.test(text)) listening.push(file.replaceAll("\\", "/"));
  }
  expect(listening.sort()).toEqual(["background/worker-ports.ts", "content/bridge/platform.ts"]);
});
