// The few requests the set-up makes of Incus over its socket.
import { request } from "node:http";
import { join } from "node:path";

import * as z from "zod/mini";

import { SetupError } from "../../bootstrap/words.mjs";

const MOST_BYTES = 16 * 1024 * 1024;
const LONGEST_MS = 120_000;

export interface IncusApi {
  readonly get: (path: string) => Promise<unknown>;
  /** Undefined where there is no such thing. */
  readonly find: (path: string) => Promise<unknown>;
  readonly put: (path: string, body: unknown) => Promise<void>;
  readonly post: (path: string, body: unknown) => Promise<void>;
  /** No error where it is gone already. */
  readonly delete: (path: string) => Promise<void>;
}

/** Incus's answer was an error, told in its own words. */
class IncusAnswerError extends SetupError {
  readonly status: number;
  constructor(request: string, status: number, words: string) {
    super(`Incus refuses ${request} (${status}): ${words}`);
    this.status = status;
  }
}

const answerSchema = z.object({
  type: z.enum(["sync", "async", "error"]),
  error: z.optional(z.string()),
  error_code: z.optional(z.number()),
  metadata: z.unknown(),
});
const operationSchema = z.object({ id: z.string() });
const endedSchema = z.object({ err: z.string(), status_code: z.number() });

/** Where Incus's own tools look too. */
export function incusSocketPath(env: NodeJS.ProcessEnv = process.env): string {
  return env["INCUS_SOCKET"] ?? join(incusFolder(env), "unix.socket");
}

export function incusFolder(env: NodeJS.ProcessEnv = process.env): string {
  return env["INCUS_DIR"] ?? "/var/lib/incus";
}

/** Requests throw SetupError where Incus refuses, or the socket's error where nobody listens. */
export function incusApi(socketPath: string): IncusApi {
  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = answerSchema.parse(JSON.parse(await send(socketPath, method, path, body)));
    if (answer.type === "error") {
      const words = answer.error ?? "no reason given";
      throw new IncusAnswerError(`${method} ${path}`, answer.error_code ?? 0, words);
    }
    if (answer.type === "sync") return answer.metadata;
    const { id } = operationSchema.parse(answer.metadata);
    const ended = endedSchema.parse(await ask("GET", `/1.0/operations/${id}/wait`));
    if (ended.err !== "")
      throw new IncusAnswerError(`${method} ${path}`, ended.status_code, ended.err);
    return undefined;
  };
  const orMissing = async (asked: Promise<unknown>): Promise<unknown> => {
    try {
      return await asked;
    } catch (error) {
      if (error instanceof IncusAnswerError && error.status === 404) return undefined;
      throw error;
    }
  };
  return {
    get: (path) => ask("GET", path),
    find: (path) => orMissing(ask("GET", path)),
    put: async (path, body) => void (await ask("PUT", path, body)),
    post: async (path, body) => void (await ask("POST", path, body)),
    delete: async (path) => void (await orMissing(ask("DELETE", path))),
  };
}

function send(socketPath: string, method: string, path: string, body?: unknown): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { host: "incus", "content-type": "application/json" };
    const signal = AbortSignal.timeout(LONGEST_MS);
    const sent = request({ socketPath, method, path, headers, signal }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => {
        text += part;
        if (text.length > MOST_BYTES) response.destroy(new Error(`${path} answers too much`));
      });
      response.once("error", reject);
      response.once("end", () => resolve(text));
    });
    sent.once("error", reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
