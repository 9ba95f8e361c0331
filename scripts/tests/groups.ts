// The groups of tests: what each may take of the machine, and after how long a wait is taken for endless.
import { availableParallelism } from "node:os";

import { PATIENCE_MS, TEST_MS } from "../../test/support/patience.ts";
import { BESIDE_LOAD } from "./busy-processes.ts";

const PROCESSORS = Math.max(2, availableParallelism());
/** Beside a load each file gets little of the machine: three times as many at once, or the run takes hours. */
const AT_ONCE = PROCESSORS * (process.env[BESIDE_LOAD] === undefined ? 1 : 3);
/** In CI a test with a browser that fails is tried once more; the count reporter names it as flaky. */
const AGAIN = process.env["CI"] === undefined ? 0 : 1;

interface GroupOptions {
  /** From 1: vitest runs a group 0 of one worker after all others. Those of one number run at the same time. */
  readonly groupOrder: number;
  readonly maxWorkers: number;
  /** How often a failed test is tried again. */
  readonly retry: number;
  /** Run before the group, and only if one of its files runs. */
  readonly globalSetup?: string[];
}

/**
 * Tests with browsers and sandboxes wait a good part of their time: all of them run together, one more at once than
 * there are processors.
 */
const waiting = { groupOrder: 2, maxWorkers: AT_ONCE + 1, retry: AGAIN };

export const groups = {
  unit: { groupOrder: 1, maxWorkers: AT_ONCE + 1, retry: 0 },
  browser: waiting,
  e2e: waiting,
  incus: { ...waiting, globalSetup: ["test/support/incus-group.ts"] },
} satisfies Record<string, GroupOptions>;

/** What vitest is told of a group. No time in here decides a verdict: each ends what would wait without end. */
export function projectOf(
  name: keyof typeof groups,
  { include = [`test/${name}/**/*.test.ts`], testMs = TEST_MS } = {},
) {
  const { groupOrder, ...group }: GroupOptions = groups[name];
  return {
    test: {
      name,
      environment: "node" as const,
      include,
      sequence: { groupOrder },
      testTimeout: testMs,
      hookTimeout: TEST_MS,
      expect: { poll: { timeout: PATIENCE_MS } },
      ...group,
    },
  };
}
