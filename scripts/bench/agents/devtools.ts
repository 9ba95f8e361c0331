// Runs chrome-devtools-mcp as a contender: an answer shows the page if it is asked to.
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { emptyPage, mappingFlag, packageVersion, VIEWPORT } from "./browsers.ts";
import type { Answer, Contender, Field, Hands, Named, Running } from "./hands.ts";
import { McpClient } from "./mcp-client.ts";
import { devtoolsNotation } from "./targets.ts";

const WAIT_MS = 5_000;
const require = createRequire(import.meta.url);

export async function devtoolsContender(executable: string): Promise<Contender> {
  const manifest = require.resolve("chrome-devtools-mcp/package.json");
  return {
    name: "devtools",
    version: await packageVersion(manifest),
    async start(place): Promise<Running> {
      const flags = [
        ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
        mappingFlag(place) ?? [],
      ].flat();
      const client = await McpClient.start({
        script: join(dirname(manifest), "build/src/bin/chrome-devtools-mcp.js"),
        args: [
          "--headless",
          "--isolated",
          "--no-usage-statistics",
          `--executablePath=${executable}`,
          `--viewport=${VIEWPORT.width}x${VIEWPORT.height}`,
          ...flags.map((flag) => `--chromeArg=${flag}`),
        ],
        cwd: tmpdir(),
      });
      await client.call("new_page", { url: emptyPage });
      return {
        hands: new DevtoolsHands(client),
        definitions: client.definitions,
        close: () => client.close(),
      };
    },
  };
}

class DevtoolsHands implements Hands {
  readonly notation = devtoolsNotation;
  readonly takesWords = false;
  readonly #client: McpClient;
  #pageId = 1;

  constructor(client: McpClient) {
    this.#client = client;
  }

  async open(url: string): Promise<Answer> {
    const answer = await this.#call("new_page", { url });
    this.#pageId = Number(/^(\d+): .*\[selected\]/m.exec(answer.text)?.[1] ?? 1);
    return answer;
  }

  look(): Promise<Answer> {
    return this.#onPage("take_snapshot", {});
  }

  click(element: Named, told: boolean): Promise<Answer> {
    return this.#onPage("click", { uid: element, includeSnapshot: told });
  }

  async enter(element: Named, text: string, told: boolean): Promise<Answer[]> {
    const filled = await this.#onPage("fill", { uid: element, value: text });
    return [filled, await this.#onPage("press_key", { key: "Enter", includeSnapshot: told })];
  }

  async fill(fields: readonly Field[], told: boolean): Promise<Answer[]> {
    const elements = fields.map(({ element, kind, value }) => ({
      uid: element,
      value: kind === "tick" ? "true" : value,
    }));
    return [await this.#onPage("fill_form", { elements, includeSnapshot: told })];
  }

  async waitFor(text: string): Promise<Answer[]> {
    return [await this.#onPage("wait_for", { text: [text], timeout: WAIT_MS })];
  }

  async #onPage(tool: string, given: Readonly<Record<string, unknown>>): Promise<Answer> {
    return await this.#call(tool, { pageId: this.#pageId, ...given });
  }

  async #call(tool: string, given: Readonly<Record<string, unknown>>): Promise<Answer> {
    const { text, isError } = await this.#client.call(tool, given);
    const whole = text.includes("## Latest page snapshot");
    return { text, page: whole, whole, failed: isError };
  }
}
