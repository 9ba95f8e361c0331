// Notes each Node program that starts, preloaded into them, and holds daemons back while a file says so.
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const FOLDER = "WEBSERV_TEST_STARTS";
const DAEMON = join("dist", "daemon.js");

const folder = process.env[FOLDER];
const program = process.argv[1] ?? "";
if (folder !== undefined && program.endsWith(DAEMON)) {
  appendFileSync(join(folder, "started"), `${process.pid}\n`);
  while (existsSync(join(folder, "hold"))) await delay(10);
}

/** Returns the environment of a program for the daemons it starts to be noted in `folder`. */
export function notingDaemons(folder: string): Readonly<Record<string, string>> {
  return { [FOLDER]: folder, NODE_OPTIONS: `--import=${fileURLToPath(import.meta.url)}` };
}

/** Returns the file that holds daemons back before they do anything, as long as it is there. */
export function holdFile(folder: string): string {
  return join(folder, "hold");
}

/** Returns the processes of daemons that have started, in order. */
export function startedDaemons(folder: string): readonly number[] {
  const file = join(folder, "started");
  return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n").map(Number) : [];
}
