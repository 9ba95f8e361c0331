// Runs commands inside instances until all of their output has come: Incus 6.0 breaks off that of about one in 300.

interface Outcome {
  readonly truncated: boolean;
  /** Absent if `truncated` says this, too. */
  readonly whole?: boolean;
}

const MAX_TRIES = 10;

/** Resolves with all of the command's output. The command may run several times. */
export async function wholeOutput<T extends Outcome>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; tries <= MAX_TRIES; tries++) {
    const outcome = await run();
    if (outcome.whole ?? !outcome.truncated) return outcome;
  }
  throw new Error(`the output of a command was not whole in ${MAX_TRIES} runs of it`);
}
