// Decides how this home's daemon reaches Incus: by the machine's own socket, or as incus.json in the home says.
import { readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";

import * as z from "zod/mini";

import { describeIssues } from "@webserv/shared/protocol/describe-issues.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import type { Paths } from "../paths.ts";
import type { IncusEndpoint } from "../sandbox/incus/client/transport/endpoint.ts";
import { defaultSet, incusNames } from "../sandbox/incus/names.ts";
import type { IncusNames } from "../sandbox/incus/names.ts";

const MAX_BYTES = 1024 * 1024;

const path = z.string().check(z.minLength(1), z.maxLength(4096));

/** Paths name PEM files; relative ones start from the home. */
const settings = z.strictObject({
  /** Names the project, pool and network, as `scripts/setup-incus --name` did. */
  set: z._default(z.string().check(z.regex(/^[a-z][a-z0-9-]{0,13}$/)), defaultSet),
  /**
   * The server's address, such as https://10.1.2.3:8443; its sandboxes' addresses must be reachable from this
   * machine.
   */
  remote: z.optional(
    z.strictObject({
      url: z.string().check(z.regex(/^https:\/\/[^/]+\/?$/), z.maxLength(1024)),
      clientCert: path,
      clientKey: path,
      /** The server's own certificate, which is the only one it may show. */
      serverCert: path,
    }),
  ),
});

export interface IncusAccess {
  readonly endpoint: IncusEndpoint;
  readonly names: IncusNames;
}

/** @throws WebservError `backend-unavailable` if incus.json, or a file it names, can't be used. */
export function incusAccess(
  paths: Pick<Paths, "home">,
  env: NodeJS.ProcessEnv = process.env,
): IncusAccess {
  const { set, remote } = readSettings(join(paths.home, "incus.json"));
  const names = incusNames(set);
  if (remote === undefined) {
    return { endpoint: { kind: "unix", socketPath: socketPath(env) }, names };
  }
  const pem = (file: string): string => readText(resolve(paths.home, file));
  return {
    endpoint: {
      kind: "https",
      url: remote.url,
      clientCert: pem(remote.clientCert),
      clientKey: pem(remote.clientKey),
      serverCert: pem(remote.serverCert),
    },
    names,
  };
}

/** Repeats `defaultSocketPath` of the client, which is loaded only if there is an Incus. */
function socketPath(env: NodeJS.ProcessEnv): string {
  return env["INCUS_SOCKET"] ?? join(env["INCUS_DIR"] ?? "/var/lib/incus", "unix.socket");
}

function readSettings(file: string): z.infer<typeof settings> {
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return settings.parse({});
  const input = parseJson(file, readText(file));
  const parsed = settings.safeParse(input);
  if (parsed.success) return parsed.data;
  throw unusable(`${file}: ${describeIssues(parsed.error.issues, input)}`);
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw unusable(`${file} is not JSON: ${words(error)}`, error);
  }
}

function readText(file: string): string {
  try {
    const { size } = statSync(file);
    if (size > MAX_BYTES) throw new Error(`it has ${size} bytes, expected at most ${MAX_BYTES}`);
    return readFileSync(file, "utf8");
  } catch (error) {
    throw unusable(`${file} can't be read: ${words(error)}`, error);
  }
}

function unusable(what: string, cause?: unknown): WebservError {
  return new WebservError("backend-unavailable", what, {
    next: "Correct incus.json in WEBSERV_HOME, or the file it names.",
    cause,
  });
}

function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
