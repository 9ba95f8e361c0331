// Bundles the script of a page that is made with a framework, as its own authors would.
import { join } from "node:path";

import { compile } from "svelte/compiler";
import type { Plugin } from "vite";
import { build } from "vite";

/** @returns the code of `app.js` in `folder` with all that it imports, for production */
export async function bundlePage(folder: string): Promise<string> {
  return await bundle(join(folder, "app.js"), folder);
}

/** @returns the code of `entry` with all that it imports, for production */
export async function bundle(entry: string, folder: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "error",
    root: folder,
    plugins: [svelte],
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    build: {
      write: false,
      target: "chrome125",
      lib: { entry, formats: ["es"], fileName: "bundle" },
    },
  });
  const outputs = Array.isArray(built) ? built : [built];
  const [chunk] = outputs.flatMap((each) => ("output" in each ? each.output : []));
  if (chunk?.type !== "chunk") throw new Error(`no code came of ${entry}`);
  return chunk.code;
}

const svelte: Plugin = {
  name: "svelte",
  transform(code, id) {
    if (!id.endsWith(".svelte")) return null;
    return { code: compile(code, { filename: id, generate: "client" }).js.code, map: null };
  },
};
