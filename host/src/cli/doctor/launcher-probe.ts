// Starts the native host as a browser would, and sends the daemon a message through it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import * as z from "zod/mini";

import { EXTENSION_ORIGIN } from "@webserv/shared/protocol/extension-id.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";
import {
  encodeFrame,
  FrameDecoder,
  MAX_FRAME_TO_BROWSER,
} from "@webserv/shared/rpc/native-frames.ts";

const ANSWER_TIMEOUT_MS = 15_000;

const answerSchema = z.object({
  id: z.literal(1),
  error: z.object({ data: z.object({ code: z.string() }) }),
});

/**
 * Returns the code of the daemon's error. A healthy daemon answers `hello-first` to a heartbeat
 * without a greeting, and does not take the caller for a browser.
 */
export async function probeLauncher(launcherFile: string, signal: AbortSignal): Promise<string> {
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]);
  // Browsers start their hosts with a bare PATH, and so does this.
  const env = {
    ...process.env,
    PATH: process.platform === "win32" ? process.env["PATH"] : "/usr/bin:/bin",
  };
  const host = spawn(launcherFile, [EXTENSION_ORIGIN], {
    env,
    shell: process.platform === "win32",
    stdio: ["pipe", "pipe", "ignore"],
    windowsHide: true,
  });
  const failed = once(host, "error").then(([error]) => {
    throw new WebservError("daemon-unreachable", `${launcherFile} did not start: ${String(error)}`);
  });
  try {
    host.stdin.on("error", () => {});
    host.stdin.write(
      encodeFrame(
        JSON.stringify({ jsonrpc: "2.0", id: 1, method: "link.beat", params: {} }),
        MAX_FRAME_TO_BROWSER,
      ),
    );
    return await Promise.race([readAnswer(host.stdout, launcherFile, inTime), failed]);
  } finally {
    host.stdin.end();
    host.kill();
  }
}

async function readAnswer(
  stdout: NodeJS.ReadableStream,
  launcherFile: string,
  inTime: AbortSignal,
): Promise<string> {
  const decoder = new FrameDecoder(MAX_FRAME_TO_BROWSER);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  stdout.on("data", (bytes: Buffer) => {
    try {
      for (const body of decoder.push(bytes)) {
        const answer = answerSchema.safeParse(JSON.parse(Buffer.from(body).toString()));
        if (answer.success) resolve(answer.data.error.data.code);
      }
    } catch (error) {
      reject(error instanceof Error ? error : new Error(String(error)));
    }
  });
  stdout.on("end", () =>
    reject(new WebservError("daemon-unreachable", `${launcherFile} ended without an answer`)),
  );
  inTime.addEventListener("abort", () =>
    reject(
      new WebservError("timeout", `${launcherFile} gave no answer in ${ANSWER_TIMEOUT_MS} ms`),
    ),
  );
  return await promise;
}
