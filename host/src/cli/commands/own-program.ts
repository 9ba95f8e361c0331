// Tells other programs how to run this command line: by absolute paths, so that no PATH is needed.
import { existsSync } from "node:fs";
import { join } from "node:path";

import { packageRoot } from "../../paths.ts";

export interface ProgramCall {
  readonly command: string;
  readonly args: readonly string[];
}

/** Names the bundled command line if it exists, since it starts faster; else its source. */
export function ownProgram(...words: readonly string[]): ProgramCall {
  const bundled = join(packageRoot, "host", "dist", "cli.js");
  const program = existsSync(bundled)
    ? bundled
    : join(packageRoot, "host", "src", "cli", "main.ts");
  return { command: process.execPath, args: [program, ...words] };
}
