// Makes an extension of nothing but our content and page scripts, to test them without the rest.
import { copyFile, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { build } from "vite";

import { extensionDir } from "@webserv/host/src/paths.ts";

/** The page script of the built extension. */
const PAGE_SCRIPT = join(extensionDir, "src", "page", "main.iife.js");
const CONTENT_SCRIPT = join(extensionDir, "src", "content", "main.iife.js");

/**
 * @param content the entry of another content script than ours
 * @returns the folder of the extension, to be removed by the caller
 */
export async function makeContentExtension(content?: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "webserv-content-"));
  await copyFile(PAGE_SCRIPT, join(folder, "page.js"));
  if (content === undefined) await copyFile(CONTENT_SCRIPT, join(folder, "content.js"));
  else await bundle(content, folder);
  const everyFrame = {
    matches: ["<all_urls>"],
    run_at: "document_start",
    all_frames: true,
    match_about_blank: true,
    match_origin_as_fallback: true,
  };
  await writeFile(join(folder, "worker.js"), "");
  await writeFile(
    join(folder, "manifest.json"),
    JSON.stringify({
      manifest_version: 3,
      name: "WebServ's content scripts",
      version: "1",
      permissions: ["tabs", "webNavigation"],
      host_permissions: ["<all_urls>"],
      background: { service_worker: "worker.js" },
      content_scripts: [
        { ...everyFrame, js: ["page.js"], world: "MAIN" },
        { ...everyFrame, js: ["content.js"] },
      ],
    }),
  );
  return folder;
}

async function bundle(entry: string, folder: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: "error",
    build: {
      target: "chrome125",
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      lib: { entry, formats: ["iife"], name: "content", fileName: () => "content.js" },
    },
  });
}
