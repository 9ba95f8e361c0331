// Owns a local backend as a process to be killed by a test or by itself: it makes sandboxes and then waits.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { counterSite, localBackend, patience } from "./counter-site.ts";
import { childrenWith } from "../programs/processes.ts";

const [dir = "", mode = "ready"] = process.argv.slice(2);
const backend = localBackend(dir);
const source = counterSite({ env: { FORK: "1", IGNORE_SIGTERM: "1" } });

if (mode === "ready") {
  const sandboxes = await Promise.all(
    ["one", "two"].map(async (sandboxId) => backend.create({ source, sandboxId }, patience())),
  );
  await backend.checkpoint("one", "kept", patience());
  await fetch(`${backend.get("one").origin}/add`);
  await backend.branch("one", { newSandboxId: "three" }, patience());
  console.log(JSON.stringify(sandboxes));
} else if (mode === "paused") {
  const sandbox = await backend.create({ source, sandboxId: "one" }, patience());
  // The file is large, so that the copy takes long enough to be killed during it.
  await fetch(`${sandbox.origin}/disk?n=800`);
  console.log("copying");
  const servers = await childrenWith(process.pid, process.execPath);
  const copied = backend.checkpoint("one", "half", patience());
  // By the time that another process saw it, the copy could be over.
  setInterval(() => {
    const isCopying = existsSync(join(dir, "sandboxes/one/checkpoint-half.half"));
    if (isCopying && servers.some((pid) => isPaused(pid))) process.kill(process.pid, "SIGKILL");
  }, 1);
  await copied;
  process.exit(1);
} else {
  const slow = counterSite({ env: { START_DELAY_MS: "60000" } });
  console.log("starting");
  await backend.create({ source: slow, sandboxId: "slow" }, patience());
}
setInterval(() => undefined, 1000);

function isPaused(pid: number): boolean {
  return /^State:\s+T/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
}
