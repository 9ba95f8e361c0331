// A folder of a test's own, gone when the test has ended.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { onTestFinished } from "vitest";

/** Made below `parent`, with `files` in it by their relative paths. */
export async function temporaryFolder(
  files: Readonly<Record<string, string>> = {},
  parent: string = tmpdir(),
): Promise<string> {
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, "webserv-test-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await write(folder, files);
  return folder;
}

export async function write(
  folder: string,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}
