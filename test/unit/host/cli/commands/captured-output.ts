// Streams that keep what is written to them.
import { PassThrough } from "node:stream";

import type { OutputStreams } from "@webserv/host/src/cli/commands/output.ts";

export function capture(): { streams: OutputStreams; out: () => string; err: () => string } {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  return { streams: { stdout, stderr }, out: () => read(stdout), err: () => read(stderr) };
}

function read(stream: PassThrough): string {
  const bytes: unknown = stream.read();
  return Buffer.isBuffer(bytes) ? bytes.toString() : "";
}
