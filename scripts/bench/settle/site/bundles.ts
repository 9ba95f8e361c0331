// Builds the pages' scripts, one for each framework, as their own authors would.
import { join } from "node:path";

import { bundle } from "../../../../test/support/pages/page-bundle.ts";

export const viewNames = ["plain", "react", "vue", "svelte", "solid", "angular"] as const;
export type ViewName = (typeof viewNames)[number];

const PAGE = join(import.meta.dirname, "..", "page");

/** @param views the wanted ones, since each takes a second or two */
export async function buildViews(views: readonly ViewName[]): Promise<Map<ViewName, string>> {
  const bundles = new Map<ViewName, string>();
  for (const view of views)
    bundles.set(view, await bundle(join(PAGE, "entries", `${view}.ts`), PAGE));
  return bundles;
}

/** Builds the page by which hooks are weighed. */
export async function buildLoad(): Promise<string> {
  return await bundle(join(PAGE, "load.ts"), PAGE);
}
