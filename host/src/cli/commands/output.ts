// What a command prints: one JSON document or text on stdout, notes on stderr.
import { styleText } from "node:util";

import { toWebservError } from "@webserv/shared/protocol/errors.ts";

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

  /** The command's result: `value` for machines, `text` for people. An empty text prints nothing. */
  result(value: unknown, text: string): void {
    if (this.json) this.#streams.stdout.write(`${JSON.stringify(value)}\n`);
    else if (text !== "") this.#streams.stdout.write(`${withoutControls(text)}\n`);
  }

  /** A part of a line on the way to the result, as it comes. */
  piece(text: string): void {
    this.#streams.stderr.write(withoutControls(text));
  }

  /** A line on the way to the result. */
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

/** What a machine is told of an error. */
export function errorDocument(thrown: unknown) {
  const { code, message, next, details } = toWebservError(thrown);
  return { error: { code, message, next, details } };
}

/**
 * A page's title or text may hold escape sequences that a terminal would obey; colours are let
 * through, since ours are such sequences too.
 */
export function withoutControls(text: string): string {
  return text.replace(
    // oxlint-disable-next-line no-control-regex
    /(\u001B\[[\d;]*m)|[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g,
    (_match, colour: string | undefined) => colour ?? "",
  );
}
