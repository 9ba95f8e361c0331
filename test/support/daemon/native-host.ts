// Runs the real native host as a browser starts it, with its stdio in the test's hands.
import { spawn } from "node:child_process";
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { Duplex } from "node:stream";

import { EXTENSION_ORIGIN } from "@webserv/shared/protocol/extension-id.ts";

import { NATIVE_HOST } from "../programs/programs.ts";

export interface NativeHost {
  readonly process: ChildProcessWithoutNullStreams;
  /** Joins its two pipes, as the browser has them. */
  readonly stdio: Duplex;
  /** The exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
}

export interface NativeHostStart {
  readonly home: string;
  readonly launchId?: string;
  /** The caller's address; the extension's own if left out. */
  readonly origin?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export function startNativeHost({ home, launchId, origin, env }: NativeHostStart): NativeHost {
  const child = spawn(process.execPath, [NATIVE_HOST, origin ?? EXTENSION_ORIGIN], {
    env: {
      ...process.env,
      WEBSERV_HOME: home,
      WEBSERV_BACKENDS: "local",
      ...(launchId === undefined ? {} : { WEBSERV_LAUNCH: launchId }),
      ...env,
    },
    stdio: ["pipe", "pipe", "pipe"],
  });
  // A host that has ended makes writing fail; the tests look at its end instead.
  child.stdin.on("error", () => {});
  const ended = once(child, "exit").then(
    ([code, signal]: (number | string | null)[]) => code ?? signal ?? "nothing",
  );
  const stdio = Duplex.from({ readable: child.stdout, writable: child.stdin });
  stdio.on("error", () => {});
  return { process: child, stdio, ended };
}
