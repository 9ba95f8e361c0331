// Connects the official MCP client to `webserv mcp` on stdio or to the daemon's /mcp, for tests.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { CallToolResult, Progress } from "@modelcontextprotocol/sdk/types.js";
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";

import { readDaemonRecord, readToken } from "@webserv/host/src/reach/run-files.ts";
import { CLI } from "../programs/programs.ts";
import type { Paths } from "@webserv/host/src/paths.ts";
import { PATIENCE_MS } from "../time/patience.ts";

const LONG = { timeout: PATIENCE_MS };

export interface CallSettings {
  readonly signal?: AbortSignal;
  /** Receives each message of progress. */
  readonly onProgress?: (message: string) => void;
}

/** The first message of a client, as JSON. */
export const INITIALIZE = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  },
});

/** Holds clients of one home, ended together. */
export class McpClients {
  readonly #paths: Paths;
  readonly #clients: { client: Client; transport: StreamableHTTPClientTransport | undefined }[] =
    [];

  constructor(paths: Paths) {
    this.#paths = paths;
  }

  /** @param options words after `webserv mcp` */
  async onStdio(
    options: readonly string[] = [],
    info: { readonly name: string; readonly title?: string } = { name: "test" },
  ): Promise<Client> {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [CLI, "mcp", ...options],
      env: { ...(process.env as Record<string, string>), WEBSERV_HOME: this.#paths.home },
      stderr: "pipe",
    });
    const client = new Client({ version: "1", ...info });
    await client.connect(transport, LONG);
    this.#clients.push({ client, transport: undefined });
    return client;
  }

  /** @param query options such as ?structured */
  async overHttp(query = ""): Promise<Client> {
    const port = readDaemonRecord(this.#paths)?.port ?? 0;
    const headers = { authorization: `Bearer ${readToken(this.#paths) ?? ""}` };
    const client = new Client({ name: "test", version: "1" });
    const transport = new StreamableHTTPClientTransport(
      new URL(`http://127.0.0.1:${port}/mcp${query}`),
      { requestInit: { headers } },
    );
    await client.connect(transport, LONG);
    this.#clients.push({ client, transport });
    return client;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { client, transport } of this.#clients.splice(0)) {
      // Over HTTP a client that only goes away does not end its session; the daemon may be gone already.
      await transport?.terminateSession().catch(() => {});
      await client.close();
    }
  }
}

export async function callTool(
  client: Client,
  name: string,
  given: Record<string, unknown> = {},
  { signal, onProgress }: CallSettings = {},
): Promise<CallToolResult> {
  const result = await client.callTool({ name, arguments: given }, CallToolResultSchema, {
    ...LONG,
    ...(signal === undefined ? {} : { signal }),
    ...(onProgress === undefined
      ? {}
      : { onprogress: ({ message }: Progress) => onProgress(message ?? "") }),
  });
  return CallToolResultSchema.parse(result);
}

export function toolText({ content }: CallToolResult): string {
  return content.map((part) => (part.type === "text" ? part.text : `(${part.type})`)).join("\n");
}
