// Commands inside instances whose output a test looks at, although Incus 6.0 breaks off that of about one in 300.

interface Outcome {
  readonly truncated: boolean;
  /** Left out where `truncated` tells that too. */
  readonly whole?: boolean;
}

/** What `run` answers, once with all of the command's output; the command must be one that may run twice. */
export async function wholeOutput<T extends Outcome>(run: () => Promise<T>): Promise<T> {
  for (;;) {
    const outcome = await run();
    if (outcome.whole ?? !outcome.truncated) return outcome;
  }
}
