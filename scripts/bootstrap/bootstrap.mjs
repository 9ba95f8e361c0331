// Sets the checkout up as far as any Node ≥ 18 can, then goes on in scripts/main.ts under a Node that runs it.
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { dependenciesAreInstalled, installDependencies } from "./dependencies.mjs";
import { withLock } from "./lock.mjs";
import { fetchNode, findNode } from "./node-runtime.mjs";
import { run } from "./process.mjs";
import { say, SetupError } from "./words.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const cache = join(root, ".cache");

/** @param {string[]} argv the command and its arguments */
export async function bootstrap(argv) {
  try {
    await setUpAndRun(argv);
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    say(error.message);
    process.exitCode = 1;
  }
}

/** @param {string[]} argv */
async function setUpAndRun(argv) {
  let node = await findNode(cache);
  if (node === undefined || !(await dependenciesAreInstalled(root))) {
    node = await withLock(cache, async () => {
      // Another process may have done it while this one waited for the lock.
      const fit = (await findNode(cache)) ?? (await fetchNode(cache));
      if (!(await dependenciesAreInstalled(root))) await installDependencies(root, fit);
      return fit;
    });
  }
  const main = join(root, "scripts", "main.ts");
  if (node === process.execPath) {
    process.argv = [node, main, ...argv];
    await import(pathToFileURL(main).href);
  } else {
    process.exitCode = await run(node, [main, ...argv]);
  }
}
