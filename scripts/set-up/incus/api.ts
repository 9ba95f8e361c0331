// Sends the set-up's requests to Incus over its socket, in whatever project.
import * as z from "zod/mini";

import { createIncusClient } from "../../../host/src/sandbox/incus/client/client.ts";
import type { IncusClient } from "../../../host/src/sandbox/incus/client/client.ts";
import { defaultSocketPath } from "../../../host/src/sandbox/incus/client/transport/endpoint.ts";
import {
  IncusError,
  isIncusNotFound,
} from "../../../host/src/sandbox/incus/client/transport/errors.ts";
import { SetupError } from "../../bootstrap/words.mjs";

const LONGEST_MS = 120_000;
/** The longest deletion, in ms: hundreds of sandboxes are stopped and deleted one by one. */
const LONGEST_DELETE_MS = 30 * 60_000;

/** Sends requests. Paths are whole, such as /1.0/networks/webserv0. Requests throw SetupError in Incus's own words. */
export interface IncusApi {
  get<T extends z.ZodMiniType>(schema: T, path: string): Promise<z.infer<T>>;
  /** Resolves with a list such as /1.0/projects, with the whole of each thing rather than its path. */
  list<T extends z.ZodMiniType>(schema: T, path: string): Promise<z.infer<T>[]>;
  /** Resolves with undefined if there is no such thing. */
  find<T extends z.ZodMiniType>(schema: T, path: string): Promise<z.infer<T> | undefined>;
  put(path: string, body: object): Promise<void>;
  post(path: string, body: object): Promise<void>;
  /** Deletes it, with `force` with all that is in it; it is no error if it is gone already. */
  delete(path: string, options?: { force: boolean }): Promise<void>;
}

/** Opens the API in a project; the default one sees all that is not a project's own. */
export function incusApi(project = "default", socketPath: string = defaultSocketPath()): IncusApi {
  const endpoint = { kind: "unix", socketPath } as const;
  const ask = async <R>(
    use: (client: IncusClient, signal: AbortSignal) => Promise<R>,
    longestMs = LONGEST_MS,
  ) => {
    // Each request has a client of its own: what a client holds open keeps the set-up from ending.
    const client = createIncusClient({ endpoint, project, downWaitMs: 0 });
    try {
      return await use(client, AbortSignal.timeout(longestMs));
    } finally {
      await client.close();
    }
  };
  const timeoutMs = LONGEST_MS;
  const change = async (method: "POST" | "PUT", path: string, body: object): Promise<void> => {
    await inWords(ask((client, signal) => client.run(method, path, body, signal, { timeoutMs })));
  };
  return {
    get: (schema, path) => inWords(ask((client, signal) => client.ask(schema, path, signal))),
    async list(schema, path) {
      // An empty list of some kinds, such as storage pools, comes as null.
      const whole = z.nullable(z.array(schema));
      const asked = ask((client, signal) =>
        client.ask(whole, path, signal, { query: { recursion: "1" } }),
      );
      return (await inWords(asked)) ?? [];
    },
    find: (schema, path) =>
      inWords(orMissing(ask((client, signal) => client.ask(schema, path, signal)))),
    put: (path, body) => change("PUT", path, body),
    post: (path, body) => change("POST", path, body),
    async delete(path, { force } = { force: false }) {
      const longestMs = force ? LONGEST_DELETE_MS : LONGEST_MS;
      const options = { timeoutMs: longestMs, query: force ? { force: "1" } : {} };
      const asked = ask(
        (client, signal) => client.run("DELETE", path, undefined, signal, options),
        longestMs,
      );
      await inWords(orMissing(asked));
    },
  };
}

/** Returns the folder of the daemon. */
export function incusFolder(env: NodeJS.ProcessEnv = process.env): string {
  return env["INCUS_DIR"] ?? "/var/lib/incus";
}

async function orMissing<R>(asked: Promise<R>): Promise<R | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (isIncusNotFound(error)) return undefined;
    throw error;
  }
}

async function inWords<R>(asked: Promise<R>): Promise<R> {
  try {
    return await asked;
  } catch (error) {
    if (isTimeout(error)) {
      throw new SetupError(
        "Incus has not finished in time and may still be at work: wait a minute and run the command again.",
        { cause: error },
      );
    }
    if (!(error instanceof IncusError)) throw error;
    throw new SetupError(`${error.message}. ${error.next}`, { cause: error });
  }
}

function isTimeout(error: unknown): boolean {
  if (error instanceof IncusError) return error.code === "timeout";
  return error instanceof DOMException && error.name === "TimeoutError";
}
