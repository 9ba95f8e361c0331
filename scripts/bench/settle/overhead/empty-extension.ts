// An extension that does nothing in every page: what any extension costs is no cost of the hooks.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const everyFrame = {
  matches: ["<all_urls>"],
  all_frames: true,
  match_about_blank: true,
  run_at: "document_start",
};
const manifest = {
  manifest_version: 3,
  name: "Empty",
  version: "1",
  content_scripts: [
    { ...everyFrame, js: ["empty.js"], world: "MAIN" },
    { ...everyFrame, js: ["empty.js"], world: "ISOLATED" },
  ],
};

/** Its folder, for as long as it is not disposed of. */
export async function emptyExtension(): Promise<AsyncDisposable & { readonly folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), "webserv-empty-extension-"));
  await writeFile(join(folder, "manifest.json"), JSON.stringify(manifest));
  await writeFile(join(folder, "empty.js"), "");
  return {
    folder,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
