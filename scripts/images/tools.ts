// Sees to it that the programs the images are built with are there.
import { runSilently } from "../bootstrap/process.mjs";
import { say, SetupError } from "../bootstrap/words.mjs";
import { isInPath } from "../set-up/package-manager.ts";

/** Programs that a bare Debian or Ubuntu lacks, and the packages they are in. */
const packageOf: Readonly<Record<string, string>> = {
  mmdebstrap: "mmdebstrap",
  ip: "iproute2",
  strip: "binutils",
  unshare: "util-linux",
  setpriv: "util-linux",
};

/** So long apt waits for another apt. */
const LOCK_SECONDS = 300;

/** Installs what is missing. Throws SetupError where images can't be built. */
export async function ensureTools(image: string): Promise<void> {
  if (process.platform !== "linux" || process.getuid?.() !== 0) {
    throw new SetupError(
      `the image ${image} can only be built on Linux as root: run \`sudo node scripts/run.cjs images ${image}\`.`,
    );
  }
  const missing = Object.keys(packageOf).filter((program) => !isInPath(program));
  if (missing.length === 0) return;
  // On Ubuntu, Debian's packages are trusted only with Debian's keys.
  const names = missing.map((program) => packageOf[program] ?? program);
  const packages = [...new Set([...names, "debian-archive-keyring"])];
  const install = ["install", "-y", "--no-install-recommends", ...packages];
  say(`installing ${packages.join(" ")} (to build images with)`);
  for (const args of [["update"], install]) {
    await apt(args, image);
  }
}

async function apt(args: readonly string[], image: string): Promise<void> {
  if (!isInPath("apt-get")) {
    throw new SetupError(
      `the image ${image} needs ${Object.keys(packageOf).join(", ")}: install them, or build it on Debian or Ubuntu.`,
    );
  }
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const all = ["-o", `DPkg::Lock::Timeout=${LOCK_SECONDS}`, ...args];
  const { code, output } = await runSilently("apt-get", all, { env });
  if (code === 0) return;
  const reason = output.trim().split("\n").at(-1) ?? "";
  throw new SetupError(`\`apt-get ${args.join(" ")}\` ended with code ${code}: ${reason}`);
}
