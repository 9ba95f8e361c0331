// `npm test`: runs the tests with vitest and ends with their count, alone on the last line.
import { type CliOptions, createVitest, parseCLI } from "vitest/node";

import { CountReporter, countLine, type TestCount } from "./count-reporter.ts";

/** Resolves with the exit code: 0 only where something ran and nothing failed. */
export async function runTests(root: string, args: readonly string[]): Promise<number> {
  const { filter, options } = parseCLI(["vitest", "run", ...args]);
  const counter = new CountReporter();
  // Ours last, so that it speaks after the others.
  const reporters = [...chosenReporters(options), counter];
  const vitest = await createVitest({ ...options, root, watch: false, reporters });
  let count: TestCount;
  try {
    await vitest.start(filter);
    count = counter.count;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    count = { ...counter.count, failed: Math.max(1, counter.count.failed) };
  }
  const closed = await closeOf(vitest);
  if (count.passed + count.failed === 0) {
    process.stderr.write("No test ran, which is a failure: check the filter.\n");
  }
  await new Promise<void>((resolve) => {
    process.stdout.write(`${countLine(count)}\n`, () => resolve());
  });
  const ok = closed && count.failed === 0 && count.passed > 0 && !process.exitCode;
  // Something a test left open must not keep the command from ending, nor add to its last line.
  process.exit(ok ? 0 : 1);
}

/** What `--reporter` names, as vitest's configuration takes it. */
function chosenReporters({ reporters }: CliOptions): string[] {
  const names = [reporters ?? []].flat().filter((name) => typeof name === "string");
  return names.length === 0 ? ["default"] : names;
}

/** Whether everything ended as it should. */
async function closeOf(vitest: { close(): Promise<void> }): Promise<boolean> {
  try {
    await vitest.close();
    return true;
  } catch (error) {
    process.stderr.write(`vitest did not close: ${String(error)}\n`);
    return false;
  }
}
