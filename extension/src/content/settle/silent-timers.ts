// Tells which longer timers may bring the first answer to a click: nothing has changed yet, so a person still waits.
import { LONG_TIMER_MS, SILENT_LINKS, SILENT_TIMER_MS } from "./limits.ts";
import type { Work } from "./work.ts";

/** The most call sites that are kept. */
const MAX_KEPT = 200;

export class SilentTimers {
  /** The call sites of such timers that have run and changed nothing: they count something, or send it. */
  readonly #idle = new Set<number>();
  #hasChanged = false;

  /** Begins with a new action, and learns from the works of the one before. */
  begin(before: Iterable<Work>): void {
    this.#hasChanged = false;
    for (const work of before) {
      // One that was called off has an end, and has shown nothing of what it is for.
      const hasRun = !work.isPending && work.endedMs === undefined;
      if (!hasRun || !isLonger(work) || work.callSite === 0) continue;
      if (work.change !== undefined) this.#idle.delete(work.callSite);
      else if (this.#idle.size < MAX_KEPT) this.#idle.add(work.callSite);
    }
  }

  /** Takes note that the page has changed for the action, if only in its looks. */
  changed(): void {
    this.#hasChanged = true;
  }

  mayAnswer(work: Work): boolean {
    return !this.#hasChanged && isLonger(work) && !this.#idle.has(work.callSite) && isDirect(work);
  }
}

function isLonger({ kind, delayMs }: Work): boolean {
  return kind === "timer" && delayMs > LONG_TIMER_MS && delayMs <= SILENT_TIMER_MS;
}

/** Tells whether the action's own listener has set the timer: one that follows from another work goes on by itself. */
function isDirect({ parent }: Work): boolean {
  let at = parent;
  for (let links = 0; at?.kind === "promise" && links < SILENT_LINKS; links++) at = at.parent;
  return at?.kind === "root";
}
