// How another program runs this command line: by absolute paths, so that it needs no PATH.
import { existsSync } from "node:fs";
import { join } from "node:path";

import { packageRoot } from "../../paths.ts";

export interface ProgramCall {
  readonly command: string;
  readonly args: readonly string[];
}

/** The bundled command line where there is one, since it starts faster; else its source. */
export function ownProgram(...words: readonly string[]): ProgramCall {
  const bundled = join(packageRoot, "host", "dist", "cli.js");
  const program = existsSync(bundled)
    ? bundled
    : join(packageRoot, "host", "src", "cli", "main.ts");
  return { command: process.execPath, args: [program, ...words] };
}
