// Where MCP is served over HTTP; apart from what serves it, which is loaded for the first who asks.
export const MCP_PATH = "/mcp";
/** The same, with structured content in its answers. */
export const STRUCTURED_MCP_PATH = "/mcp?structured";
