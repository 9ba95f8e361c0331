// The pages' scripts, one for each framework, built as their own authors would build them.
import { join } from "node:path";

import { compile } from "svelte/compiler";
import type { Plugin } from "vite";
import { build } from "vite";

export const viewNames = ["plain", "react", "vue", "svelte", "solid", "angular"] as const;
export type ViewName = (typeof viewNames)[number];

const PAGE = join(import.meta.dirname, "page");

/** @param views those that are wanted, since each takes a second or two */
export async function buildViews(views: readonly ViewName[]): Promise<Map<ViewName, string>> {
  const bundles = new Map<ViewName, string>();
  for (const view of views) bundles.set(view, await built(join(PAGE, "entries", `${view}.ts`)));
  return bundles;
}

/** The page by which hooks are weighed. */
export async function buildLoad(): Promise<string> {
  return await built(join(PAGE, "load.ts"));
}

async function built(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: "error",
    root: PAGE,
    plugins: [svelte],
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    build: {
      write: false,
      target: "chrome125",
      lib: { entry, formats: ["es"], fileName: "bundle" },
    },
  });
  const outputs = Array.isArray(result) ? result : [result];
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
