// Finds a Node that runs the TypeScript sources as they are, and fetches one from the npm registry if there is none.
import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { npm, reasonIn } from "./npm.mjs";
import { runSilently } from "./process.mjs";
import { say, SetupError } from "./words.mjs";

/** The oldest Node that strips types without being asked to. */
const OLDEST = /** @type {const} */ ([22, 18]);
const FETCHED_MAJOR = 24;

/**
 * Tells whether a Node of this version will do.
 * @param {string} version such as v22.18.0 or 22.18.0
 */
export function isRecentEnough(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, "").split(".").map(Number);
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}

/**
 * Resolves with this process' Node if it will do, else with the one fetched earlier, if it runs.
 * @param {string} cache
 * @returns {Promise<string | undefined>}
 */
export async function findNode(cache) {
  if (isRecentEnough(process.versions.node)) return process.execPath;
  return await workingNodeIn(join(cache, "node"));
}

/**
 * Fetches a Node into `cache`/node. It is put there in one move, when it has proved to run.
 * @param {string} cache
 * @returns {Promise<string>}
 */
export async function fetchNode(cache) {
  const home = join(cache, "node");
  say(`fetching Node ${FETCHED_MAJOR}, as this is ${process.version} (once, into .cache/node)`);
  await mkdir(cache, { recursive: true });
  for (const name of await readdir(cache)) {
    if (name.startsWith("node.partial-"))
      await rm(join(cache, name), { recursive: true, force: true });
  }
  const partial = join(cache, `node.partial-${process.pid}`);
  try {
    const failure = await installInto(partial);
    if (failure !== undefined) {
      throw new SetupError(
        `Node ${FETCHED_MAJOR} could not be fetched (${failure}): run \`npm install node@${FETCHED_MAJOR}\` in an empty folder to see why, or install Node ${OLDEST.join(".")} or newer from https://nodejs.org and run the command again.`,
      );
    }
    await rm(home, { recursive: true, force: true });
    await rename(partial, home);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
  const node = await workingNodeIn(home);
  if (node === undefined)
    throw new SetupError(`${home} was deleted meanwhile: run the command again.`);
  return node;
}

/**
 * Returns what went wrong, or undefined.
 * @param {string} folder
 */
async function installInto(folder) {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), '{ "private": true }\n');
  const args = ["install", "--ignore-scripts=false", "--omit=dev"];
  const first = await npm([...args, `node@${FETCHED_MAJOR}`], { cwd: folder });
  if ((await workingNodeIn(folder)) !== undefined) return undefined;
  // The package gets its program by an install script. If those may not run, the program's own package is asked for
  // by name.
  const second = await npm([...args, `${platformPackage()}@${FETCHED_MAJOR}`], { cwd: folder });
  if ((await workingNodeIn(folder)) !== undefined) return undefined;
  if (first.code === 0 || second.code === 0) return "what was fetched does not run on this machine";
  return reasonIn(first.output);
}

/** @param {string} folder */
async function workingNodeIn(folder) {
  const program = process.platform === "win32" ? "node.exe" : "node";
  const candidates = ["node", platformPackage(), join("node", "node_modules", platformPackage())]
    .map((name) => join(folder, "node_modules", name, "bin", program))
    .filter((file) => existsSync(file));
  for (const candidate of candidates) {
    try {
      const { code, output } = await runSilently(candidate, ["--version"]);
      if (code === 0 && isRecentEnough(output.trim())) return candidate;
    } catch {
      // Not executable here: another candidate may be.
    }
  }
  return undefined;
}

function platformPackage() {
  const platform = process.platform === "win32" ? "win" : process.platform;
  const prefix = process.platform === "darwin" && process.arch === "arm64" ? "node-bin" : "node";
  return `${prefix}-${platform}-${process.arch}`;
}
