// Runs a daemon with the counter's site, in which the tests of a file make environments.
import type { Environment } from "@webserv/shared/model/environment.ts";
import { afterAll, afterEach, beforeAll } from "vitest";

import { Chain } from "./chain.ts";
import { writeCounterDefinition } from "../sandboxes/counter-definition.ts";
import { PATIENCE_MS } from "../time/patience.ts";

/** Gives environments with sandboxes their time on a busy machine. */
export const LONG = { timeoutMs: PATIENCE_MS };

export interface EnvironmentWorld {
  readonly chain: Chain;
  /** @param sites the sites of each; the counter if left out */
  create(count: number, sites?: readonly string[]): Promise<Environment[]>;
  listed(): Promise<Environment[]>;
  deleteAll(): Promise<void>;
}

/** Makes one for all tests of the calling file; what a test has made is deleted after it. */
export function useEnvironments(): EnvironmentWorld {
  let chain: Chain;
  const world = {
    get chain() {
      return chain;
    },
    async create(count: number, sites: readonly string[] = ["counter"]) {
      const wish = { count, sites: [...sites], backend: "local" as const };
      return (await chain.agent.call("env.create", wish, LONG)).environments;
    },
    async listed() {
      return (await chain.agent.call("env.list", {})).environments;
    },
    async deleteAll() {
      for (const { environmentId } of await world.listed()) {
        await chain.agent.call("env.delete", { environmentId }, LONG);
      }
    },
  };
  beforeAll(async () => {
    chain = await Chain.open();
    const site = writeCounterDefinition(chain.paths.home);
    await chain.agent.call("site.import", { site, backend: "local" });
  });
  afterEach(() => world.deleteAll());
  afterAll(() => chain.close());
  return world;
}
