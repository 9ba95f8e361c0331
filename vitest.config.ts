// The four groups of tests, one after the other, from the ones that need nothing to the ones that need the most.
// In CI a test with a browser that fails is tried once more; the count reporter names it as flaky.
import { availableParallelism } from "node:os";

import { defineConfig } from "vitest/config";

/** How long `expect.poll` waits. */
const POLL_MS = 20_000;
const IN_CI = process.env.CI !== undefined;

export default defineConfig({
  test: {
    projects: [
      group("unit", 1, {
        timeoutMs: 30_000,
        maxWorkers: Math.max(2, availableParallelism()),
        retry: 0,
      }),
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
  /** How often a failed test is tried again. Default: once in CI. */
  readonly retry?: number;
  /** Run before the group, and only where one of its files runs. */
  readonly globalSetup?: string[];
}

/** `groupOrder` from 1: vitest runs a group 0 of one worker after all others. */
function group(
  name: string,
  groupOrder: number,
  { timeoutMs, maxWorkers, retry = IN_CI ? 1 : 0, globalSetup = [] }: GroupOptions,
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
      // A machine may be slow; what never comes fails all the same.
      expect: { poll: { timeout: POLL_MS } },
      retry,
      globalSetup,
    },
  };
}
