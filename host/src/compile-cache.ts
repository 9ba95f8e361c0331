// Keeps what Node compiles of a program: half of what a short command, or a daemon's start, takes.
import module from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";

/**
 * What is imported from here on is compiled once and kept. Not in the temporary folder that Node
 * would take: others may write there, and this is code.
 */
export function keepCompiled(): void {
  module.enableCompileCache(
    join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "webserv"),
  );
}

/** Writes it now, and not only at an orderly end. */
export function writeCompiled(): void {
  module.flushCompileCache();
}
