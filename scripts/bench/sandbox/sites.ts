// Loads the sites that are measured: their shipped definitions and the archives of images built here.
import { existsSync } from "node:fs";
import { join } from "node:path";

import { readDefinition } from "../../../host/src/site/definition.ts";
import { buildImage } from "../../images/build-image.ts";
import type { BenchSite } from "./engine.ts";
import type { SiteKey } from "./options.ts";

interface Kind {
  readonly label: string;
  /** The name of the image and of the definition. */
  readonly name: string;
  /** The number of counted launches, acquires, resets and branches, if no option sets it. */
  readonly rounds: number;
  /** The number of clones that are weighed. */
  readonly clones: number;
}

export const kinds: Readonly<Record<SiteKey, Kind>> = {
  small: { label: "small (nginx)", name: "nginx", rounds: 20, clones: 48 },
  wordpress: { label: "WordPress", name: "wordpress", rounds: 10, clones: 12 },
  evershop: { label: "EverShop", name: "evershop", rounds: 5, clones: 5 },
  "big-file": { label: "big file", name: "magento-like", rounds: 5, clones: 3 },
};

const root = join(import.meta.dirname, "..", "..", "..");

/** Loads a site, and builds the archive if the cache does not hold it. */
export async function loadBenchSite(
  key: SiteKey,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<BenchSite> {
  const { label, name } = kinds[key];
  const archive = await buildImage(name, { log: say, signal });
  const { site, baseDir } = await readDefinition(definitionOf(name));
  // Each part that wants a pool asks for one; elsewhere a clone must be made anew.
  const source = { site: { ...site, pool: { min: 0, max: 0 } }, baseDir };
  return { key, label, source, archive };
}

function definitionOf(name: string): string {
  // A site that is only there to be measured has its definition beside its image.
  const files = [`host/sites/${name}.json`, `scripts/images/${name}/site.json`];
  const paths = files.map((file) => join(root, file));
  const found = paths.find((path) => existsSync(path));
  if (found === undefined)
    throw new Error(`no definition of the site ${name}: no ${files.join(" and no ")}`);
  return found;
}
