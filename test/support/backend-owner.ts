// A process that owns a local backend, to be killed by a test: makes sandboxes and then waits.
import { counterSite, localBackend, patience } from "./counter-site.ts";

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
  // A large file, so that the copy takes long enough to be killed in.
  await fetch(`${sandbox.origin}/disk?n=800`);
  console.log("copying");
  await backend.checkpoint("one", "half", patience());
} else {
  const slow = counterSite({ env: { START_DELAY_MS: "60000" } });
  console.log("starting");
  await backend.create({ source: slow, sandboxId: "slow" }, patience());
}
setInterval(() => undefined, 1000);
