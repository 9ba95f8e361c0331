// The tools a model is offered over MCP, beside the actions there are.
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";

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
