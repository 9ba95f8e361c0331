// Writes the messages of the set-up, always to stderr: stdout belongs to the command.

/** Reports something that can't be done; the message is one sentence that holds the command to run. */
export class SetupError extends Error {}

/** @param {string} sentence */
export function say(sentence) {
  process.stderr.write(`webserv: ${sentence}\n`);
}
