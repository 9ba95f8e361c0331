// Lists the groups of tests: what each may use of the machine, and how long a wait may last.
import { availableParallelism } from "node:os";

import { PATIENCE_MS, TEST_MS } from "../../test/support/time/patience.ts";
import { BESIDE_LOAD } from "./busy-processes.ts";

const PROCESSORS = Math.max(2, availableParallelism());
/**
 * The number of files at once. Beside a load three times as many run, because each gets little of the machine and it
 * would take hours.
 */
const AT_ONCE = PROCESSORS * (process.env[BESIDE_LOAD] === undefined ? 1 : 3);
/** In CI a test with a browser that fails is tried once more; the count reporter names it as flaky. */
const AGAIN = process.env["CI"] === undefined ? 0 : 1;

interface GroupOptions {
  /**
   * The order of groups, from 1: vitest runs a group 0 of one worker after all others. Groups of one number run at the
   * same time.
   */
  readonly groupOrder: number;
  readonly maxWorkers: number;
  /** The number of times that a failed test is tried again. */
  readonly retry: number;
  /** Files that are run before the group, and only if one of its files runs. */
  readonly globalSetup?: string[];
}

/**
 * Runs tests with browsers and sandboxes together, one more at once than there are processors, since they spend a good
 * part of their time waiting.
 */
const waiting = { groupOrder: 2, maxWorkers: AT_ONCE + 1, retry: AGAIN };

export const groups = {
  unit: { groupOrder: 1, maxWorkers: AT_ONCE + 1, retry: 0 },
  browser: waiting,
  e2e: waiting,
  incus: { ...waiting, globalSetup: ["test/support/incus/incus-group.ts"] },
} satisfies Record<string, GroupOptions>;

/**
 * Makes vitest's configuration of a group. No time in here decides a verdict: each ends a wait that would be endless.
 */
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
