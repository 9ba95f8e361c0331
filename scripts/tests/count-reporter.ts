// Counts tests, and says why the skipped ones were skipped.
import { basename } from "node:path";

import type { Reporter, TestModule, TestResult } from "vitest/node";

export interface TestCount {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Writes the line that ends `npm test`. */
export function countLine({ passed, failed, skipped }: TestCount): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/**
 * Counts the tests. A file that can't be loaded, a suite whose hook fails and an error outside any test count as one
 * failure each.
 */
export class CountReporter implements Reporter {
  readonly #tellSkipped: boolean;
  #count: TestCount = { passed: 0, failed: 0, skipped: 0 };

  /** `tellSkipped` is false if a filter by name leaves most tests out, which needs no reason. */
  constructor({ tellSkipped }: { tellSkipped: boolean }) {
    this.#tellSkipped = tellSkipped;
  }

  get count(): TestCount {
    return this.#count;
  }

  onTestRunEnd(modules: readonly CountedModule[], unhandledErrors: readonly unknown[]): void {
    const results = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => ({
        where: `${module.relativeModuleId} > ${test.fullName}`,
        result: test.result(),
        flaky: test.diagnostic()?.flaky === true,
        suiteNote: suiteNoteOf(test.meta()),
      })),
    );
    const suites = modules.flatMap((module) => [module, ...module.children.allSuites()]);
    const failedSuites = suites.filter((suite) => suite.errors().length > 0);
    const failedTests = results.filter(({ result }) => result.state === "failed");
    // A test that never ran, because its suite failed or the run was broken off, did not pass.
    const skipped = results.filter(
      ({ result }) => result.state === "skipped" || result.state === "pending",
    );
    this.#count = {
      passed: results.filter(({ result }) => result.state === "passed").length,
      failed: failedTests.length + failedSuites.length + unhandledErrors.length,
      skipped: skipped.length,
    };
    for (const { where, flaky, result } of results) {
      if (flaky) process.stdout.write(`${FLAKY}: ${where}\n${whatFailed(result.errors)}`);
    }
    if (!this.#tellSkipped || skipped.length === 0) return;
    const lines = skipped.map(({ where, result, suiteNote }) => {
      const note = "note" in result ? result.note : undefined;
      return `skipped: ${where}: ${note ?? suiteNote ?? "no reason given"}\n`;
    });
    process.stdout.write(`${lines.join("")}\n`);
  }
}

const FLAKY = "flaky, passed only when tried again";

/** Says what went wrong in the first try, and in which line: whoever mends the test needs to know. */
function whatFailed(errors: TestResult["errors"] = []): string {
  return errors
    .map(({ message, stacks }) => {
      const [at] = stacks ?? [];
      const where = at === undefined ? "" : ` (${basename(at.file)}:${String(at.line)})`;
      return `${`${message}${where}`.replace(/^/gm, "  ")}\n`;
    })
    .join("");
}

/** Returns the reason that a skipped `describe` gives, as those of tests with Incus do. */
function suiteNoteOf(meta: object): string | undefined {
  const note = "skipReason" in meta ? meta.skipReason : undefined;
  return typeof note === "string" ? note : undefined;
}

/** Holds what is used of vitest's report of a file; its own TestModule fits. */
export type CountedModule = Pick<TestModule, "relativeModuleId" | "errors"> & {
  readonly children: Pick<TestModule["children"], "allTests" | "allSuites">;
};
