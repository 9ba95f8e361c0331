// Writes a small file whole: whoever reads it finds the earlier text or the new one, never a part.
import { renameSync, rmSync, writeFileSync } from "node:fs";

import { namingPath } from "./file-path-named.ts";

/**
 * Not synced to the disk: the file outlives this process, not the machine's sudden end.
 * @throws what the disk throws, with the file's path; then the earlier file is as it was.
 */
export function replaceFile(file: string, text: string): void {
  const draft = `${file}.new`;
  try {
    namingPath(file, () => {
      writeFileSync(draft, text, { mode: 0o600 });
      renameSync(draft, file);
    });
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
