// Reads the address of MCP over HTTP, apart from the server, which is loaded only with the first request.
const MCP_PATH = "/mcp";

/** The options that an address of /mcp may give. */
export interface McpQuery {
  /** `?structured`: answers carry structured content, too. */
  readonly structured: boolean;
  /** `?browserId=`: the browser or the environment that sessions are opened in. */
  readonly browserId?: string;
}

/** Returns undefined if the address is not MCP's, or has an option that does not exist. */
export function mcpQueryOf(address: string): McpQuery | undefined {
  const [path, query = ""] = address.split("?", 2);
  if (path !== MCP_PATH) return undefined;
  const { structured, browserId, ...others } = Object.fromEntries(new URLSearchParams(query));
  if (Object.keys(others).length > 0 || browserId === "") return undefined;
  return {
    structured: structured !== undefined,
    ...(browserId === undefined ? {} : { browserId }),
  };
}
