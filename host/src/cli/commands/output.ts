// Prints the output of a command: one JSON document or text on stdout, notes on stderr.
import { styleText } from "node:util";

import { toWebservError } from "@webserv/shared/errors/errors.ts";

export interface OutputStreams {
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
}

export class Output {
  readonly json: boolean;
  readonly #streams: OutputStreams;

  constructor(json: boolean, streams: OutputStreams = process) {
    this.json = json;
    this.#streams = streams;
  }

  /** Prints the command's result: `value` for machines, `text` for people. An empty text prints nothing. */
  result(value: unknown, text: string): void {
    if (this.json) this.#streams.stdout.write(`${JSON.stringify(value)}\n`);
    else if (text !== "") this.#streams.stdout.write(`${withoutControls(text)}\n`);
  }

  /** Prints a part of a line while the command is still at work. */
  piece(text: string): void {
    this.#streams.stderr.write(withoutControls(text));
  }

  /** Prints a line while the command is still at work. */
  note(text: string): void {
    this.#streams.stderr.write(`${withoutControls(text)}\n`);
  }

  error(thrown: unknown): void {
    const { code, message, next } = toWebservError(thrown);
    if (this.json) {
      this.#streams.stdout.write(`${JSON.stringify(errorDocument(thrown))}\n`);
      return;
    }
    const head = styleText("red", "error:", { stream: process.stderr });
    const advice = styleText("dim", "next:", { stream: process.stderr });
    this.note(`${head} ${message} (${code})\n${advice} ${next}`);
  }
}

/** Returns the JSON document that describes an error to a machine. */
export function errorDocument(thrown: unknown) {
  const { code, message, next, details } = toWebservError(thrown);
  return { error: { code, message, next, details } };
}

/**
 * Removes escape sequences that a page's title or text may hold and a terminal would obey. Colours
 * stay, since ours are such sequences, too.
 */
export function withoutControls(text: string): string {
  return text.replace(
    // oxlint-disable-next-line no-control-regex
    /(\u001B\[[\d;]*m)|[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g,
    (_match, colour: string | undefined) => colour ?? "",
  );
}
