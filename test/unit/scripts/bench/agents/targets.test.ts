// Targets are found in what each contender tells, as a model would find them.
import { describe, expect, test } from "vitest";

import {
  devtoolsNotation,
  findTarget,
  playwrightNotation,
  type Target,
  webservNotation,
} from "../../../../../scripts/bench/agents/targets.ts";

const WEBSERV = [
  '<form><label>Username</label><input id="username"><label>Password</label><!--below the view-->',
  '<input id="password" type="password"><label><input id="size.18-l" type="radio"> 18 L</label>',
  '<a id="products.alder"><strong>Alder</strong> School Backpack</a><button id="search"></button>',
  '<button id="cart" aria-label="Open the cart">2</button></form>',
].join("");

const PLAYWRIGHT = `- generic [ref=e2]:
  - textbox "Username" [ref=e3]
  - textbox "Password" [ref=e4]
  - radio "18 L" [ref=e5]
  - link "Alder School Backpack" [ref=e6] [cursor=pointer]:
    - /url: /p/alder
  - button "Search" [disabled] [ref=e7]
  - button "Open the cart" [ref=e8]`;

const DEVTOOLS = `## Latest page snapshot
uid=1_0 RootWebArea "Shop"
  uid=1_1 textbox "Username"
  uid=1_2 textbox "Password"
  uid=1_3 radio "18 L"
  uid=1_4 link "Alder School Backpack" url="http://shop.test/p/alder"
  uid=1_5 button "Search"
  uid=1_6 button "Open the cart" expandable`;

const targets: readonly Target[] = [
  { kind: "field", name: "Username" },
  { kind: "field", name: "Password" },
  { kind: "choice", name: "18 L" },
  { kind: "link", name: "Alder School Backpack" },
  { kind: "button", name: "Search" },
  { kind: "button", name: "Open the cart" },
];

describe("targets in what a contender tells", () => {
  test.each([
    ["WebServ", webservNotation(WEBSERV), "username password size.18-l products.alder search cart"],
    ["Playwright MCP", playwrightNotation(PLAYWRIGHT), "e3 e4 e5 e6 e7 e8"],
    ["chrome-devtools-mcp", devtoolsNotation(DEVTOOLS), "1_1 1_2 1_3 1_4 1_5 1_6"],
  ])("each target is found in what %s tells", (_name, candidates, refs) => {
    const found = targets.map((target) => findTarget(candidates, target));
    expect(found.join(" ")).toBe(refs);
  });
});

test("a candidate with exactly a target's name goes before one whose name only begins with it or holds it", () => {
  const candidates = ["Bags 45 products", "All Bags", "Bags"].map((name, index) => ({
    ref: String(index),
    kind: "link" as const,
    names: [name],
  }));
  const bags = { kind: "link", name: "bags" } as const;
  expect(findTarget(candidates, bags)).toBe("2");
  expect(findTarget(candidates.slice(0, 2), bags)).toBe("0");
  expect(findTarget(candidates.slice(1, 2), bags)).toBe("1");
  expect(findTarget([], bags)).toBeUndefined();
});

test("a line of a diff that stands for what is gone is no target", () => {
  const diff = '@@\n-<button id="save">Save</button>\n+<button id="saved">Saved</button>';
  expect(findTarget(webservNotation(diff), { kind: "button", name: "Save" })).toBeUndefined();
  expect(findTarget(webservNotation(diff), { kind: "button", name: "Saved" })).toBe("saved");
});

test("a target without a kind is found whatever it is", () => {
  expect(findTarget(webservNotation(WEBSERV), { name: "Alder School Backpack" })).toBe(
    "products.alder",
  );
  expect(findTarget(webservNotation(WEBSERV), { name: "18 L" })).toBe("size.18-l");
});
