// A stream of native messaging's frames, as a transport of whole messages.
import type { Duplex } from "node:stream";

import type { Transport } from "@webserv/shared/rpc/transport.ts";
import { toWebservError } from "@webserv/shared/protocol/errors.ts";
import {
  FrameDecoder,
  MAX_FRAME_FROM_BROWSER,
  MAX_FRAME_TO_BROWSER,
  encodeFrame,
} from "@webserv/shared/rpc/native-frames.ts";

/** A reader this far behind is not reading. */
export const MAX_UNSENT_BYTES = 64 * 1024 * 1024;

/**
 * Ends the stream at the first fault: a frame too large or not JSON, or an end inside a frame.
 * `maxSendBytes` is the largest frame that may be sent.
 */
export function frameTransport(
  stream: Duplex,
  maxSendBytes: number = MAX_FRAME_TO_BROWSER,
): Transport {
  const decoder = new FrameDecoder(MAX_FRAME_FROM_BROWSER);
  const text = new TextDecoder("utf-8", { fatal: true });
  let onMessage: (message: unknown) => void = () => {};
  let onClose: (reason: string) => void = () => {};
  let open = true;

  const end = (reason: string): void => {
    if (!open) return;
    open = false;
    stream.end();
    // A peer that reads no more must not keep what is left of the stream.
    setImmediate(() => stream.destroy());
    onClose(reason);
  };
  stream.on("data", (bytes: Uint8Array) => {
    if (!open) return;
    try {
      for (const body of decoder.push(bytes)) {
        onMessage(JSON.parse(text.decode(body)));
        if (!open) return;
      }
    } catch (error) {
      end(`bad frame: ${toWebservError(error).message}`);
    }
  });
  stream.once("end", () =>
    end(
      decoder.pendingBytes > 0
        ? `the stream ended ${decoder.pendingBytes} bytes into a frame`
        : "the other side closed",
    ),
  );
  stream.once("error", (error) => end(`the stream failed: ${error.message}`));
  stream.once("close", () => end("the stream closed"));

  return {
    send: (message) => {
      if (!open) return;
      stream.write(encodeFrame(JSON.stringify(message), maxSendBytes));
      if (stream.writableLength > MAX_UNSENT_BYTES) {
        end(`the other side does not read: ${stream.writableLength} bytes wait`);
      }
    },
    onMessage: (listener) => {
      onMessage = listener;
    },
    onClose: (listener) => {
      onClose = listener;
    },
    close: (reason = "closed by this side") => end(reason),
  };
}
