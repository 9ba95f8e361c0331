// Holds folders to a size at which a reader still takes them in at once.
import type { Folders } from "./folders.ts";

/** The most files of its own that a folder holds; folders in it don't count. */
const MAX_FILES = 20;

interface Excuse {
  readonly files: number;
  readonly because: string;
}

/** Folders that may hold more, each with the reason. */
const excuses: Readonly<Record<string, Excuse>> = {
  "extension/src/background/act": { files: 24, because: "its division goes with the pair of hands" },
  "extension/src/content/act": { files: 38, because: "its division goes with the pair of hands" },
};

/** Returns a line for each folder that holds too many files, or is excused without need. */
export function oversizedFolders(folders: Folders, excused = excuses): string[] {
  const faults: string[] = [];
  for (const [folder, files] of folders) {
    const most = excused[folder]?.files ?? MAX_FILES;
    if (files.length <= most) continue;
    faults.push(
      `${folder} holds ${files.length} files, and may hold ${most}: divide it by meaning.`,
    );
  }
  for (const [folder, { files, because }] of Object.entries(excused)) {
    const held = folders.get(folder)?.length ?? 0;
    if (held > MAX_FILES && held >= files) continue;
    faults.push(
      `${folder} holds ${held} files, and is excused for ${files} (${because}): tighten that.`,
    );
  }
  return faults;
}
