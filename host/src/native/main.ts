// Runs the native host, which a browser starts for native messaging: a relay from its stdio to the daemon's socket.
import { join } from "node:path";

import { MAX_FRAME_FROM_BROWSER, encodeFrame } from "@webserv/shared/rpc/native-frames.ts";
import { protocolVersion } from "@webserv/shared/protocol/version.ts";

import { reachDaemon } from "../reach/start.ts";
import { pathsFor } from "../paths.ts";
import { RotatingFile } from "../rotating-file.ts";
import { hostVersion } from "../version.ts";
import { connectSocket } from "../reach/connect-socket.ts";
import type { Preface } from "../reach/preface.ts";
import { relay } from "./relay.ts";

/** The most bytes that are read before the daemon is reached; more data waits in the browser's pipe. */
const MAX_BACKLOG_BYTES = 1024 * 1024;

const paths = pathsFor();
const log = openLog();
const { stdin, stdout } = process;
const browser = new AbortController();
const backlog: Uint8Array[] = [];
let backlogBytes = 0;

function hold(bytes: Uint8Array): void {
  backlog.push(bytes);
  backlogBytes += bytes.length;
  if (backlogBytes > MAX_BACKLOG_BYTES) stdin.pause();
}
function leave(): void {
  browser.abort(new Error("the browser closed"));
}
stdin.on("data", hold);
stdin.once("end", leave);
stdin.once("error", leave);
// A browser that is gone shows here, too, as EPIPE; the relay ends by itself then.
stdout.on("error", leave);

try {
  const daemon = await reachDaemon(paths, () => connectSocket(paths.socket), {
    signal: browser.signal,
    start: true,
  });
  daemon.write(encodeFrame(JSON.stringify(preface()), MAX_FRAME_FROM_BROWSER));
  stdin.off("data", hold);
  const reason = await relay({ browserIn: stdin, browserOut: stdout, daemon, backlog });
  note("ended", reason);
  process.exit(0);
} catch (error) {
  note("failed", error instanceof Error ? error.message : String(error));
  process.exit(browser.signal.aborted ? 0 : 1);
}

function preface(): Preface {
  const launchId = process.env["WEBSERV_LAUNCH"];
  return {
    preface: {
      version: hostVersion,
      protocol: protocolVersion,
      ...(launchId === undefined || launchId === "" ? {} : { launchId }),
      origin: process.argv.slice(2).find((argument) => argument.includes("://")) ?? "",
      pid: process.pid,
      ppid: process.ppid,
    },
  };
}

function note(event: string, reason: string): void {
  log?.write(
    `${JSON.stringify({ time: new Date().toISOString(), pid: process.pid, event, reason })}\n`,
  );
}

function openLog(): RotatingFile | undefined {
  try {
    return new RotatingFile(join(paths.logDir, "native-host.log"));
  } catch {
    // Without a log the relay does its work all the same.
    return undefined;
  }
}
