// Turns a stream of frames, as native messaging has them, into a transport of whole messages.
import type { Duplex } from "node:stream";

import type { Transport } from "@webserv/shared/rpc/transport.ts";
import { TransportEnd } from "@webserv/shared/rpc/transport-end.ts";
import { toWebservError, WebservError } from "@webserv/shared/errors/errors.ts";
import {
  FrameDecoder,
  MAX_FRAME_FROM_BROWSER,
  MAX_FRAME_TO_BROWSER,
  encodeFrame,
} from "@webserv/shared/rpc/native-frames.ts";

import { UnsentLimit } from "./unsent-limit.ts";

/** A reader that is this far behind is not reading. */
export const MAX_UNSENT_BYTES = 64 * 1024 * 1024;
/** While more bytes than this wait, the connection counts as clogged, and events are held back. */
const CLOGGED = 256 * 1024;

export interface FrameLimits {
  /** The largest frame that may be sent, in bytes. */
  readonly maxSendBytes: number;
  /** The largest frame that is read, in bytes. */
  readonly maxReceiveBytes: number;
  readonly maxUnsentBytes: number;
  /** The limit of all connections that share it. */
  readonly unsent?: UnsentLimit;
}

const ofBrowsers: FrameLimits = {
  maxSendBytes: MAX_FRAME_TO_BROWSER,
  maxReceiveBytes: MAX_FRAME_FROM_BROWSER,
  maxUnsentBytes: MAX_UNSENT_BYTES,
};

/** Ends the stream at the first fault: a frame too large or not JSON, or an end inside a frame. */
export function frameTransport(stream: Duplex, limits: FrameLimits = ofBrowsers): Transport {
  const { unsent = new UnsentLimit() } = limits;
  const decoder = new FrameDecoder(limits.maxReceiveBytes);
  const text = new TextDecoder("utf-8", { fatal: true });
  const side = new TransportEnd();

  const end = (reason: string): void => {
    if (!side.open) return;
    unsent.gone(reader);
    stream.end();
    // A peer that reads no more must not keep the rest of the stream in memory.
    setImmediate(() => stream.destroy());
    side.close(reason);
  };
  const cutOff = (): void =>
    end(`the other side does not read: ${stream.writableLength} bytes wait`);
  const reader = unsent.reader(cutOff);
  let onFlowing = (): void => {};
  let clogged = false;
  const read = (): void => {
    if (!side.open) return;
    unsent.read(reader, stream.writableLength);
    if (!clogged || stream.writableLength > CLOGGED) return;
    clogged = false;
    onFlowing();
  };
  stream.on("data", (bytes: Uint8Array) => {
    if (!side.open) return;
    try {
      for (const body of decoder.push(bytes)) {
        side.receive(parsed(text.decode(body)));
        if (!side.open) return;
      }
    } catch (error) {
      end(`bad frame: ${toWebservError(error).message}`);
    }
  });
  /** A side that closes with something unread resets the stream, and the reset arrives instead of the end. */
  const cut = (how: string): string =>
    decoder.pendingBytes > 0 ? `${how} ${decoder.pendingBytes} bytes into a frame` : how;
  stream.once("end", () =>
    end(decoder.pendingBytes > 0 ? cut("the stream ended") : "the other side closed"),
  );
  stream.once("error", (error) => end(`${cut("the stream failed")}: ${error.message}`));
  stream.once("close", () => end(cut("the stream closed")));

  return {
    ...side.listeners,
    send: (message) => {
      if (!side.open) return;
      stream.write(encodeFrame(JSON.stringify(message), limits.maxSendBytes), read);
      const waiting = stream.writableLength;
      clogged ||= waiting > CLOGGED;
      unsent.sent(reader, waiting);
      if (waiting > limits.maxUnsentBytes) cutOff();
    },
    clogged: () => clogged,
    onFlowing: (listener) => {
      onFlowing = listener;
    },
    close: (reason = "closed by this side") => end(reason),
  };
}

/** The parser's own error quotes the text, and the reason why a connection ended is logged. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new WebservError("parse-error", "it is not JSON");
  }
}
