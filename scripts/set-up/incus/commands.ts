// Runs the machine's own programs, and reports their output if they fail.
import { spawn } from "node:child_process";
import { access } from "node:fs/promises";

import { SetupError } from "../../bootstrap/words.mjs";

const LAST_LINES = 6;

export interface CommandOptions {
  readonly input?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
}

/** Resolves with what the program printed to stdout. @throws SetupError if it can't be started or fails. */
export async function command(
  program: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<string> {
  const { code, stdout, stderr } = await attempt(program, args, options);
  if (code === 0) return stdout;
  throw commandFailure(program, args, code, stdout, stderr);
}

/** Names the command and its last words. */
export function commandFailure(
  program: string,
  args: readonly string[],
  code: number,
  stdout: string,
  stderr: string,
): SetupError {
  const words = `${stdout}\n${stderr}`.trim().split("\n").slice(-LAST_LINES).join("\n");
  const line = [program, ...args].join(" ");
  return new SetupError(`\`${line}\` ended with code ${code}:\n${words}`);
}

/** Runs a program as `command` does, but a failure is an answer: code 127 if there is no such program. */
export function attempt(
  program: string,
  args: readonly string[],
  { input, env, cwd }: CommandOptions = {},
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      stdio: ["pipe", "pipe", "pipe"],
      env: { ...process.env, PATH: systemPath(), LC_ALL: "C.UTF-8", ...env },
      ...(cwd === undefined ? {} : { cwd }),
    });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text) => (stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text) => (stderr += text));
    child.once("error", (error) => {
      if ("code" in error && error.code === "ENOENT") {
        resolve({ code: 127, stdout, stderr: `${program} is not installed` });
      } else reject(error);
    });
    child.once("close", (code) => resolve({ code: code ?? 1, stdout, stderr }));
    // A program that ends without reading its input is reported by its exit code.
    child.stdin.on("error", () => {});
    child.stdin.end(input);
  });
}

export async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}

/** Returns the PATH of root, also if a user's own PATH lacks the sbin folders. */
function systemPath(): string {
  return `${process.env["PATH"] ?? ""}:/usr/local/sbin:/usr/sbin:/sbin:/usr/bin:/bin`;
}
