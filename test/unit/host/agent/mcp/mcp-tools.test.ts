// The tools a model is offered over MCP, beside the actions there are.
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import * as z from "zod/mini";

import {
  lookParams,
  ownTools,
  quietParams,
  restParams,
  tools,
  unoffered,
} from "@webserv/host/src/agent/mcp/tools.ts";
import { actionTypes } from "@webserv/shared/model/action.ts";

test("every action has a tool, a place in act, or a reason for neither", () => {
  const rest = restParams.shape.action.def.options.map((option) => option.shape.type.def.values[0]);
  const known = [...ownTools, ...rest, ...Object.keys(unoffered)];
  expect(new Set(known)).toEqual(new Set(actionTypes));
  expect(known.length).toBe(actionTypes.length);
});

test("the tools are at most twelve, each with a description, in fewer than 1400 tokens", () => {
  expect(tools.length).toBeLessThanOrEqual(12);
  expect(tools.filter(({ description }) => (description ?? "") === "")).toEqual([]);
  const told = tools.map(({ name, description, inputSchema }) => ({
    name,
    description,
    inputSchema,
  }));
  expect(countTokens(JSON.stringify(told))).toBeLessThan(1400);
});

test("every tool that acts can leave the page out of its answer, and one that reads can't", () => {
  const quiet = tools.filter(({ inputSchema }) => "quiet" in (inputSchema.properties ?? {}));
  expect(quiet.map(({ name }) => name)).toEqual([
    "open",
    "fill",
    "click",
    "type",
    "press",
    "scroll",
    "goto",
    "act",
  ]);
  expect(quietParams.safeParse({ quiet: "yes" }).success).toBe(false);
  expect(lookParams.safeParse({ quiet: true }).success).toBe(false);
});

test("a field whose name and values say what it is has no more words", () => {
  const click = tools.find(({ name }) => name === "click")?.inputSchema.properties;
  expect(click).toMatchObject({ id: { anyOf: [{ type: "string" }, { type: "object" }] } });
  expect(click?.["button"]).toEqual({ type: "string", enum: ["left", "right", "middle"] });
  expect(click?.["count"]).toEqual({ type: "integer", description: "2 to double-click" });
});

test("the description of act names every action that has no tool of its own, with its fields", () => {
  const act = tools.find(({ name }) => name === "act");
  const { properties } = z
    .object({ properties: z.record(z.string(), z.unknown()) })
    .parse(act?.inputSchema.properties?.["action"]);
  for (const { shape } of restParams.shape.action.def.options) {
    const { type, ...fields } = shape;
    expect(act?.description).toContain(`${type.def.values[0]}(`);
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(fields)));
  }
});

test("a field of act that another tool explains, or that means two things, has its type alone", () => {
  const { action } = z
    .object({ action: z.object({ properties: z.record(z.string(), z.looseObject({})) }) })
    .parse(tools.find(({ name }) => name === "act")?.inputSchema.properties);
  expect(action.properties).toMatchObject({
    by: { properties: { x: {}, y: {} }, description: "In px, in place of to" },
    position: { enum: ["before", "on", "after"] },
  });
  expect(action.properties["at"]).toEqual({ type: "object" });
  expect(action.properties["toAt"]).toEqual({ type: "object" });
  expect(action.properties["modifiers"]).toEqual({ type: "array", items: { type: "string" } });
  // The words of a prompt, and those that are selected.
  expect(action.properties["text"]).toEqual({ type: "string" });
});
