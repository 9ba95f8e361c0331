// Reads and changes storage pools of Incus, and the custom volumes in them.
import type { Readable } from "node:stream";

import * as z from "zod/mini";

import { apiPath } from "./transport/connection.ts";
import type { IncusConnection, RunOptions } from "./transport/connection.ts";
import { isIncusNotFound } from "./transport/errors.ts";

export const storagePool = z.object({
  name: z.string(),
  driver: z.string(),
  status: z._default(z.string(), ""),
  description: z._default(z.string(), ""),
  config: z._default(z.record(z.string(), z.string()), {}),
  used_by: z._default(z.nullable(z.array(z.string())), []),
});
export type StoragePool = z.infer<typeof storagePool>;

const amount = z._default(
  z.object({ used: z._default(z.number(), 0), total: z._default(z.number(), 0) }),
  { used: 0, total: 0 },
);

/** `space` in bytes. */
export const storageUsage = z.object({ space: amount, inodes: amount });
export type StorageUsage = z.infer<typeof storageUsage>;

export const storageVolume = z.object({
  name: z.string(),
  /** `custom` for ours. */
  type: z.string(),
  content_type: z._default(z.string(), "filesystem"),
  description: z._default(z.string(), ""),
  config: z.record(z.string(), z.string()),
  used_by: z._default(z.nullable(z.array(z.string())), []),
  created_at: z._default(z.string(), ""),
});
export type StorageVolume = z.infer<typeof storageVolume>;

export interface VolumeSpec {
  readonly name: string;
  readonly description?: string;
  /** Labels too, as `user.webserv.*`. */
  readonly config?: Readonly<Record<string, string>>;
}

export interface IncusStorage {
  pool(name: string, signal: AbortSignal): Promise<StoragePool>;
  usage(pool: string, signal: AbortSignal): Promise<StorageUsage>;
  volumes: IncusVolumes;
}

/** Custom volumes of our project. */
export interface IncusVolumes {
  list(pool: string, signal: AbortSignal): Promise<StorageVolume[]>;
  get(pool: string, name: string, signal: AbortSignal): Promise<StorageVolume>;
  create(pool: string, spec: VolumeSpec, signal: AbortSignal): Promise<void>;
  /** Keys not named stay as they are. */
  patch(
    pool: string,
    name: string,
    change: Omit<VolumeSpec, "name">,
    signal: AbortSignal,
  ): Promise<void>;
  /** Makes a volume from a backup tarball of Incus's own format. */
  importBackup(
    pool: string,
    name: string,
    backup: Readable,
    signal: AbortSignal,
    options?: Pick<RunOptions, "progress">,
  ): Promise<void>;
  /** Deletes the volume; does nothing if it is gone already. */
  delete(pool: string, name: string, signal: AbortSignal): Promise<void>;
}

const UPLOAD_TIMEOUT_MS = 600_000;
const LIST_MAX_BYTES = 32 * 1024 * 1024;

export function incusStorage(connection: IncusConnection): IncusStorage {
  const custom = (pool: string, ...name: string[]): string =>
    apiPath("storage-pools", pool, "volumes", "custom", ...name);
  return {
    pool: (name, signal) => connection.ask(storagePool, apiPath("storage-pools", name), signal),
    usage: (pool, signal) =>
      connection.ask(storageUsage, apiPath("storage-pools", pool, "resources"), signal),
    volumes: {
      list: (pool, signal) =>
        connection.ask(z.array(storageVolume), custom(pool), signal, {
          query: { recursion: "1" },
          maxBytes: LIST_MAX_BYTES,
        }),
      get: (pool, name, signal) => connection.ask(storageVolume, custom(pool, name), signal),
      async create(pool, spec, signal) {
        const body = { content_type: "filesystem", type: "custom", ...spec };
        await connection.run("POST", custom(pool), body, signal);
      },
      async patch(pool, name, change, signal) {
        await connection.run("PATCH", custom(pool, name), change, signal);
      },
      async importBackup(pool, name, backup, signal, options) {
        await connection.run("POST", custom(pool), { raw: backup }, signal, {
          headers: { "X-Incus-name": name },
          timeoutMs: UPLOAD_TIMEOUT_MS,
          ...options,
        });
      },
      async delete(pool, name, signal) {
        try {
          await connection.run("DELETE", custom(pool, name), undefined, signal);
        } catch (thrown) {
          if (!isIncusNotFound(thrown)) throw thrown;
        }
      },
    },
  };
}
