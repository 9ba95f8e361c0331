// Installs the packages of an application into the checkout's cache, once for each set of versions.
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { withLock } from "../../bootstrap/lock.mjs";
import { runSilently } from "../../bootstrap/process.mjs";
import { SetupError } from "../../bootstrap/words.mjs";
import { reasonIn } from "../../set-up/install.ts";
import type { Application, Packages } from "./application.ts";

const cache = join(import.meta.dirname, "..", "..", "..", ".cache", "apps");
/** This file lies in a folder that was installed whole. */
const WHOLE = ".installed";

/** Resolves with the folder of the installation. @throws SetupError if the packages can't be had. */
export async function install({ name, packages }: Application): Promise<string> {
  const folder = join(cache, folderName(name, packages));
  if (existsSync(join(folder, WHOLE))) return folder;
  await withLock(cache, async () => {
    if (existsSync(join(folder, WHOLE))) return;
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    for (const [program = "", ...args] of commandsFor(packages, folder)) {
      const { code, output } = await runSilently(program, args, { cwd: folder });
      if (code === 0) continue;
      throw new SetupError(
        `${packages.pinned.join(" ")}: ${program} ended with code ${code} (${reasonIn(output)})`,
      );
    }
    await writeFile(join(folder, WHOLE), packages.pinned.join("\n"));
  });
  return folder;
}

/** Names a folder by the versions too, so that others are installed beside it. */
export function folderName(name: string, { pinned }: Packages): string {
  return `${name}-${createHash("sha256").update(pinned.join("\n")).digest("hex").slice(0, 8)}`;
}

/** Returns the commands that fill the folder, one after the other. */
export function commandsFor({ from, pinned }: Packages, folder: string): string[][] {
  if (from === "npm") {
    return [["npm", "install", "--prefix", folder, "--no-audit", "--no-fund", ...pinned]];
  }
  return [
    ["python3", "-m", "venv", folder],
    [join(folder, "bin", "pip"), "install", "--quiet", ...pinned],
  ];
}
