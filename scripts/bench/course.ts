// Interrupts the benchmarks that run for minutes, and reports how far they are.

/**
 * Interrupts at Ctrl-C and similar signals, each time anew, so that what was made is removed before the process
 * ends.
 */
export function interruption(onSignal: (name: string) => void = () => {}): AbortSignal {
  const interrupt = new AbortController();
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(name, () => {
      onSignal(name);
      interrupt.abort(new Error(`interrupted by ${name}`));
    });
  }
  return interrupt.signal;
}

/** Writes lines to stderr, each with the seconds since now. */
export function timedWords(): (line: string) => void {
  const startedAt = performance.now();
  return (line) => {
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    process.stderr.write(`${String(seconds).padStart(4)} s  ${line}\n`);
  };
}
