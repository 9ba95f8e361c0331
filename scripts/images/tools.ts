// Ensures that the programs the images are built with are there.
import { withLock } from "../bootstrap/lock.mjs";
import { say, SetupError } from "../bootstrap/words.mjs";
import { apt, aptOptions } from "../set-up/apt.ts";
import { isInPath } from "../set-up/package-manager.ts";

/** Maps the programs that a bare Debian or Ubuntu lacks to the packages they are in. */
const packageOf: Readonly<Record<string, string>> = {
  mmdebstrap: "mmdebstrap",
  ip: "iproute2",
  strip: "binutils",
  unshare: "util-linux",
  setpriv: "util-linux",
};

/** The lock of this machine, whichever checkout and cache an image is built for; it is gone after the next boot. */
const LOCK = "/run/webserv-image-tools";

/** This process' own turn, which the lock does not tell from one that is over. */
let installing: Promise<void> | undefined;

/** Installs what is missing. @throws SetupError if images can't be built. */
export async function ensureTools(image: string): Promise<void> {
  if (process.platform !== "linux" || process.getuid?.() !== 0) {
    throw new SetupError(
      `the image ${image} can only be built on Linux as root: run \`sudo node scripts/run.cjs images ${image}\`.`,
    );
  }
  if (missingPrograms().length === 0) return;
  if (!isInPath("apt-get")) {
    throw new SetupError(
      `the image ${image} needs ${Object.keys(packageOf).join(", ")}: install them, or build it on Debian or Ubuntu.`,
    );
  }
  installing ??= withLock(LOCK, install).finally(() => {
    installing = undefined;
  });
  await installing;
}

async function install(): Promise<void> {
  // Another build may have installed them meanwhile.
  const missing = missingPrograms();
  if (missing.length === 0) return;
  // On Ubuntu, Debian's packages are trusted only with Debian's keys.
  const names = missing.map((program) => packageOf[program] ?? program);
  const packages = [...new Set([...names, "debian-archive-keyring"])];
  say(`installing ${packages.join(" ")} (to build images with)`);
  await apt("apt-get", ["-q", "update"]);
  await apt("apt-get", ["install", ...aptOptions, ...packages]);
}

function missingPrograms(): string[] {
  return Object.keys(packageOf).filter((program) => !isInPath(program));
}
