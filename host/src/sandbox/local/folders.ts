// Names and makes the folders of a local backend.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import { WebservError } from "@webserv/shared/errors/errors.ts";

import { removeTree } from "./files/remove-tree.ts";

export interface Folders {
  readonly sandboxes: string;
  readonly templates: string;
  readonly logs: string;
  /** Folders that are being made or deleted lie here; after a crash they are of no use. */
  readonly half: string;
}

export function foldersIn(dir: string): Folders {
  return {
    sandboxes: join(dir, "sandboxes"),
    templates: join(dir, "templates"),
    logs: join(dir, "logs"),
    half: join(dir, "half-made"),
  };
}

/**
 * Makes what is missing, for this user alone, and sweeps what was half made. Throws
 * `backend-unavailable` on systems without process groups.
 */
export async function makeFolders(dir: string): Promise<void> {
  if (process.platform === "win32") {
    throw new WebservError(
      "backend-unavailable",
      "the local backend needs POSIX process groups, which Windows does not have",
      { next: "Run WebServ inside WSL, or use the Incus backend of a Linux machine." },
    );
  }
  const { half, ...kept } = foldersIn(dir);
  await removeTree(half);
  for (const folder of [dir, half, ...Object.values(kept)]) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  }
}
