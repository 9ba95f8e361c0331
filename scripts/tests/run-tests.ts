// Runs `npm test` and `npm run soak`: vitest runs the tests, and their count is alone on the last line.
import { join } from "node:path";

import { type CliOptions, createVitest, parseCLI } from "vitest/node";

import { parseLoad, startBusyProcesses } from "./busy-processes.ts";
import { CountReporter, countLine, type TestCount } from "./count-reporter.ts";

/** Names the variable that is set in a run of all tests, so that what all of them need is prepared. */
export const WHOLE_RUN = "WEBSERV_WHOLE_RUN";

/**
 * Resolves with the exit code: 0 only if something ran and nothing failed. `config` is vitest's own choice if left out.
 */
export async function runTests(
  root: string,
  args: readonly string[],
  config?: string,
): Promise<number> {
  const { busy, rest } = parseLoad(args);
  startBusyProcesses(busy);
  // Programs that tests start in homes of their own would each compile all of the same code anew.
  process.env["NODE_COMPILE_CACHE"] ??= join(root, ".cache", "compiled");
  const { filter, options: parsed } = parseCLI(["vitest", "run", ...rest]);
  // A `reporter` that stays beside `reporters` would replace them.
  const { reporter, ...options }: CliOptions & { readonly reporter?: unknown } = parsed;
  if (filter.length === 0 && options.testNamePattern === undefined) process.env[WHOLE_RUN] = "1";
  const counter = new CountReporter({ tellSkipped: options.testNamePattern === undefined });
  // Ours is last, so that it speaks after the others.
  const reporters = [...chosenReporters({ reporter }), counter];
  const vitest = await createVitest({
    ...options,
    // Beside a load the first try counts: a second one could hide what depends on the machine's speed.
    ...(busy === 0 ? {} : { retry: 0 }),
    ...(config === undefined ? {} : { config }),
    root,
    watch: false,
    reporters,
  });
  let broken = false;
  try {
    await vitest.start(filter);
  } catch (error) {
    broken = true;
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  }
  const closed = await closeOf(vitest);
  const count = withFaults(counter.count, broken || !closed);
  await new Promise<void>((resolve) => {
    process.stdout.write(`${countLine(count)}\n`, () => resolve());
  });
  const ok = count.failed === 0 && !process.exitCode;
  // A handle that a test left open must not keep the command from ending, nor add to its last line.
  process.exit(ok ? 0 : 1);
}

/** Counts a run that broke, or in which nothing ran, as a failure if no test reports one. */
function withFaults(count: TestCount, broken: boolean): TestCount {
  const empty = count.passed + count.failed === 0;
  if (empty) process.stderr.write("No test ran, which is a failure: check the filter.\n");
  return { ...count, failed: Math.max(count.failed, broken || empty ? 1 : 0) };
}

/** Returns what `--reporter` names, which parseCLI leaves under that name, as vitest's configuration takes it. */
function chosenReporters({ reporter }: { readonly reporter?: unknown }): string[] {
  const names = [reporter ?? []].flat().filter((name) => typeof name === "string");
  return names.length === 0 ? ["default"] : names;
}

/** Resolves with true if everything ended as it should. */
async function closeOf(vitest: { close(): Promise<void> }): Promise<boolean> {
  try {
    await vitest.close();
    return true;
  } catch (error) {
    process.stderr.write(`vitest did not close: ${String(error)}\n`);
    return false;
  }
}
