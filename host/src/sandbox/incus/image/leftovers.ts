// Folders of imports under way: one each, which say whose they are, so that a killed one's are cleared.
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

const PREFIX = "image-";

/** A new folder in `workDir`; `dispose` deletes it. */
export async function openImportFolder(
  workDir: string,
): Promise<{ readonly dir: string; readonly dispose: () => Promise<void> }> {
  await mkdir(workDir, { recursive: true, mode: 0o700 });
  const dir = await mkdtemp(join(workDir, PREFIX));
  return { dir, dispose: async () => rm(dir, { recursive: true, force: true }) };
}

/** Deletes what imports of a killed process left: to be called before the first import of this one. */
export async function clearImportLeftovers(workDir: string): Promise<readonly string[]> {
  const names = await readdir(workDir).catch(() => []);
  const left = names.filter((name) => name.startsWith(PREFIX));
  await Promise.all(
    left.map(async (name) => rm(join(workDir, name), { recursive: true, force: true })),
  );
  return left;
}
