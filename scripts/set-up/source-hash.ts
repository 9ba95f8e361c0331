// Tells whether sources have changed, by their contents.
import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";

/**
 * Resolves with SHA-256 (hex) over the names and contents of all files below `paths`, which are relative to `root` and
 * may be missing. What is built (dist), installed (node_modules) or hidden is left out.
 */
export async function hashOf(root: string, paths: readonly string[]): Promise<string> {
  const files = (await Promise.all(paths.map((path) => filesBelow(root, path)))).flat().sort();
  const contents = await Promise.all(files.map((file) => readFile(join(root, file))));
  const hash = createHash("sha256");
  for (const [index, content] of contents.entries()) {
    hash.update(`${files[index]}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

async function filesBelow(root: string, path: string): Promise<string[]> {
  const found = await stat(join(root, path)).catch(() => undefined);
  if (found === undefined) return [];
  if (!found.isDirectory()) return found.isFile() ? [path] : [];
  const names = await readdir(join(root, path));
  const below = names
    .filter((name) => name !== "dist" && name !== "node_modules" && !name.startsWith("."))
    .map((name) => filesBelow(root, `${path}/${name}`));
  return (await Promise.all(below)).flat();
}
