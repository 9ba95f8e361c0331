// Sees to it that tests can open browsers with a window: on Linux a display in memory, which needs no screen.
import { join } from "node:path";

import { withLock } from "../bootstrap/lock.mjs";
import { say } from "../bootstrap/words.mjs";
import { asCommand, install } from "./install.ts";
import { isInPath, packageManager } from "./package-manager.ts";

/** Where it can't be had, that is said, and the tests with a window fail. */
export async function ensureDisplay(root: string): Promise<void> {
  if (process.platform !== "linux" || isInPath("Xvfb")) return;
  const manager = packageManager();
  if (manager !== undefined && process.getuid?.() === 0) {
    await withLock(join(root, ".cache"), async () => {
      if (!isInPath("Xvfb")) await install(manager, "xvfb");
    });
  }
  if (isInPath("Xvfb")) return;
  const advice = manager === undefined ? "install Xvfb" : `run \`${asCommand(manager, "xvfb")}\``;
  say(`there is no Xvfb, so tests of browsers with a window will fail: ${advice}`);
}
