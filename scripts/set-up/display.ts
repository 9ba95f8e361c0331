// Ensures that tests can open browsers with windows: on Linux a display in memory, which needs no screen.
import { join } from "node:path";

import { withLock } from "../bootstrap/lock.mjs";
import { say } from "../bootstrap/words.mjs";
import { asCommand, install } from "./install.ts";
import { isInPath, packageManager, type Package } from "./package-manager.ts";

/** Lists an X server, a window manager, and the keyboard and mouse of a person, each with its package. */
const programs: Readonly<Record<string, Package>> = {
  Xvfb: "xvfb",
  openbox: "openbox",
  xdotool: "xdotool",
};

/** Gets a display. If it can't be had, that is said, and the tests that need a window are skipped. */
export async function ensureDisplay(root: string): Promise<void> {
  if (process.platform !== "linux" || hasDisplayPrograms()) return;
  const manager = packageManager();
  if (manager !== undefined && process.getuid?.() === 0) {
    await withLock(join(root, ".cache"), async () => {
      for (const wanted of missing()) await install(manager, wanted);
    });
  }
  if (hasDisplayPrograms()) return;
  const advice =
    manager === undefined
      ? `install ${missing().join(", ")}`
      : missing()
          .map((wanted) => `run \`${asCommand(manager, wanted)}\``)
          .join(" and ");
  say(`tests of browsers with a window are skipped; to have them run, ${advice}`);
}

/** Tells whether tests can open windows here. */
export function hasDisplayPrograms(): boolean {
  return process.platform === "linux" && missing().length === 0;
}

function missing(): Package[] {
  return Object.entries(programs).flatMap(([program, wanted]) =>
    isInPath(program) ? [] : [wanted],
  );
}
