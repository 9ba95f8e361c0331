// Carries out the steps of a bake that run commands: once, or until one succeeds.
import { setTimeout as delay } from "node:timers/promises";

import { outputTail } from "../client/output-tail.ts";
import type { Inside, InsideCommand } from "./inside.ts";
import { StepFailure } from "./step-failure.ts";

/** The length of the output that is shown if a step fails, in bytes. */
const TAIL_BYTES = 4096;
const RETRY_FIRST_MS = 100;
const RETRY_MAX_MS = 2000;

/** Throws StepFailure for any exit code but 0. `onLine`: the newest line of its output. */
export async function runStep(
  inside: Inside,
  command: InsideCommand,
  onLine: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const { exitCode, output } = await execute(inside, command, onLine, signal);
  if (exitCode === 0) return;
  throw new StepFailure(`ended with exit code ${exitCode}`, output, { exitCode });
}

/** Repeats the command until it ends with 0; if the signal ends that, throws StepFailure with the last output. */
export async function waitStep(
  inside: Inside,
  command: InsideCommand,
  signal: AbortSignal,
): Promise<void> {
  let last: StepFailure | undefined;
  for (let waitMs = RETRY_FIRST_MS; ; waitMs = Math.min(waitMs * 2, RETRY_MAX_MS)) {
    try {
      const { exitCode, output } = await execute(inside, command, () => undefined, signal);
      if (exitCode === 0) return;
      last = new StepFailure(`last exit code ${exitCode}`, output, { exitCode });
      await delay(waitMs, undefined, { signal });
    } catch (thrown) {
      // A first try that hangs has output of its own.
      throw signal.aborted && last !== undefined ? last : thrown;
    }
  }
}

async function execute(
  inside: Inside,
  command: InsideCommand,
  onLine: (line: string) => void,
  signal: AbortSignal,
): Promise<{ exitCode: number; output: string }> {
  // Both streams are kept in one, in the order in which they came.
  const tail = outputTail(TAIL_BYTES);
  const onOutput = (_stream: string, chunk: Buffer): void => {
    tail.add(chunk);
    const line =
      chunk
        .toString("utf8")
        .trimEnd()
        .split(/[\r\n]/)
        .at(-1)
        ?.trim() ?? "";
    if (line !== "") onLine(line.slice(0, 200));
  };
  try {
    const { exitCode } = await inside.exec(command, { onOutput, maxOutputBytes: 0 }, signal);
    return { exitCode, output: tail.text() };
  } catch (thrown) {
    if (!signal.aborted) throw thrown;
    throw new StepFailure("it was ended", tail.text());
  }
}
