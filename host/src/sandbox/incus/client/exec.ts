// Runs a command inside an instance, with its input and output as streams of their own.
import type { Readable } from "node:stream";

import { WebservError } from "@webserv/shared/errors/errors.ts";
import { WebSocket } from "ws";
import * as z from "zod/mini";

import { apiPath } from "./transport/connection.ts";
import type { IncusConnection } from "./transport/connection.ts";
import { parseValue } from "./transport/envelope.ts";
import { unreachable } from "./transport/errors.ts";
import type { Operation } from "./transport/operation.ts";
import { outputTail } from "./output-tail.ts";

export interface ExecRequest {
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** The user's id; root if left out. */
  readonly uid?: number;
  readonly gid?: number;
  /** The input; nothing if left out. */
  readonly stdin?: string | Buffer | Readable;
  /** The last so many bytes of stdout and of stderr are kept; what comes before is dropped. */
  readonly maxOutputBytes?: number;
  readonly onOutput?: (stream: "stdout" | "stderr", chunk: Buffer) => void;
}

export interface ExecOutcome {
  /** 127: no such program, 126: one that can't be run, both told on stderr; 137: killed. */
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** True if the beginning of the output was dropped. */
  readonly truncated: boolean;
  /** False if the output broke off: about one command in 300 on Incus 6.0, mostly with all of its output. */
  readonly whole: boolean;
}

const MAX_OUTPUT_BYTES = 1024 * 1024;
const MAX_MESSAGE_BYTES = 1024 * 1024;
/** The time that a killed command may take to end after an abort, in ms. */
const KILL_WAIT_MS = 2000;
/** A socket tells this code if the connection ended without a word (RFC 6455, 7.1.5). */
const BROKEN_OFF = 1006;

const execMetadata = z.object({
  fds: z.object({ "0": z.string(), "1": z.string(), "2": z.string(), control: z.string() }),
});
const execResult = z.object({ return: z.int() });

/** Any exit code is an answer. An abort kills the command and throws the signal's reason. */
export async function execIn(
  connection: IncusConnection,
  instance: string,
  request: ExecRequest,
  signal: AbortSignal,
): Promise<ExecOutcome> {
  const path = apiPath("instances", instance, "exec");
  const asked = `POST ${path}`;
  const operation = await connection.start("POST", path, execBody(request), signal);
  const { fds } = parseValue(execMetadata, operation.state.metadata, asked);
  const at = apiPath("operations", operation.id, "websocket");
  const open = (secret: string): WebSocket =>
    connection.webSocket(at, { secret }, MAX_MESSAGE_BYTES);

  const maxBytes = request.maxOutputBytes ?? MAX_OUTPUT_BYTES;
  const [stdout, stderr] = [outputTail(maxBytes), outputTail(maxBytes)];
  const sockets = {
    control: open(fds.control),
    0: open(fds["0"]),
    1: open(fds["1"]),
    2: open(fds["2"]),
  };
  const all = Object.values(sockets);
  const kill = (): void => {
    if (sockets.control.readyState === WebSocket.OPEN) {
      sockets.control.send(JSON.stringify({ command: "signal", signal: 9 }));
    }
  };
  signal.addEventListener("abort", kill);
  try {
    const outputs = Promise.all([
      receive(sockets[1], (chunk) => {
        stdout.add(chunk);
        request.onOutput?.("stdout", chunk);
      }),
      receive(sockets[2], (chunk) => {
        stderr.add(chunk);
        request.onOutput?.("stderr", chunk);
      }),
    ]);
    outputs.catch(() => undefined);
    await Promise.all(all.map((socket) => opened(socket, asked)));
    // A command may end without reading its input: only a failing source fails the run.
    const feeding = feed(sockets[0], request.stdin);
    feeding.catch(kill);
    const { exitCode, refusal } = await exitCodeOf(operation, asked, signal);
    if (refusal !== undefined) stderr.add(Buffer.from(`${request.command[0]}: ${refusal}\n`));
    await Promise.race([feeding, ended(sockets[0])]);
    const whole = (await outputs).every(Boolean);
    return {
      exitCode,
      whole,
      stdout: stdout.text(),
      stderr: stderr.text(),
      truncated: stdout.truncated() || stderr.truncated(),
    };
  } catch (thrown) {
    if (signal.aborted) await operation.settle(KILL_WAIT_MS);
    throw thrown;
  } finally {
    signal.removeEventListener("abort", kill);
    for (const socket of all) socket.terminate();
  }
}

function execBody({ command, env = {}, cwd, uid = 0, gid = 0 }: ExecRequest): object {
  return {
    command,
    environment: env,
    cwd: cwd ?? "",
    user: uid,
    group: gid,
    interactive: false,
    "wait-for-websocket": true,
  };
}

async function exitCodeOf(
  operation: Operation,
  asked: string,
  signal: AbortSignal,
): Promise<{ readonly exitCode: number; readonly refusal?: string }> {
  try {
    const { metadata } = await operation.wait(signal);
    return { exitCode: parseValue(execResult, metadata, asked).return };
  } catch (thrown) {
    // A command that is not there (127) or can't be run (126) fails the operation, and has an exit code all the same.
    const told = execResult.safeParse(operation.state.metadata);
    if (signal.aborted || !told.success || told.data.return <= 0) throw thrown;
    const exitCode = told.data.return;
    // Nothing inside could report this.
    return { exitCode, refusal: exitCode === 127 ? "no such program" : "can't be run" };
  }
}

function opened(socket: WebSocket, asked: string): Promise<void> {
  return new Promise((resolve, reject) => {
    if (socket.readyState === WebSocket.OPEN) resolve();
    socket.once("open", resolve);
    socket.once("error", (cause: Error) => {
      const failure = { asked, status: 0, words: cause.message, cause };
      reject(unreachable("the command's streams", failure));
    });
  });
}

/** Resolves at the end of the stream, to whether it is whole: a message of text or a regular close ends it. */
function receive(socket: WebSocket, onChunk: (chunk: Buffer) => void): Promise<boolean> {
  return new Promise((resolve) => {
    socket.on("message", (data, isBinary) => {
      if (!isBinary) resolve(true);
      else if (Array.isArray(data)) onChunk(Buffer.concat(data));
      else onChunk(Buffer.isBuffer(data) ? data : Buffer.from(data));
    });
    // The close event that follows tells what is wrong.
    socket.on("error", () => undefined);
    socket.on("close", (code) => resolve(code !== BROKEN_OFF));
  });
}

/** Sends the input piece by piece, each when the one before is on its way, then its end. */
async function feed(socket: WebSocket, stdin: ExecRequest["stdin"]): Promise<void> {
  const send = (data: Buffer | string, binary: boolean): Promise<void> =>
    new Promise((resolve) => {
      // A refused piece means that the command reads no more.
      socket.send(data, { binary }, () => resolve());
    });
  if (typeof stdin === "string" || Buffer.isBuffer(stdin)) await send(stdin, true);
  else if (stdin !== undefined) {
    for await (const part of stdin) {
      const piece: unknown = part;
      if (typeof piece !== "string" && !Buffer.isBuffer(piece)) {
        throw new WebservError("internal", "the input of a command is no bytes");
      }
      if (socket.readyState !== WebSocket.OPEN) return;
      await send(piece, true);
    }
  }
  // An empty message of text is how Incus marks the end.
  await send("", false);
}

function ended(socket: WebSocket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.readyState === WebSocket.CLOSED) resolve();
    socket.once("close", () => resolve());
  });
}
