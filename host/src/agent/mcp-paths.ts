// Where MCP is served over HTTP; apart from what serves it, which is loaded for the first who asks.
const MCP_PATH = "/mcp";

/** What the address of /mcp may ask for. */
export interface McpWish {
  /** `?structured`: answers carry structured content too. */
  readonly structured: boolean;
  /** `?browserId=`: the browser or the environment that sessions are opened in. */
  readonly browserId?: string;
}

/** Undefined where the address is not MCP's, or asks for what there is not. */
export function mcpWishOf(address: string): McpWish | undefined {
  const [path, query = ""] = address.split("?", 2);
  if (path !== MCP_PATH) return undefined;
  const { structured, browserId, ...others } = Object.fromEntries(new URLSearchParams(query));
  if (Object.keys(others).length > 0 || browserId === "") return undefined;
  return {
    structured: structured !== undefined,
    ...(browserId === undefined ? {} : { browserId }),
  };
}
