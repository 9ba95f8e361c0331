// Starts other programs: in this one's place, or silently for what they say and how they end.
import { spawn } from "node:child_process";
import { constants } from "node:os";

/** @typedef {{ cwd?: string, env?: NodeJS.ProcessEnv, shell?: boolean }} RunOptions */

const signals = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);

/**
 * Runs a program on this process' own stdio, signals passed on; resolves with its exit code.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<number>}
 */
export async function run(program, args, options = {}) {
  const child = spawn(program, args, { ...options, stdio: "inherit" });
  return await endOf(child);
}

/**
 * Runs a program without stdin and collects what it says; resolves with its exit code and its words.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export async function runSilently(program, args, options = {}) {
  const child = spawn(program, args, {
    ...options,
    stdio: ["ignore", "pipe", "pipe"],
    windowsHide: true,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => (output += text));
  }
  const code = await endOf(child, { thenEndToo: true });
  return { code, output };
}

/**
 * @param {import("node:child_process").ChildProcess} child
 * @param {{ thenEndToo?: boolean }} [options]
 * @returns {Promise<number>}
 */
function endOf(child, { thenEndToo = false } = {}) {
  return new Promise((resolve, reject) => {
    /** @type {NodeJS.Signals | undefined} */
    let received;
    /** @param {NodeJS.Signals} signal */
    const passOn = (signal) => {
      received = signal;
      // A terminal sends Ctrl-C to the whole group: the child has it already.
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    };
    const stopListening = () => {
      for (const signal of signals) process.off(signal, passOn);
    };
    for (const signal of signals) process.on(signal, passOn);
    child.once("error", (error) => {
      stopListening();
      reject(error);
    });
    child.once("close", (code, signal) => {
      stopListening();
      if (thenEndToo && received !== undefined) process.exit(codeOf(null, received));
      resolve(codeOf(code, signal));
    });
  });
}

/**
 * Returns the exit code as a shell would report it.
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
function codeOf(code, signal) {
  return code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
}
