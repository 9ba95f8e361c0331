// Knows the sites that can be sandboxed: those that come with WebServ and those a person imported.
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { WebservError, toWebservError } from "@webserv/shared/errors/errors.ts";

import { namingPathOf } from "../file-path-named.ts";
import type { SiteSource } from "../sandbox/backend.ts";
import { readDefinition } from "./definition.ts";

export interface SiteRegistryOptions {
  /** Definitions that come with WebServ, one JSON file each. */
  readonly shippedDir: string;
  /** The folder for imported definitions; it is made with the first one. */
  readonly importedDir: string;
}

export interface SiteRegistry {
  /** Sorted by name. */
  list(): readonly SiteSource[];
  find(name: string): SiteSource | undefined;
  /** Tells whether it comes with WebServ. */
  isShipped(name: string): boolean;
  /** Throws `unknown-site`. */
  get(name: string): SiteSource;
  /**
   * Adds a site from its definition file, or replaces an imported one of the same name, once
   * `prepare` has found it usable. Throws `invalid-site`, naming file, field and value, and what
   * `prepare` throws.
   */
  importSite<T>(
    path: string,
    prepare: (source: SiteSource) => Promise<T>,
  ): Promise<{ readonly source: SiteSource; readonly prepared: T }>;
  /** Forgets an imported site. Throws `unknown-site`, also for sites that come with WebServ. */
  removeSite(name: string): Promise<void>;
  /** Definitions that could not be read when the registry was loaded; the others are there. */
  readonly problems: readonly WebservError[];
}

export async function loadSites(options: SiteRegistryOptions): Promise<SiteRegistry> {
  const problems: WebservError[] = [];
  const shipped = await readFolder(options.shippedDir, problems);
  const imported = await readFolder(options.importedDir, problems);
  const find = (name: string): SiteSource | undefined => shipped.get(name) ?? imported.get(name);
  return {
    problems,
    find,
    isShipped: (name) => shipped.has(name),
    list: () =>
      [...new Map([...imported, ...shipped]).values()].sort((a, b) =>
        a.site.name < b.site.name ? -1 : 1,
      ),
    get(name) {
      const found = find(name);
      if (found === undefined)
        throw new WebservError("unknown-site", `no site is called "${name}"`);
      return found;
    },
    async importSite(path, prepare) {
      const source = await readDefinition(path);
      const { name } = source.site;
      if (shipped.has(name)) {
        throw new WebservError(
          "invalid-site",
          `${path}: "name" is "${name}", which is the name of a site that comes with WebServ`,
          { details: { file: path, field: "name", value: name } },
        );
      }
      const prepared = await prepare(source);
      await keep(options.importedDir, source);
      imported.set(name, source);
      return { source, prepared };
    },
    async removeSite(name) {
      if (!imported.has(name)) {
        throw new WebservError(
          "unknown-site",
          shipped.has(name)
            ? `the site "${name}" comes with WebServ and can't be removed`
            : `no imported site is called "${name}"`,
        );
      }
      await rm(join(options.importedDir, `${name}.json`), { force: true });
      imported.delete(name);
    },
  };
}

async function readFolder(dir: string, problems: WebservError[]): Promise<Map<string, SiteSource>> {
  const sources = new Map<string, SiteSource>();
  for (const file of await filesIn(dir)) {
    try {
      const source = await readDefinition(join(dir, file));
      sources.set(source.site.name, source);
    } catch (error) {
      problems.push(toWebservError(error));
    }
  }
  return sources;
}

async function filesIn(dir: string): Promise<readonly string[]> {
  try {
    return (await readdir(dir)).filter((file) => file.endsWith(".json")).sort();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}

/** Paths in the kept definition are absolute already, so that it can be read from any folder. */
async function keep(dir: string, source: SiteSource): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const file = join(dir, `${source.site.name}.json`);
  const half = `${file}.${process.pid}.half`;
  const text = `${JSON.stringify(source.site, undefined, 2)}\n`;
  await namingPathOf(file, () => writeFile(half, text, { mode: 0o600 }));
  await rename(half, file);
}
