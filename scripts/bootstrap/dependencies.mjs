// Keeps node_modules as the lockfile says.
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { npm, reasonIn } from "./npm.mjs";
import { say, SetupError } from "./words.mjs";

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, link?: boolean }} LockEntry
 * @typedef {{ packages: Record<string, LockEntry> }} Lockfile
 */

/**
 * Whether the last install was finished and was of this lockfile. npm writes its own record as the
 * last thing of an install, so an interrupted one has none.
 * @param {string} root
 */
export async function dependenciesAreInstalled(root) {
  try {
    const [wanted, installed] = await Promise.all(
      ["package-lock.json", "node_modules/.package-lock.json"].map(
        async (file) =>
          /** @type {Lockfile} */ (JSON.parse(await readFile(join(root, file), "utf8"))),
      ),
    );
    return agrees(/** @type {Lockfile} */ (wanted), /** @type {Lockfile} */ (installed));
  } catch {
    return false;
  }
}

/**
 * Whether everything `wanted` is `installed`, but for what is optional (other platforms' binaries).
 * @param {Lockfile} wanted
 * @param {Lockfile} installed
 */
export function agrees(wanted, installed) {
  return Object.entries(wanted.packages).every(([path, entry]) => {
    if (path === "") return true;
    const found = installed.packages[path];
    if (found === undefined) return entry.optional === true;
    return found.version === entry.version && found.integrity === entry.integrity;
  });
}

/**
 * @param {string} root
 * @param {string} node the Node that packages' install scripts run under
 */
export async function installDependencies(root, node) {
  say("installing dependencies (npm ci)");
  // Development dependencies too, whatever NODE_ENV says: the build is made with them.
  const args = ["ci", "--include=dev", "--include=optional"];
  const { code, output } = await npm(args, { cwd: root, node });
  if (code !== 0) {
    throw new SetupError(
      `the dependencies could not be installed (${reasonIn(output)}): run \`npm ci\` to see why.`,
    );
  }
  if (!(await dependenciesAreInstalled(root))) {
    throw new SetupError(
      "npm ci ended well but left node_modules incomplete: run `rm -rf node_modules && npm ci`.",
    );
  }
}
