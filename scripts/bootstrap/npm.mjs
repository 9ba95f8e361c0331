// Runs npm: the one that started this command, if npm started it.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

import { runSilently } from "./process.mjs";

const ofCallingNpm =
  /^npm_(?:package|lifecycle|config_(?:workspaces?|prefix|local_prefix|json|silent)$)/i;

/**
 * @param {readonly string[]} args
 * @param {{ cwd: string, node?: string }} options `node`: the Node that runs npm and the packages' install scripts
 * @returns {Promise<{ code: number, output: string }>} -1 if there is no npm
 */
export async function npm(args, { cwd, node = process.execPath }) {
  // The settings that npm gave the script it started must not mislead the npm that the script starts.
  const inherited = Object.entries(process.env).filter(([name]) => !ofCallingNpm.test(name));
  const env = {
    ...Object.fromEntries(inherited),
    PATH: pathWith(dirname(node), process.env["PATH"]),
  };
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error", "--progress=false"];
  const cli = npmCli();
  try {
    return cli === undefined
      ? await runSilently("npm", [...args, ...quiet], {
          cwd,
          env,
          shell: process.platform === "win32",
        })
      : await runSilently(node, [cli, ...args, ...quiet], { cwd, env });
  } catch (error) {
    return { code: -1, output: `npm did not start: ${String(error)}` };
  }
}

/** Finds the file of npm itself, so that no shell is needed, not even on Windows. */
function npmCli() {
  const folder = dirname(process.execPath);
  return [
    process.env["npm_execpath"] ?? "",
    join(folder, "node_modules", "npm", "bin", "npm-cli.js"),
    join(folder, "..", "lib", "node_modules", "npm", "bin", "npm-cli.js"),
  ].find((file) => file.endsWith("npm-cli.js") && existsSync(file));
}

/**
 * @param {string} folder
 * @param {string | undefined} path
 */
export function pathWith(folder, path) {
  const separator = process.platform === "win32" ? ";" : ":";
  return path === undefined || path === "" ? folder : `${folder}${separator}${path}`;
}

/**
 * Finds the line of npm's output that tells most.
 * @param {string} output
 */
export function reasonIn(output) {
  const lines = output
    .split("\n")
    .map((line) => line.replace(/^npm (ERR!|error)\s*/, "").trim())
    .filter((line) => line !== "" && !line.startsWith("A complete log"));
  return lines.find((line) => !line.startsWith("code ")) ?? "npm gave no reason";
}
