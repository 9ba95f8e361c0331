// A WebSocket of JSON texts, as a transport of whole messages.
import type { RawData, WebSocket } from "ws";

import { WebservError } from "@webserv/shared/protocol/errors.ts";
import { toErrorObject } from "@webserv/shared/protocol/error-object.ts";
import type { Transport } from "@webserv/shared/rpc/transport.ts";

/** The largest message that is read. */
export const MAX_PAYLOAD_BYTES = 8 * 1024 * 1024;
/** A reader this far behind is cut off; texts that wait count by their UTF-16 units. */
export const MAX_UNSENT = 32 * 1024 * 1024;

const NORMAL_CLOSURE = 1000;
const UNSUPPORTED_DATA = 1003;

export function webSocketTransport(socket: WebSocket): Transport {
  let onMessage: (message: unknown) => void = () => {};
  let onClose: (reason: string) => void = () => {};
  let open = true;

  const end = (reason: string): void => {
    if (!open) return;
    open = false;
    onClose(reason);
  };
  socket.on("message", (data: RawData, isBinary: boolean) => {
    if (isBinary) {
      socket.close(UNSUPPORTED_DATA, "messages are JSON texts");
      return;
    }
    const message = parse(data);
    if (message.ok) onMessage(message.value);
    else socket.send(JSON.stringify(notJson(message.why)));
  });
  socket.once("close", (code, reason) =>
    end(reason.length > 0 ? reason.toString("utf8") : `the other side closed (${code})`),
  );
  socket.on("error", (error) => end(`the connection failed: ${error.message}`));

  return {
    send: (message) => {
      if (!open || socket.readyState !== socket.OPEN) return;
      socket.send(JSON.stringify(message));
      if (socket.bufferedAmount > MAX_UNSENT) {
        end(`the other side does not read: ${socket.bufferedAmount} bytes wait`);
        socket.terminate();
      }
    },
    onMessage: (listener) => {
      onMessage = listener;
    },
    onClose: (listener) => {
      onClose = listener;
    },
    close: (reason = "") => {
      end(reason === "" ? "closed by this side" : reason);
      socket.close(NORMAL_CLOSURE, shorten(reason));
    },
  };
}

function parse(data: RawData): { ok: true; value: unknown } | { ok: false; why: string } {
  try {
    return { ok: true, value: JSON.parse(textOf(data)) };
  } catch (error) {
    return { ok: false, why: error instanceof Error ? error.message : String(error) };
  }
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString("utf8");
  return Buffer.isBuffer(data) ? data.toString("utf8") : Buffer.from(data).toString("utf8");
}

function notJson(why: string): unknown {
  const error = new WebservError("parse-error", `the message is not JSON: ${why}`);
  return { jsonrpc: "2.0", id: null, error: toErrorObject(error) };
}

/** A close reason holds at most 123 bytes. */
function shorten(reason: string): string {
  return Buffer.from(reason)
    .subarray(0, 120)
    .toString("utf8")
    .replace(/\uFFFD$/, "");
}
