// Sets how long tests wait: so long that a busy machine is no fault, and only what never comes fails.

/** The longest single wait, in ms. It ends as soon as what it waits for is there. */
export const PATIENCE_MS = 180_000;

/** The longest test or hook, in ms, which may wait several times. */
export const TEST_MS = 900_000;

/** A signal that never aborts: the limit of the test itself ends what would not end. */
export const noDeadline: AbortSignal = new AbortController().signal;
