// Runs `webserv run` at the greeting site, in a browser of its own, with a model that follows a script.
import { afterAll, afterEach, beforeAll } from "vitest";

import { CommandLine } from "../programs/command-line.ts";
import type { Finished, RunOptions } from "../programs/command-line.ts";
import { openGreetingSite } from "../pages/greeting-site.ts";
import type { GreetingSite } from "../pages/greeting-site.ts";
import { openModelServer } from "./model-server.ts";
import type { ModelServer, ModelServerApi, Script } from "./model-server.ts";

/** The key with which the model's service is asked. */
export const KEY = "key-of-a-test";

export interface Run extends RunOptions {
  readonly api?: ModelServerApi;
  /** The place of the task; the site if left out. */
  readonly where?: readonly string[];
  readonly args?: readonly string[];
}

export interface GreetingRuns {
  readonly line: CommandLine;
  readonly site: GreetingSite;
  /** The server of the last run of this test. */
  readonly server: ModelServer | undefined;
  /** Runs a task whose model follows `script`. */
  readonly run: (script: Script, run?: Run) => Promise<Finished>;
}

/** Makes one command line for all tests of the calling file. */
export function useGreetingRuns(): GreetingRuns {
  let line: CommandLine;
  let site: GreetingSite;
  let server: ModelServer | undefined;
  beforeAll(async () => {
    [line, site] = await Promise.all([
      CommandLine.open({ OPENAI_API_KEY: KEY, ANTHROPIC_API_KEY: KEY }),
      openGreetingSite(),
    ]);
    await line.json(["browser", "launch", "--headless"]);
  });
  afterEach(() => server?.close());
  afterAll(async () => {
    site.close();
    await line.close();
  });
  return {
    get line() {
      return line;
    },
    get site() {
      return site;
    },
    get server() {
      return server;
    },
    async run(script, { api = "chat", where = ["--url", site.url], args = [], ...options } = {}) {
      server?.close();
      server = await openModelServer(script);
      const service = ["--api", api, "--base-url", server.baseUrl(api), "--model", "scripted"];
      return await line.run(["run", "Greet Ada in German", ...where, ...service, ...args], options);
    },
  };
}
