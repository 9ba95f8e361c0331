// For scenarios that must fit into a time of the product's, such as the minute after a Stop: a clock that stands still.

/** The environment of Node programs whose clock says `at` for good; their timers run as ever. */
export function stillClock(at = Date.now()): { readonly NODE_OPTIONS: string } {
  const program = encodeURIComponent(`Date.now = () => ${at};`);
  return { NODE_OPTIONS: `--import=data:text/javascript,${program}` };
}
