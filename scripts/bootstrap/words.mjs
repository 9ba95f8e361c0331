// What the set-up says, always on stderr: stdout belongs to the command.

/** Something that can't be done; the message is one sentence that holds the command to run. */
export class SetupError extends Error {}

/** @param {string} sentence */
export function say(sentence) {
  process.stderr.write(`webserv: ${sentence}\n`);
}
