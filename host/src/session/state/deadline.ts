// Defines a point in time by which a call must have been answered.

export interface Deadline {
  /** The time left, in ms; 0 when it has passed. */
  readonly leftMs: number;
}

export function deadlineIn(ms: number): Deadline {
  const at = performance.now() + ms;
  return {
    get leftMs() {
      return Math.max(0, at - performance.now());
    },
  };
}
