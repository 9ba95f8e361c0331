// Runs Playwright MCP as a contender. Its answers name a file with the page, which a model reads if it must.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { emptyPage, mappingFlag, packageVersion, VIEWPORT } from "./browsers.ts";
import type { Answer, Contender, Field, Hands, Named, Running } from "./hands.ts";
import { McpClient } from "./mcp-client.ts";
import { playwrightNotation } from "./targets.ts";

const require = createRequire(import.meta.url);
const TYPES = { text: "textbox", option: "combobox", tick: "radio" } as const;

export async function playwrightContender(executable: string): Promise<Contender> {
  const manifest = require.resolve("@playwright/mcp/package.json");
  return {
    name: "playwright",
    version: await packageVersion(manifest),
    async start(place): Promise<Running> {
      const folder = await mkdtemp(join(tmpdir(), "webserv-bench-playwright-"));
      const root = process.getuid?.() === 0;
      const mapping = mappingFlag(place);
      const config = join(folder, "config.json");
      const { writeFile } = await import("node:fs/promises");
      await writeFile(
        config,
        JSON.stringify({
          browser: { launchOptions: { args: mapping === undefined ? [] : [mapping] } },
        }),
      );
      const client = await McpClient.start({
        script: join(dirname(manifest), "cli.js"),
        args: [
          "--headless",
          "--isolated",
          "--browser=chromium",
          `--config=${config}`,
          `--output-dir=${join(folder, "output")}`,
          `--executable-path=${executable}`,
          `--viewport-size=${VIEWPORT.width}x${VIEWPORT.height}`,
          ...(root ? ["--no-sandbox"] : []),
        ],
        cwd: folder,
      });
      await client.call("browser_navigate", { url: emptyPage });
      return {
        hands: new PlaywrightHands(client, folder),
        definitions: client.definitions,
        async close() {
          await client.close();
          await rm(folder, { recursive: true, force: true, maxRetries: 5 });
        },
      };
    },
  };
}

class PlaywrightHands implements Hands {
  readonly notation = playwrightNotation;
  readonly takesWords = true;
  readonly #client: McpClient;
  readonly #folder: string;
  /** The file of the page that the last answer names, not yet read. */
  #file: string | undefined;

  constructor(client: McpClient, folder: string) {
    this.#client = client;
    this.#folder = folder;
  }

  open(url: string): Promise<Answer> {
    return this.#call("browser_navigate", { url });
  }

  /** Reads the file that the last answer names, once; asks for a new one after that. */
  async look(): Promise<Answer> {
    const file = this.#file;
    this.#file = undefined;
    if (file === undefined)
      return { ...(await this.#call("browser_snapshot", {})), page: true, whole: true };
    const text = await readFile(join(this.#folder, file), "utf8");
    return { text, page: true, whole: true, failed: false };
  }

  click(element: Named): Promise<Answer> {
    return this.#call("browser_click", { target: targetOf(element) });
  }

  async enter(element: Named, text: string): Promise<Answer[]> {
    return [await this.#call("browser_type", { target: targetOf(element), text, submit: true })];
  }

  async fill(fields: readonly Field[]): Promise<Answer[]> {
    const wishes = fields.map(({ element, kind, value }) => ({
      target: targetOf(element),
      name: targetOf(element),
      type: TYPES[kind],
      value: kind === "tick" ? "true" : value,
    }));
    return [await this.#call("browser_fill_form", { fields: wishes })];
  }

  async waitFor(text: string): Promise<Answer[]> {
    return [await this.#call("browser_wait_for", { text }), await this.look()];
  }

  async #call(tool: string, given: Readonly<Record<string, unknown>>): Promise<Answer> {
    const { text, isError } = await this.#client.call(tool, given);
    this.#file = /\[Snapshot\]\(([^)]+)\)/.exec(text)?.[1];
    return { text, page: false, whole: false, failed: isError || text.startsWith("### Error") };
  }
}

/** Writes words as the selectors that its tools take in place of a reference: the first element whose name holds them. */
function targetOf(element: Named): string {
  if (typeof element === "string") return element;
  const name = JSON.stringify(element.name);
  const isRole = element.kind === "link" || element.kind === "button";
  const found = isRole ? `getByRole("${element.kind}", { name: ${name} })` : `getByLabel(${name})`;
  return `${found}.first()`;
}
