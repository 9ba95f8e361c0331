// Reads the facts, extensions and configuration of the Incus server itself, and changes its configuration.
import * as z from "zod/mini";

import type { IncusConnection } from "./transport/connection.ts";

export const serverInfo = z.object({
  api_version: z.string(),
  api_extensions: z.array(z.string()),
  /** `trusted` if we are admitted. */
  auth: z.string(),
  config: z._default(z.record(z.string(), z.unknown()), {}),
  environment: z.optional(
    z.object({
      server_version: z._default(z.string(), ""),
      server_name: z._default(z.string(), ""),
      server_clustered: z._default(z.boolean(), false),
      kernel_version: z._default(z.string(), ""),
      architectures: z._default(z.nullable(z.array(z.string())), []),
      storage: z._default(z.string(), ""),
      storage_version: z._default(z.string(), ""),
      driver: z._default(z.string(), ""),
      certificate: z._default(z.string(), ""),
    }),
  ),
});
export type ServerInfo = z.infer<typeof serverInfo>;

export interface IncusServer {
  /** If `auth` is not `trusted`, most of the rest is missing. */
  info(signal: AbortSignal): Promise<ServerInfo>;
  /** Tells whether the server has an API extension, such as `instance_create_start`. */
  has(extension: string, signal: AbortSignal): Promise<boolean>;
  /** Changes keys of the whole server's configuration; an empty value takes the key away. */
  configure(config: Readonly<Record<string, string>>, signal: AbortSignal): Promise<void>;
}

export function incusServer(connection: IncusConnection): IncusServer {
  const info = (signal: AbortSignal): Promise<ServerInfo> =>
    connection.ask(serverInfo, "/1.0", signal);
  return {
    info,
    has: async (extension, signal) => (await info(signal)).api_extensions.includes(extension),
    async configure(config, signal) {
      await connection.run("PATCH", "/1.0", { config }, signal);
    },
  };
}
