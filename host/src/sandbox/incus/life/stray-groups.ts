// Clears control groups that a container left on this machine because its monitor was killed.
import { readdir, rmdir } from "node:fs/promises";
import { join } from "node:path";

const ROOT = "/sys/fs/cgroup";

/**
 * For an instance that is deleted. Its monitor would have removed them; the kernel holds memory for
 * each. Groups that are not empty, or not ours to remove, stay.
 */
export async function clearStrayGroups(
  { project, instance }: { readonly project: string; readonly instance: string },
  root = ROOT,
): Promise<void> {
  const names = ["payload", "monitor"].map((kind) => `lxc.${kind}.${project}_${instance}`);
  // Version 1 has a hierarchy for each controller, version 2 a single one.
  const hierarchies = [root, ...(await foldersIn(root))];
  await Promise.all(
    hierarchies.flatMap((folder) => names.map(async (name) => removeGroup(join(folder, name)))),
  );
}

async function removeGroup(folder: string): Promise<void> {
  // Nearly always there is none, which this finds out in one step.
  if ((await attempt(rmdir(folder))) !== "failed") return;
  for (const inner of await foldersIn(folder)) await removeGroup(inner);
  await attempt(rmdir(folder));
}

async function attempt(work: Promise<void>): Promise<"done" | "none" | "failed"> {
  try {
    await work;
    return "done";
  } catch (error) {
    const missing = error instanceof Error && "code" in error && error.code === "ENOENT";
    return missing ? "none" : "failed";
  }
}

async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((each) => each.isDirectory()).map(({ name }) => join(folder, name));
}
