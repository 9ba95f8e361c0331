// Installs one package with the machine's package manager, and reports the outcome.
import { runSilently } from "../bootstrap/process.mjs";
import { say } from "../bootstrap/words.mjs";
import type { Package, PackageManager } from "./package-manager.ts";

/** Installs as root. A failure is reported, and never thrown. */
export async function install(manager: PackageManager, wanted: Package): Promise<void> {
  const commands = manager.install(wanted);
  say(`installing ${wanted} (${commands.map((command) => command.join(" ")).join(" && ")})`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  for (const [program = "", ...args] of commands) {
    const { code, output } = await runSilently(program, args, { env });
    if (code === 0) continue;
    say(`${program} ended with code ${code} (${reasonIn(output)})`);
    return;
  }
}

/** Writes the command for a person to run. */
export function asCommand(manager: PackageManager, wanted: Package): string {
  return manager
    .install(wanted)
    .map((command) => `sudo ${command.join(" ")}`)
    .join(" && ");
}

/** Finds the line that speaks of an error, else the last one: a stack trace may follow the words. */
export function reasonIn(output: string): string {
  const lines = output.trim().split("\n");
  return (lines.find((line) => /\berror\b/i.test(line)) ?? lines.at(-1) ?? "").trim();
}
