// Runs the second half of every npm command, under a Node that runs TypeScript: prepares what it needs and runs it.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

import { pathWith } from "./bootstrap/npm.mjs";
import { say, SetupError } from "./bootstrap/words.mjs";
import { type Command, commandFor } from "./commands.ts";
import { ensureBrowser } from "./set-up/browser.ts";
import { buildWhatIsStale } from "./set-up/builds.ts";
import { ensureDisplay } from "./set-up/display.ts";

const root = dirname(import.meta.dirname);

try {
  const [name = "", ...args] = process.argv.slice(2);
  prepareEnvironment();
  const command = await commandFor(root, name, args);
  await prepare(command);
  await start(command);
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  say(error.message);
  process.exitCode = 1;
}

/** Makes this Node, the installed tools and a browser downloaded earlier available to what a command starts. */
function prepareEnvironment(): void {
  const tools = join(root, "node_modules", ".bin");
  process.env["PATH"] = pathWith(tools, pathWith(dirname(process.execPath), process.env["PATH"]));
  const browsers = join(root, ".cache", "puppeteer");
  if (process.env["PUPPETEER_CACHE_DIR"] === undefined && existsSync(browsers)) {
    process.env["PUPPETEER_CACHE_DIR"] = browsers;
  }
}

async function prepare(command: Command): Promise<void> {
  await Promise.all([
    command.needs.includes("builds") ? buildWhatIsStale(root, command.builds) : undefined,
    prepareMachine(command),
  ]);
}

/** Prepares one thing after the other, since both may ask the package manager. */
async function prepareMachine({ needs }: Command): Promise<void> {
  if (needs.includes("browser")) await ensureBrowser(root);
  if (needs.includes("display")) await ensureDisplay(root);
}

async function start(command: Command): Promise<void> {
  if (typeof command.run === "function") {
    process.exitCode = await command.run();
    return;
  }
  // The program runs in this process, not one below it: signals, stdio and the exit code are its own.
  process.argv = [process.execPath, command.run.program, ...command.run.args];
  await import(pathToFileURL(command.run.program).href);
}
