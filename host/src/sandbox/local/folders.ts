// The folders of a local backend.
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";

export interface Folders {
  readonly sandboxes: string;
  readonly templates: string;
  readonly logs: string;
  /** What is being made or deleted; of no use after a crash. */
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

/** Makes what is missing, for this user alone, and sweeps what was half made. */
export async function makeFolders(dir: string): Promise<void> {
  const { half, ...kept } = foldersIn(dir);
  await rm(half, { recursive: true, force: true });
  for (const folder of [dir, half, ...Object.values(kept)]) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  }
}
