// Tests what the address of /mcp may ask for.
import { mcpQueryOf } from "@webserv/host/src/agent/mcp-paths.ts";
import { expect, test } from "vitest";

test.each([
  ["/mcp", { structured: false }],
  ["/mcp?structured", { structured: true }],
  ["/mcp?browserId=env-1&structured", { structured: true, browserId: "env-1" }],
])("the address %s asks MCP for %j", (address, wish) => {
  expect(mcpQueryOf(address)).toEqual(wish);
});

test.each(["/", "/mcp/", "/mcps", "/mcp?browserId=", "/mcp?filesFrom=%2F", "/mcp?structure"])(
  "the address %s is none of MCP's",
  (address) => {
    expect(mcpQueryOf(address)).toBeUndefined();
  },
);
