// Writes a file whole: a reader finds either the earlier contents or the new ones, never a part.
import { renameSync, rmSync, writeFileSync } from "node:fs";

import { namingPath } from "./file-path-named.ts";

/**
 * Does not sync the file to the disk: it outlives this process, but not a sudden end of the machine.
 * @throws what the disk throws, with the file's path; then the earlier file is unchanged.
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
