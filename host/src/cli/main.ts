#!/usr/bin/env node
// Runs the `webserv` program.
import { keepCompiled } from "../compile-cache.ts";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(
    `webserv needs Node 22.18 or newer, this is ${process.versions.node}; in a checkout, ` +
      "`npm run webserv -- <command>` brings its own\n",
  );
  process.exit(3);
}

keepCompiled();
const { runCommandLine } = await import("./program.ts");

const interrupt = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => {
    interrupt.abort(new Error(signal));
    // A second signal ends the process at once: the listener is gone.
  });
}
// The reader of `webserv … | head` has read enough.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit();
  throw error;
});

const exitCode = await runCommandLine({ args: process.argv.slice(2), signal: interrupt.signal });
// Some platforms write to pipes in the background.
await Promise.all(
  [process.stdout, process.stderr].map(
    (stream) => new Promise<void>((resolve) => stream.write("", () => resolve())),
  ),
);
process.exit(exitCode);
