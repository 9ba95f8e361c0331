// Keeps folders at a size that a reader can still take in at once.
import type { Folders } from "./folders.ts";

/** The most files that a folder holds itself; folders in it don't count. */
const MAX_FILES = 20;

interface Excuse {
  readonly files: number;
  readonly because: string;
}

/** Lists the folders that may hold more, each with the reason. */
const excuses: Readonly<Record<string, Excuse>> = {};

/** Returns a line for each folder that holds too many files, or is excused without need. Introductions don't count. */
export function oversizedFolders(folders: Folders, excused = excuses): string[] {
  const sizes = new Map(
    [...folders].map(([folder, files]) => [
      folder,
      files.filter((file) => !file.endsWith("/README.md")).length,
    ]),
  );
  const faults: string[] = [];
  for (const [folder, size] of sizes) {
    const most = excused[folder]?.files ?? MAX_FILES;
    if (size > most) {
      faults.push(`${folder} holds ${size} files, and may hold ${most}: divide it by meaning.`);
    }
  }
  for (const [folder, { files, because }] of Object.entries(excused)) {
    const size = sizes.get(folder) ?? 0;
    if (size <= MAX_FILES || size < files) {
      faults.push(
        `${folder} holds ${size} files, and is excused for ${files} (${because}): tighten that.`,
      );
    }
  }
  return faults;
}
