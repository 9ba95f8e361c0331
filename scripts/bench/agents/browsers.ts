// Holds what the browsers of all contenders have in common.
import { readFile } from "node:fs/promises";

import * as z from "zod/mini";

import type { Place } from "./hands.ts";

/** The window's size as WebServ launches it. */
export const VIEWPORT = { width: 1280, height: 900 };

export const emptyPage = "about:blank";

const packageFile = z.object({ version: z.string() });

export async function packageVersion(manifest: string): Promise<string> {
  return packageFile.parse(JSON.parse(await readFile(manifest, "utf8"))).version;
}

/** Returns a flag for a command line that leads to a site whose host has no address. */
export function mappingFlag({ mapped }: Place): string | undefined {
  return mapped === undefined
    ? undefined
    : `--host-resolver-rules=MAP ${mapped.host} ${mapped.address}`;
}
