// Turns a WebSocket of JSON texts into a transport of whole messages.
import type { RawData, WebSocket } from "ws";

import { WebservError } from "@webserv/shared/errors/errors.ts";
import { toErrorObject } from "@webserv/shared/protocol/error-object.ts";
import type { Transport } from "@webserv/shared/rpc/transport.ts";
import { TransportEnd } from "@webserv/shared/rpc/transport-end.ts";

import { MAX_UNSENT } from "./agent-limits.ts";
import { UnsentLimit } from "./unsent-limit.ts";

/** While more bytes than this wait, the connection counts as clogged, and events are held back. */
const CLOGGED = 256 * 1024;

const NORMAL_CLOSURE = 1000;
const UNSUPPORTED_DATA = 1003;

/** @param limit shared by all connections that are given it */
export function webSocketTransport(socket: WebSocket, limit = new UnsentLimit()): Transport {
  const end = new TransportEnd();
  let onFlowing = (): void => {};
  let clogged = false;
  const cutOff = (): void => {
    end.close(`the other side does not read: ${socket.bufferedAmount} bytes wait`);
    socket.terminate();
  };
  const reader = limit.reader(cutOff);
  const read = (): void => {
    if (!end.open) return;
    limit.read(reader, socket.bufferedAmount);
    if (!clogged || socket.bufferedAmount > CLOGGED) return;
    clogged = false;
    onFlowing();
  };
  socket.on("message", (data: RawData, isBinary: boolean) => {
    if (isBinary) {
      socket.close(UNSUPPORTED_DATA, "messages are JSON texts");
      return;
    }
    const message = parse(data);
    if (message.ok) end.receive(message.value);
    else socket.send(JSON.stringify(notJson(message.why)));
  });
  socket.once("close", (code, reason) => {
    limit.gone(reader);
    end.close(reason.length > 0 ? reason.toString("utf8") : `the other side closed (${code})`);
  });
  socket.on("error", (error) => end.close(`the connection failed: ${error.message}`));

  return {
    ...end.listeners,
    send: (message) => {
      if (!end.open || socket.readyState !== socket.OPEN) return;
      // The text is sent as bytes: a string would be kept beside the bytes that are made of it until it is read.
      const text = Buffer.from(JSON.stringify(message));
      socket.send(text, { binary: false }, read);
      const waiting = socket.bufferedAmount;
      clogged ||= waiting > CLOGGED;
      limit.sent(reader, waiting);
      if (waiting > MAX_UNSENT) cutOff();
    },
    clogged: () => clogged,
    onFlowing: (listener) => {
      onFlowing = listener;
    },
    close: (reason = "") => {
      end.close(reason === "" ? "closed by this side" : reason);
      socket.close(NORMAL_CLOSURE, shorten(reason));
    },
  };
}

function parse(data: RawData): { ok: true; value: unknown } | { ok: false; why: string } {
  try {
    return { ok: true, value: JSON.parse(decoded(data)) };
  } catch (error) {
    return { ok: false, why: error instanceof Error ? error.message : String(error) };
  }
}

function decoded(data: RawData): string {
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
