// Deletes a folder and all that is in it, whatever a site has made of it.
import { chmod, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/** Does nothing if there is none. Also deletes what lies in folders that may not be written to. */
export async function removeTree(path: string): Promise<void> {
  const remove = async (): Promise<void> =>
    rm(path, { recursive: true, force: true, maxRetries: 3 });
  try {
    await remove();
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EACCES")) throw error;
    await makeWritable(path);
    await remove();
  }
}

async function makeWritable(folder: string): Promise<void> {
  await chmod(folder, 0o700);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await makeWritable(join(folder, entry.name));
  }
}
