// Ids of actions and calls, each of one command.

let count = 0;

/** No other process of this machine makes it. Without node:crypto, which takes a tenth of a short command to load. */
export function uniqueId(): string {
  return [process.pid, Date.now(), count++].map((part) => part.toString(36)).join("-");
}
