// Formats times in words that fit a table.

/** Formats 340 as 340 ms, 12,400 as 12.4 s, and 400,000 as 7 min. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  if (ms < 3_600_000) return `${Math.round(ms / 60_000)} min`;
  return `${(ms / 3_600_000).toFixed(1)} h`;
}

/** Says how long ago an ISO 8601 time was. */
export function ago(at: string, now: number = Date.now()): string {
  const ms = now - Date.parse(at);
  return Number.isNaN(ms) ? at : `${duration(Math.max(0, ms))} ago`;
}
