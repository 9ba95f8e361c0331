// How long tests wait for what is to come: so long that a busy machine is no fault, and only what never comes fails.

/** Of one wait. It ends as soon as what it waits for is there. */
export const PATIENCE_MS = 180_000;

/** Of one test and one hook, which may wait several times. */
export const TEST_MS = 900_000;

/** For what wants a signal: the limit of the test itself ends what would not end. */
export const noDeadline: AbortSignal = new AbortController().signal;
