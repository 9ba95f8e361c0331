// Keeps node_modules as the lockfile says.
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { npm, reasonIn } from "./npm.mjs";
import { say, SetupError } from "./words.mjs";

/**
 * @typedef {object} LockEntry
 * @property {string} [version]
 * @property {string} [integrity]
 * @property {boolean} [optional]
 * @property {boolean} [link]
 * @property {string[]} [os]
 * @property {string[]} [cpu]
 * @property {string[]} [libc]
 * @typedef {{ packages: Record<string, LockEntry> }} Lockfile
 */

/**
 * Tells whether the last install was finished and was of this lockfile. npm writes its own record as the last thing of
 * an install, so an interrupted one has none.
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
 * Tells whether everything `wanted` is `installed`, except for binaries of other machines and other optional packages.
 * @param {Lockfile} wanted
 * @param {Lockfile} installed
 */
export function agrees(wanted, installed) {
  return Object.entries(wanted.packages).every(([path, entry]) => {
    if (path === "") return true;
    const found = installed.packages[path];
    if (found === undefined) return entry.optional === true && !isBinaryFor(entry, thisMachine);
    return found.version === entry.version && found.integrity === entry.integrity;
  });
}

const thisMachine = {
  os: process.platform,
  cpu: process.arch,
  get libc() {
    if (process.platform !== "linux" || process.report === undefined) return undefined;
    const report = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (
      /** @type {unknown} */ (process.report.getReport())
    );
    return report.header.glibcVersionRuntime === undefined ? "musl" : "glibc";
  },
};

/**
 * Tells whether the entry is a binary for this machine. npm silently leaves out an optional package that it
 * considers unfit, and then the tools whose binary it was do not start.
 * @param {LockEntry} entry
 * @param {{ os: string, cpu: string, readonly libc: string | undefined }} machine
 */
export function isBinaryFor({ os, cpu, libc }, machine) {
  return (
    os !== undefined &&
    cpu !== undefined &&
    os.includes(machine.os) &&
    cpu.includes(machine.cpu) &&
    (libc === undefined || machine.libc === undefined || libc.includes(machine.libc))
  );
}

/**
 * @param {string} root
 * @param {string} node what npm runs under: with an older one it leaves out packages that need a newer
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
