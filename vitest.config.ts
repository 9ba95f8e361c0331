// The four groups of tests, one after the other, from the ones that need nothing to the ones that need the most.
import { availableParallelism } from "node:os";

import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      group("unit", 1, { timeoutMs: 30_000, maxWorkers: Math.max(2, availableParallelism()) }),
      group("browser", 2, { timeoutMs: 60_000, maxWorkers: 2 }),
      group("e2e", 3, { timeoutMs: 120_000, maxWorkers: 2 }),
      group("incus", 4, {
        timeoutMs: 120_000,
        maxWorkers: 2,
        globalSetup: ["test/support/incus-group.ts"],
      }),
    ],
  },
});

interface GroupOptions {
  /** Of one test and of one hook. */
  readonly timeoutMs: number;
  readonly maxWorkers: number;
  /** Run before the group, and only where one of its files runs. */
  readonly globalSetup?: string[];
}

/** `groupOrder` from 1: vitest runs a group 0 of one worker after all others. */
function group(
  name: string,
  groupOrder: number,
  { timeoutMs, maxWorkers, globalSetup = [] }: GroupOptions,
) {
  return {
    test: {
      name,
      environment: "node" as const,
      include: [`test/${name}/**/*.test.ts`],
      sequence: { groupOrder },
      testTimeout: timeoutMs,
      hookTimeout: timeoutMs,
      maxWorkers,
      globalSetup,
    },
  };
}
