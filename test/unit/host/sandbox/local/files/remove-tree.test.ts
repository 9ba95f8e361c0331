import { chmod, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { removeTree } from "@webserv/host/src/sandbox/local/files/remove-tree.ts";

/** Modes mean nothing to root. */
async function unprivileged(work: () => Promise<void>): Promise<void> {
  if (process.getuid?.() !== 0) return work();
  process.seteuid?.(65_534);
  try {
    await work();
  } finally {
    process.seteuid?.(0);
  }
}

test("folders a site made read-only, or hid, are deleted too, and nothing a link leads to", async () => {
  await unprivileged(async () => {
    const dir = await mkdtemp(join(tmpdir(), "webserv-remove-"));
    await mkdir(join(dir, "kept"), { mode: 0o700 });
    await writeFile(join(dir, "kept", "file"), "");
    await mkdir(join(dir, "doomed", "cache", "module"), { recursive: true });
    await writeFile(join(dir, "doomed", "cache", "module", "file"), "", { mode: 0o400 });
    await mkdir(join(dir, "doomed", "hidden"));
    await symlink(join(dir, "kept"), join(dir, "doomed", "link"));
    await chmod(join(dir, "doomed", "cache", "module"), 0o555);
    await chmod(join(dir, "doomed", "cache"), 0o555);
    await chmod(join(dir, "doomed", "hidden"), 0);
    await removeTree(join(dir, "doomed"));
    await removeTree(join(dir, "never-was"));
    expect(await readdir(dir)).toEqual(["kept"]);
    expect(await readdir(join(dir, "kept"))).toEqual(["file"]);
    await rm(dir, { recursive: true });
  });
});
