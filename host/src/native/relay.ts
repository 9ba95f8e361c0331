// Joins the browser's stdio to the daemon's socket, frame by frame, until either side closes.
import type { Socket } from "node:net";
import type { Readable, Writable } from "node:stream";

import { MAX_FRAME_FROM_BROWSER, MAX_FRAME_TO_BROWSER } from "@webserv/shared/rpc/native-frames.ts";

import { FrameGate } from "./frame-gate.ts";

/** The time that data which is already written may take to leave after one side has closed, in ms. */
const FLUSH_MS = 500;

export interface RelayEnds {
  readonly browserIn: Readable;
  readonly browserOut: Writable;
  readonly daemon: Socket;
  /** The bytes that the browser sent before the daemon was reached. */
  readonly backlog: readonly Uint8Array[];
}

/** Resolves to the reason in words, when both sides have been closed. Never throws. */
export async function relay(ends: RelayEnds): Promise<string> {
  const { browserIn, browserOut, daemon, backlog } = ends;
  const reason = await Promise.race([
    pump("the browser", browserIn, daemon, new FrameGate(MAX_FRAME_FROM_BROWSER), backlog),
    pump("the daemon", daemon, browserOut, new FrameGate(MAX_FRAME_TO_BROWSER), []),
    failure("the browser", browserOut),
    failure("the daemon", daemon),
  ]);
  await Promise.all([flush(daemon), flush(browserOut)]);
  daemon.destroy();
  return reason;
}

function pump(
  name: string,
  from: Readable,
  to: Writable,
  gate: FrameGate,
  backlog: readonly Uint8Array[],
): Promise<string> {
  return new Promise((resolve) => {
    const pass = (bytes: Uint8Array): void => {
      const { pieces, fault } = gate.pass(bytes);
      let room = true;
      for (const piece of pieces) room = to.write(piece);
      if (fault !== undefined) {
        from.off("data", pass);
        from.pause();
        resolve(`${name} sent too much: ${fault.message}`);
      } else if (!room) {
        from.pause();
        to.once("drain", () => from.resume());
      }
    };
    const end = (what: string): void =>
      resolve(`${name} ${what}${gate.midFrame ? ", in the middle of a message" : ""}`);
    from.on("data", pass);
    from.once("end", () => end("closed"));
    from.once("close", () => end("closed"));
    from.once("error", (error) => end(`closed: ${error.message}`));
    for (const bytes of backlog) pass(bytes);
    if (from.readableEnded || from.destroyed) end("closed");
    else from.resume();
  });
}

function failure(name: string, stream: Writable): Promise<string> {
  return new Promise((resolve) => {
    stream.once("error", (error) => resolve(`${name} closed: ${error.message}`));
  });
}

function flush(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    if (stream.destroyed || stream.writableFinished) {
      resolve();
      return;
    }
    const timer = setTimeout(resolve, FLUSH_MS);
    stream.once("error", () => resolve());
    stream.end(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
