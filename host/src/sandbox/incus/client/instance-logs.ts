// Reads the logs that Incus itself keeps of an instance: its monitor's log, and its console.
import * as z from "zod/mini";

import { apiPath } from "./transport/connection.ts";
import type { IncusConnection } from "./transport/connection.ts";
import { readBody } from "./transport/envelope.ts";

export interface InstanceLogs {
  /** Lists the names of the log files, such as `lxc.log`. */
  list(instance: string, signal: AbortSignal): Promise<string[]>;
  /** Reads a log file; throws `too-large` past `maxBytes`. */
  read(instance: string, file: string, maxBytes: number, signal: AbortSignal): Promise<string>;
  /** Reads the console's output since the instance started. */
  console(instance: string, maxBytes: number, signal: AbortSignal): Promise<string>;
}

export function instanceLogs(connection: IncusConnection): InstanceLogs {
  const text = async (path: string, maxBytes: number, signal: AbortSignal): Promise<string> => {
    const request = { method: "GET" as const, path };
    const bytes = await readBody(request, await connection.fetch(request, signal), maxBytes);
    return bytes.toString("utf8");
  };
  return {
    async list(instance, signal) {
      const path = apiPath("instances", instance, "logs");
      const urls = await connection.ask(z.nullable(z.array(z.string())), path, signal);
      return (urls ?? []).map((url) => decodeURIComponent(url.split("/").at(-1) ?? ""));
    },
    read: (instance, file, maxBytes, signal) =>
      text(apiPath("instances", instance, "logs", file), maxBytes, signal),
    console: (instance, maxBytes, signal) =>
      text(apiPath("instances", instance, "console"), maxBytes, signal),
  };
}
