// Reads the files that our init leaves in an instance: the site's output, and its exit.
import * as z from "zod/mini";

import type { IncusClient } from "../../client/client.ts";
import { isIncusNotFound } from "../../client/transport/errors.ts";
import { EXIT_FILE, SITE_LOG } from "./init-script.ts";

/** The limit is above the sizes at which the two files start anew. */
const MAX_LOG_BYTES = 16 * 1024 * 1024;

const exitFile = z.object({
  /** The site's command ended with it; it is 128 and the signal's number if a signal ended that. */
  code: z.int(),
  /** True if it ended because it was asked to. */
  stopped: z.boolean(),
});
export type SiteExit = z.infer<typeof exitFile>;

/** Returns the end of the site's standard output and error, at most `maxBytes` of it. */
export async function readSiteLog(
  client: IncusClient,
  instance: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<{ readonly text: string; readonly truncated: boolean }> {
  const newest = await pull(client, instance, SITE_LOG, MAX_LOG_BYTES, signal);
  const older =
    newest.length > maxBytes
      ? Buffer.alloc(0)
      : await pull(client, instance, `${SITE_LOG}.1`, MAX_LOG_BYTES, signal);
  const all = Buffer.concat([older, newest]);
  const end = all.subarray(Math.max(0, all.length - maxBytes));
  return { text: end.toString("utf8"), truncated: all.length > maxBytes };
}

/** Returns the last exit of an instance's site; undefined while it runs, and if it was killed with its init. */
export async function readExit(
  client: IncusClient,
  instance: string,
  signal: AbortSignal,
): Promise<SiteExit | undefined> {
  const bytes = await pull(client, instance, EXIT_FILE, 4096, signal);
  if (bytes.length === 0) return undefined;
  try {
    return z.parse(exitFile, JSON.parse(bytes.toString("utf8")));
  } catch {
    // The sandbox's root can write anything there.
    return undefined;
  }
}

async function pull(
  client: IncusClient,
  instance: string,
  path: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Buffer> {
  try {
    return await client.instances.files.pull(instance, path, maxBytes, signal);
  } catch (error) {
    if (isIncusNotFound(error)) return Buffer.alloc(0);
    throw error;
  }
}
