// Copies the built extension so that it leaves the pages of one host alone, for a comparison within one browser.
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import * as z from "zod/mini";

import { extensionDir } from "../../../../host/src/paths.ts";

const manifestOf = z.looseObject({ content_scripts: z.array(z.looseObject({})) });

/** Resolves with its folder, which is there until it is disposed of. */
export async function extensionSparing(
  host: string,
): Promise<AsyncDisposable & { readonly folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), "webserv-sparing-extension-"));
  await cp(extensionDir, folder, { recursive: true });
  const file = join(folder, "manifest.json");
  const manifest = z.parse(manifestOf, JSON.parse(await readFile(file, "utf8")));
  const content_scripts = manifest.content_scripts.map((script) => ({
    ...script,
    exclude_matches: [`http://${host}/*`],
  }));
  await writeFile(file, JSON.stringify({ ...manifest, content_scripts }));
  return {
    folder,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
