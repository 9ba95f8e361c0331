// Runs the peer of the step benchmark, Playwright MCP, as an agent's client would.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import * as z from "zod/mini";

const packageFile = z.object({ version: z.string() });
const require = createRequire(import.meta.url);

/** A running Playwright MCP server with a page. */
export class PlaywrightMcp {
  readonly version: string;
  readonly #client: Client;
  readonly #outputDir: string;

  private constructor(version: string, client: Client, outputDir: string) {
    this.version = version;
    this.#client = client;
    this.#outputDir = outputDir;
  }

  /** Starts it headless, with an in-memory profile, on the browser at `executable`. */
  static async start(executable: string): Promise<PlaywrightMcp> {
    const manifest = require.resolve("@playwright/mcp/package.json");
    const { version } = packageFile.parse(JSON.parse(await readFile(manifest, "utf8")));
    const outputDir = await mkdtemp(join(tmpdir(), "webserv-bench-playwright-"));
    const client = new Client({ name: "webserv-bench", version: "1" });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [
          join(dirname(manifest), "cli.js"),
          "--headless",
          "--isolated",
          "--browser=chromium",
          `--output-dir=${outputDir}`,
          `--executable-path=${executable}`,
          ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
        ],
        cwd: outputDir,
        stderr: "ignore",
      }),
    );
    return new PlaywrightMcp(version, client, outputDir);
  }

  async open(url: string): Promise<void> {
    await this.#call("browser_navigate", { url });
  }

  /** Resolves with the page as the server describes it. */
  async snapshot(): Promise<string> {
    return await this.#call("browser_snapshot", {});
  }

  /** Clicks the element with this reference and reads the snapshot that the answer points to. */
  async click(ref: string): Promise<string> {
    return await this.act("browser_click", { element: "button", target: ref });
  }

  /** Calls one of its tools and reads the snapshot that the answer points to. */
  async act(tool: string, args: Record<string, unknown>): Promise<string> {
    const answer = await this.#call(tool, args);
    const file = /\[Snapshot\]\(([^)]+)\)/.exec(answer)?.[1];
    return file === undefined ? answer : await readFile(join(this.#outputDir, file), "utf8");
  }

  async close(): Promise<void> {
    await this.#client.close();
    await rm(this.#outputDir, { recursive: true, force: true });
  }

  async #call(name: string, args: Record<string, unknown>): Promise<string> {
    const result = await this.#client.callTool({ name, arguments: args });
    const content: unknown = result.content;
    const first: unknown = Array.isArray(content) ? content[0] : undefined;
    const text =
      typeof first === "object" && first !== null && "text" in first ? String(first.text) : "";
    if (result.isError === true || text.startsWith("### Error")) {
      throw new Error(`Playwright MCP refused ${name}: ${text}`);
    }
    return text;
  }
}

/** Returns the reference of the first element whose line in a snapshot matches `line`. */
export function refOf(snapshot: string, line: RegExp): string {
  for (const candidate of snapshot.split("\n")) {
    const ref = /\[ref=(\w+)\]/.exec(candidate)?.[1];
    if (ref !== undefined && line.test(candidate)) return ref;
  }
  throw new Error(`no line of the snapshot matches ${line}:\n${snapshot.slice(0, 2000)}`);
}
