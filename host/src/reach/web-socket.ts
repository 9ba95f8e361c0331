// Opens the WebSocket of a daemon that is named by its address and token.
import { WebSocket } from "ws";

import { WebservError } from "@webserv/shared/errors/errors.ts";

import { MAX_ANSWER_BYTES } from "./agent-limits.ts";

/**
 * Resolves to undefined if nothing listens.
 * @throws WebservError `unauthorized`, `daemon-unreachable`.
 */
export function openSocket(
  url: string,
  token: string,
  signal: AbortSignal,
): Promise<WebSocket | undefined> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, {
      headers: { authorization: `Bearer ${token}` },
      perMessageDeflate: false,
      handshakeTimeout: 5000,
      maxPayload: MAX_ANSWER_BYTES,
    });
    const abort = (): void => socket.terminate();
    const finish = (): void => signal.removeEventListener("abort", abort);
    signal.addEventListener("abort", abort);
    socket.once("open", () => {
      finish();
      socket.removeAllListeners("error");
      resolve(socket);
    });
    socket.once("unexpected-response", (_request, response) => {
      finish();
      socket.terminate();
      reject(
        new WebservError(
          response.statusCode === 401 ? "unauthorized" : "daemon-unreachable",
          `${url} answered ${response.statusCode ?? "nothing"}`,
        ),
      );
    });
    socket.on("error", (error) => {
      finish();
      // A daemon on its way out resets connections that it has not answered yet: it counts as gone.
      const code = "code" in error ? error.code : undefined;
      if (code === "ECONNREFUSED" || code === "ECONNRESET") resolve(undefined);
      else {
        reject(
          new WebservError("daemon-unreachable", `${url} can't be reached: ${error.message}`, {
            cause: error,
          }),
        );
      }
    });
  });
}
