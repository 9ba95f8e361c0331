// Limits how much an agent's connection carries, whichever way it comes.

/** The largest message of an agent that is read, in bytes. */
export const MAX_PAYLOAD_BYTES = 8 * 1024 * 1024;
/** The largest answer that an agent reads, in bytes. */
export const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
/** The time that the opening of a session may take, in ms: a daemon, a browser and sandboxes may have to start. */
export const OPEN_TIMEOUT_MS = 120_000;
/** A reader that is further behind is cut off, in bytes. */
export const MAX_UNSENT = 32 * 1024 * 1024;
