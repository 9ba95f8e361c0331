// Tells which folders of the project hold which files.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { dirname } from "node:path/posix";

import { runSilently } from "../bootstrap/process.mjs";

/** Folders by their paths from the project's own, each with the files that are directly in it. */
export type Folders = ReadonlyMap<string, readonly string[]>;

/** Resolves with the folders of all files that are in Git, or could be added to it. */
export async function filesByFolder(root: string): Promise<Folders> {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate", "-z"];
  const { code, output } = await runSilently("git", args, { cwd: root });
  if (code !== 0) throw new Error(`git ls-files ended with ${code}: ${output}`);
  const folders = new Map<string, string[]>();
  for (const file of output.split("\0")) {
    // Git also lists files that are deleted in the folder but still in its index.
    if (file === "" || !existsSync(join(root, file))) continue;
    const folder = dirname(file);
    const known = folders.get(folder);
    if (known === undefined) folders.set(folder, [file]);
    else known.push(file);
  }
  return folders;
}
