// Makes ids for the actions and calls of one command.

let count = 0;

/**
 * Unique among the processes of this machine. It avoids node:crypto, which takes a tenth of a short
 * command to load.
 */
export function uniqueId(): string {
  return [process.pid, Date.now(), count++].map((part) => part.toString(36)).join("-");
}
