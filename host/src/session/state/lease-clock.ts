// Reports when nobody has used a session for as long as its lease allows.

export interface LeaseUse {
  readonly leaseMs: number;
  /** Returns the time since the last use, in ms. */
  readonly idleMs: () => number;
  /** A session in use does not expire. */
  readonly busy: () => boolean;
}

/** Calls `expired` once, unless `signal` ends first. Uses need not be reported: it polls `idleMs`. */
export function watchLease(use: LeaseUse, expired: () => void, signal: AbortSignal): void {
  let timer: NodeJS.Timeout | undefined;
  const check = (): void => {
    // A clock that was set back must not ask for a wait longer than a timer can take.
    const leftMs = Math.min(use.leaseMs, use.leaseMs - use.idleMs());
    if (leftMs > 0) timer = setTimeout(check, leftMs);
    else if (use.busy()) timer = setTimeout(check, use.leaseMs);
    else expired();
  };
  signal.addEventListener("abort", () => clearTimeout(timer));
  if (!signal.aborted) check();
}
