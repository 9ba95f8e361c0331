// Builds an extension of nothing but our content and page scripts, to test them without the rest.
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { build } from "vite";

const sources = fileURLToPath(new URL("../../extension/src/", import.meta.url));

/**
 * @param content entry of another content script than ours
 * @returns the folder of the built extension, to be removed by the caller
 */
export async function buildContentExtension(
  content: string = join(sources, "content", "main.iife.ts"),
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "webserv-content-"));
  const entries = { page: join(sources, "page", "main.iife.ts"), content };
  for (const [name, entry] of Object.entries(entries)) {
    await build({
      configFile: false,
      logLevel: "error",
      build: {
        target: "chrome125",
        outDir: folder,
        emptyOutDir: false,
        minify: false,
        lib: {
          entry,
          formats: ["iife"],
          name,
          fileName: () => `${name}.js`,
        },
      },
    });
  }
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
