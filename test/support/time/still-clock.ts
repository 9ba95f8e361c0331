// Stops the clock of programs, for scenarios that must fit into a time such as the minute after a Stop.

/** Returns the environment of Node programs whose clock always says `at`; their timers run as ever. */
export function stillClock(at = Date.now()): { readonly NODE_OPTIONS: string } {
  const program = encodeURIComponent(`Date.now = () => ${at};`);
  return { NODE_OPTIONS: `--import=data:text/javascript,${program}` };
}
