// Writes a file whole: whoever reads it finds what was there before or what is new, never a part.
import { renameSync, rmSync, writeFileSync } from "node:fs";

import { namingPath } from "./file-path-named.ts";

/**
 * Not synced to the disk: the file outlives this process, not the machine's sudden end.
 * @throws what the disk throws, with the file's path; then the earlier file is as it was.
 */
export function replaceFile(file: string, contents: string | Uint8Array): void {
  const draft = `${file}.new`;
  try {
    namingPath(file, () => {
      writeFileSync(draft, contents, { mode: 0o600 });
      renameSync(draft, file);
    });
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
