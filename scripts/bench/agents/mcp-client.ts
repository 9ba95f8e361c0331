// Connects to an MCP server on stdio, and keeps the definitions of its tools that a model would read.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";

const CALL_MS = 120_000;

export interface McpProgram {
  /** The path of a program for Node. */
  readonly script: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface McpAnswer {
  readonly text: string;
  readonly isError: boolean;
}

export class McpClient {
  /** The server's words and its tools with their schemas, as a model is given them. */
  readonly definitions: string;
  readonly #client: Client;

  private constructor(client: Client, definitions: string) {
    this.#client = client;
    this.definitions = definitions;
  }

  static async start({ script, args, cwd, env = {} }: McpProgram): Promise<McpClient> {
    const client = new Client({ name: "webserv-bench", version: "1" });
    const inherited = Object.entries(process.env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [script, ...args],
        cwd,
        env: { ...Object.fromEntries(inherited), ...env },
        stderr: "ignore",
      }),
    );
    const { tools } = await client.listTools();
    const told = tools.map(({ name, description, inputSchema }) => ({
      name,
      description,
      inputSchema,
    }));
    return new McpClient(client, `${client.getInstructions() ?? ""}${JSON.stringify(told)}`);
  }

  async call(name: string, given: Readonly<Record<string, unknown>>): Promise<McpAnswer> {
    const params = { name, arguments: { ...given } };
    const options = { timeout: CALL_MS };
    const result = CallToolResultSchema.parse(
      await this.#client.callTool(params, CallToolResultSchema, options),
    );
    const text = result.content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
    return { text, isError: result.isError === true };
  }

  async close(): Promise<void> {
    await this.#client.close();
  }
}
