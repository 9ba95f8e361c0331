import { describe, expect, test } from "vitest";
import * as z from "zod/mini";

import { action, actions, actionTypes } from "@webserv/shared/model/action.ts";
import { APPLICATION_ERROR, jsonRpcNumbers } from "@webserv/shared/protocol/envelope.ts";
import { errorCatalogue } from "@webserv/shared/errors/errors.ts";
import {
  isMethodName,
  type Link,
  methods,
  methodsOn,
  type MethodSpec,
} from "@webserv/shared/protocol/methods.ts";

const links: Readonly<Record<Link, true>> = {
  "agent-daemon": true,
  "daemon-agent": true,
  "extension-daemon": true,
  "daemon-extension": true,
  "worker-frame": true,
  "frame-worker": true,
  "panel-worker": true,
  "worker-panel": true,
};
const registry = Object.entries<MethodSpec>(methods);

describe.each(registry)("the method %s", (name, spec) => {
  test(`the method ${name} has a name, a link and a summary of one sentence without a full stop`, () => {
    expect(name).toMatch(/^[a-z]+\.[a-z]+(-[a-z]+)*$/);
    expect(links[spec.link]).toBe(true);
    expect(spec.summary).toMatch(/^[A-Z].{10,}[^.]$/);
  });

  test(`the method ${name} has schemas that other languages can be told`, () => {
    expect(z.toJSONSchema(spec.params, { io: "input" })).toMatchObject({ type: "object" });
    expect(z.toJSONSchema(spec.result, { io: "output" })).toMatchObject({ type: "object" });
  });

  test(`the method ${name} refuses params it does not know`, () => {
    const parsed = spec.params.safeParse({ "no such field": 1 });
    expect(parsed.error?.issues.map((issue) => issue.code)).toContain("unrecognized_keys");
  });

  test(`the method ${name} names real params as positional`, () => {
    const known = Object.keys(z.toJSONSchema(spec.params, { io: "input" }).properties ?? {});
    expect(known).toEqual(expect.arrayContaining([...(spec.positional ?? [])]));
    expect(new Set(spec.positional).size).toBe(spec.positional?.length ?? 0);
  });
});

test("every method is on exactly one of the links", () => {
  const listed = Object.keys(links).flatMap((link) => methodsOn(link as Link));
  expect(listed.sort()).toEqual(Object.keys(methods).sort());
});

test.each(Object.keys(links))("the link %s has methods", (link) => {
  expect(methodsOn(link as Link)).not.toEqual([]);
});

test("what every object inherits is not a method", () => {
  expect(isMethodName("toString")).toBe(false);
  expect(isMethodName("session.act")).toBe(true);
});

test("the table of actions and the union hold the same actions, each with words for the agent", () => {
  expect(action.def.options).toEqual(Object.values(actions).map(({ schema }) => schema));
  expect([...actionTypes].sort()).toEqual(Object.keys(actions).sort());
  for (const [type, { schema }] of Object.entries(actions)) {
    expect(schema.shape.type.def.values).toEqual([type]);
    expect(z.globalRegistry.get(schema)?.description).toMatch(/^[A-Z].+[^.]$/);
  }
});

test("the paper's fourteen actions are there", () => {
  const paper =
    "click hover press type clear select goto back forward refresh new_tab switch_tab close_tab terminate";
  expect(actionTypes).toEqual(expect.arrayContaining(paper.split(" ")));
});

test.each(Object.entries(errorCatalogue))("the error %s is explained", (code, entry) => {
  expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
  expect(entry.summary).toMatch(/^[A-Z].*\.$/);
  expect(entry.next).toMatch(/^[A-Z].*\.$/);
});

test("JSON-RPC's own numbers belong to codes of the catalogue, each to one", () => {
  const numbers = Object.entries(jsonRpcNumbers);
  for (const [code] of numbers) expect(errorCatalogue).toHaveProperty([code]);
  const all = [APPLICATION_ERROR, ...numbers.map(([, number]) => number)];
  expect(new Set(all).size).toBe(all.length);
});

test("an agent may put nothing into a browser's environment but where its display is", () => {
  const { params } = methods["browser.launch"];
  expect(params.safeParse({ display: { DISPLAY: ":1" } }).success).toBe(true);
  expect(params.safeParse({ display: { LD_PRELOAD: "/tmp/own.so" } }).success).toBe(false);
});
