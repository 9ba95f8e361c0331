// Streams several files as one multipart/form-data body, in their order.
import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";

/** Each key is a field's name. */
export function multipart(files: Readonly<Record<string, Readable>>): {
  raw: Readable;
  headers: Record<string, string>;
} {
  const boundary = `webserv-${randomUUID()}`;
  async function* parts(): AsyncGenerator {
    for (const [name, file] of Object.entries(files)) {
      yield Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${name}"\r\n` +
          "Content-Type: application/octet-stream\r\n\r\n",
      );
      yield* file;
      yield Buffer.from("\r\n");
    }
    yield Buffer.from(`--${boundary}--\r\n`);
  }
  return {
    raw: Readable.from(parts(), { objectMode: false }),
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
  };
}
