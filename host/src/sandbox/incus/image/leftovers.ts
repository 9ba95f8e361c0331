// Keeps a folder for each import under way; its name tells the owner, so that the folder of a killed import is cleared.
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

const PREFIX = "image-";

/** Makes a new folder in `workDir`; `dispose` deletes it. */
export async function openImportFolder(
  workDir: string,
): Promise<{ readonly dir: string; readonly dispose: () => Promise<void> }> {
  await mkdir(workDir, { recursive: true, mode: 0o700 });
  const dir = await mkdtemp(join(workDir, PREFIX));
  return { dir, dispose: async () => rm(dir, { recursive: true, force: true }) };
}

/** Deletes the folders that imports of a killed process left; it must be called before this process's first import. */
export async function clearImportLeftovers(workDir: string): Promise<readonly string[]> {
  const names = await readdir(workDir).catch(() => []);
  const left = names.filter((name) => name.startsWith(PREFIX));
  await Promise.all(
    left.map(async (name) => rm(join(workDir, name), { recursive: true, force: true })),
  );
  return left;
}
