// The pages' scripts, one for each framework, built as their own authors would build them.
import { join } from "node:path";

import { compile } from "svelte/compiler";
import type { Plugin } from "vite";
import { build } from "vite";

export const viewNames = ["plain", "react", "vue", "svelte", "solid", "angular"] as const;
export type ViewName = (typeof viewNames)[number];

const ENTRIES = join(import.meta.dirname, "page", "entries");

/** @param views those that are wanted, since each takes a second or two */
export async function buildViews(views: readonly ViewName[]): Promise<Map<ViewName, string>> {
  const bundles = new Map<ViewName, string>();
  for (const view of views) bundles.set(view, await buildView(view));
  return bundles;
}

async function buildView(view: ViewName): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "error",
    root: ENTRIES,
    plugins: [svelte],
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    build: {
      write: false,
      target: "chrome125",
      lib: { entry: join(ENTRIES, `${view}.ts`), formats: ["es"], fileName: view },
    },
  });
  const outputs = Array.isArray(built) ? built : [built];
  const [chunk] = outputs.flatMap((each) => ("output" in each ? each.output : []));
  if (chunk?.type !== "chunk") throw new Error(`no code came of the view "${view}"`);
  return chunk.code;
}

const svelte: Plugin = {
  name: "svelte",
  transform(code, id) {
    if (!id.endsWith(".svelte")) return null;
    return { code: compile(code, { filename: id, generate: "client" }).js.code, map: null };
  },
};
