// The tools a model is offered over MCP, beside the actions there are.
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import * as z from "zod/mini";

import { ownTools, restParams, tools, unoffered } from "@webserv/host/src/agent/mcp/tools.ts";
import { actionTypes } from "@webserv/shared/model/action.ts";

test("every action has a tool, a place in act, or a reason for neither", () => {
  const rest = restParams.shape.action.def.options.map((option) => option.shape.type.def.values[0]);
  const known = [...ownTools, ...rest, ...Object.keys(unoffered)];
  expect(new Set(known)).toEqual(new Set(actionTypes));
  expect(known.length).toBe(actionTypes.length);
});

test("the tools are at most twelve, each with a description, in fewer than 2500 tokens", () => {
  expect(tools.length).toBeLessThanOrEqual(12);
  expect(tools.filter(({ description }) => (description ?? "") === "")).toEqual([]);
  expect(countTokens(JSON.stringify(tools))).toBeLessThan(2500);
});

test("a field of act that another tool explains, or that means two things, has its type alone", () => {
  const { action } = z
    .object({ action: z.object({ properties: z.record(z.string(), z.looseObject({})) }) })
    .parse(tools.find(({ name }) => name === "act")?.inputSchema.properties);
  expect(action.properties).toMatchObject({
    by: { type: "object", description: "How far, in px, in place of an element to drag to" },
    position: { enum: ["before", "on", "after"] },
  });
  expect(action.properties["at"]).toEqual({ type: "object" });
  expect(action.properties["modifiers"]).toEqual({ type: "array", items: { type: "string" } });
  // The words of a prompt, and those that are selected.
  expect(action.properties["text"]).toEqual({ type: "string" });
});
