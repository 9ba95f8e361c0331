// Caches what Node compiles of a program: half of the time that a short command, or a daemon's start, takes.
import module from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";

/**
 * Modules that are imported from here on are compiled once and cached. The cache is not in the
 * temporary folder that Node would choose: others may write there, and this is code.
 */
export function keepCompiled(): void {
  module.enableCompileCache(
    join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "webserv"),
  );
}

/** Writes the cache now, and not only at an orderly end. */
export function writeCompiled(): void {
  module.flushCompileCache();
}
