// Makes the name under which a home's daemon owns things outside of the home.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";

import type { Paths } from "../paths.ts";
import { replaceFile } from "../replace-file.ts";

const FILE = "owner";
const MACHINE_ID = "/etc/machine-id";

/**
 * Returns 16 hexadecimal digits, kept in the home once they are made. They derive from the machine
 * and the home's path: a daemon whose home was deleted finds what it left, and sweeps it.
 */
export function homeId(paths: Paths): string {
  const file = join(paths.incusDir, FILE);
  const kept = readIfThere(file)?.trim() ?? "";
  if (/^[0-9a-f]{16}$/.test(kept)) return kept;
  const parts = [readIfThere(MACHINE_ID) ?? "", hostname(), paths.home];
  const made = createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 16);
  mkdirSync(paths.incusDir, { recursive: true, mode: 0o700 });
  replaceFile(file, `${made}\n`);
  return made;
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
