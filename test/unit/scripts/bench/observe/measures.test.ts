import type { Protocol } from "puppeteer";
import { describe, expect, test } from "vitest";

import { longestIn } from "../../../../../scripts/bench/observe/longest-task.ts";
import { printed } from "../../../../../scripts/bench/observe/peers/accessibility-tree.ts";
import { sharesIn } from "../../../../../scripts/bench/observe/profile.ts";
import { nodesIn, syntheticPage } from "../../../../../scripts/bench/observe/synthetic-page.ts";
import { tokenUse } from "../../../../../scripts/bench/observe/token-use.ts";
import { tokensOf } from "../../../../../scripts/bench/observe/tokens.ts";

describe("a synthetic page", () => {
  test.each([1000, 10_000])("a synthetic page has at least %d nodes and hardly more", (nodes) => {
    const count = nodesIn(syntheticPage(nodes));
    expect(count).toBeGreaterThanOrEqual(nodes);
    expect(count).toBeLessThan(nodes + 60);
  });

  test("a synthetic page is the same each time", () => {
    expect(syntheticPage(2000)).toBe(syntheticPage(2000));
  });
});

describe("tokens", () => {
  test("tokens are counted as those of o200k, control tokens as text", () => {
    expect(tokensOf("hello world")).toBe(2);
    expect(tokensOf("<|endoftext|>")).toBeGreaterThan(1);
  });

  test("the tokens of a text are told by what they go to", () => {
    const plain = tokenUse("<button>Save</button>");
    const named = tokenUse('<button id="editor.save">Save</button>');
    expect(plain.ids).toBe(0);
    expect(named.ids).toBe(named.total - plain.total);
    expect(named.tags).toBe(plain.tags);
    expect(tokenUse('<a id="x" href="/far/away" title="T">x</a>').addresses).toBeGreaterThan(0);
  });
});

describe("an accessibility tree, printed as by WebArena", () => {
  const node = (
    nodeId: string,
    role: string,
    name: string,
    more: Partial<Protocol.Accessibility.AXNode> = {},
  ): Protocol.Accessibility.AXNode => ({
    nodeId,
    ignored: false,
    role: { type: "role", value: role },
    name: { type: "computedString", value: name },
    ...more,
  });

  test("an accessibility tree is printed indented by depth, without ignored and empty nodes and repeated texts", () => {
    const text = printed([
      node("1", "RootWebArea", "Shop", { childIds: ["2", "3"] }),
      node("2", "generic", "", { childIds: ["4"] }),
      node("3", "paragraph", "hidden", { ignored: true, childIds: ["6"] }),
      node("4", "button", "Buy", {
        childIds: ["5"],
        properties: [
          { name: "focusable", value: { type: "booleanOrUndefined", value: true } },
          { name: "expanded", value: { type: "booleanOrUndefined", value: false } },
        ],
      }),
      node("5", "StaticText", "Buy"),
      node("6", "StaticText", "Two left"),
    ]);
    expect(text).toBe(
      "[1] RootWebArea 'Shop'\n\t[4] button 'Buy' expanded: false\n\t[6] StaticText 'Two left'",
    );
  });
});

test("a profile tells each function's own time and the time with those it calls", () => {
  const frame = (functionName: string): Protocol.Runtime.CallFrame => ({
    functionName,
    scriptId: "1",
    url: "",
    lineNumber: 0,
    columnNumber: 0,
  });
  const shares = sharesIn({
    startTime: 0,
    endTime: 6000,
    nodes: [
      { id: 1, callFrame: frame("(root)"), children: [2, 4] },
      { id: 2, callFrame: frame("walk"), children: [3] },
      { id: 3, callFrame: frame("walk"), children: [] },
      { id: 4, callFrame: frame("(idle)"), children: [] },
    ],
    samples: [2, 3, 4],
    timeDeltas: [1000, 2000, 3000],
  });
  expect(shares).toEqual([
    { name: "walk", selfMs: 3, totalMs: 3 },
    { name: "(root)", selfMs: 0, totalMs: 3 },
  ]);
});

test("the longest task is that of a page's main thread, from the mark on", () => {
  const thread = (tid: number, name: string): object => ({
    name: "thread_name",
    pid: 1,
    tid,
    ts: 0,
    args: { name },
  });
  const task = (tid: number, ts: number, dur: number): object => ({
    name: "RunTask",
    pid: 1,
    tid,
    ts,
    dur,
  });
  const traceEvents = [
    thread(2, "CrRendererMain"),
    thread(3, "DedicatedWorker thread"),
    // To begin a trace has the page drawn anew.
    task(2, 10, 80_000),
    { name: "webserv-bench", pid: 1, tid: 2, ts: 85_000 },
    task(2, 90_000, 4_000),
    task(2, 94_000, 31_500),
    task(3, 94_000, 90_000),
    { name: "FunctionCall", pid: 1, tid: 2, ts: 94_000, dur: 70_000 },
  ];
  expect(longestIn({ traceEvents })).toBe(31.5);
  expect(() => longestIn({ traceEvents: [] })).toThrow("when the reading began");
});
