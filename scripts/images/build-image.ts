// Builds an image from packages alone, as a Docker archive, unless it is in the cache already.
import { existsSync } from "node:fs";
import { mkdir, readdir, readlink, rename, rm, symlink } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";

import { withLock } from "../bootstrap/lock.mjs";
import { SetupError } from "../bootstrap/words.mjs";
import { hashOf } from "../set-up/source-hash.ts";
import { writeDockerArchive } from "./docker-archive.ts";
import { privately } from "./private-root.ts";
import type { Recipe } from "./recipe.ts";
import { recipes } from "./recipes.ts";
import { layOver, makeRootFileSystem } from "./root-file-system.ts";
import { ensureTools } from "./tools.ts";

export interface BuildOptions {
  /** The folder of the archives; if left out, $WEBSERV_IMAGES_DIR, else .cache/images of this checkout. */
  readonly cacheDir?: string;
  readonly log?: (text: string) => void;
  readonly signal?: AbortSignal;
}

const repository = dirname(dirname(import.meta.dirname));

/** Lists the files that every image depends on beside its own folder. */
const builder = ["docker-archive.ts", "root-file-system.ts"];

/**
 * Resolves with the path of the image's archive, such as .cache/images/nginx-0123456789ab.tar. It needs root, Linux and
 * Debian's packages only if it has to be built. @throws SetupError.
 */
export async function buildImage(name: string, options: BuildOptions = {}): Promise<string> {
  const recipe = recipes.find((candidate) => candidate.name === name);
  if (recipe === undefined) {
    const names = recipes.map((candidate) => candidate.name).join(", ");
    throw new SetupError(`there is no recipe for an image "${name}": use ${names}.`);
  }
  const cacheDir = resolve(options.cacheDir ?? defaultCacheDir());
  const file = join(cacheDir, await archiveName(name));
  const link = join(cacheDir, `${name}.tar`);
  if (existsSync(file) && (await pointsTo(link, file))) return file;
  return await withLock(join(cacheDir, "locks", name), async () => {
    if (!existsSync(file)) {
      await sweep(cacheDir, name);
      await build(recipe, file, options);
    }
    await point(link, file);
    return file;
  });
}

async function pointsTo(link: string, file: string): Promise<boolean> {
  return (await readlink(link).catch(() => undefined)) === basename(file);
}

/** Makes `link`, the name that sites' definitions know, point to the archive. */
async function point(link: string, file: string): Promise<void> {
  await rm(`${link}.half`, { force: true });
  await symlink(basename(file), `${link}.half`);
  await rename(`${link}.half`, link);
}

export function defaultCacheDir(): string {
  return process.env["WEBSERV_IMAGES_DIR"] ?? join(repository, ".cache", "images");
}

/** Names the content by what it is made from, so that a changed recipe is another file. */
async function archiveName(name: string): Promise<string> {
  const sources = [name, ...builder].map((source) => `scripts/images/${source}`);
  return `${name}-${(await hashOf(repository, sources)).slice(0, 12)}.tar`;
}

/** Deletes what an interrupted build left, and archives of earlier recipes. */
async function sweep(cacheDir: string, name: string): Promise<void> {
  const ofImage = new RegExp(String.raw`^${name}-([0-9a-f]{12}\.tar|partial)$`);
  for (const found of await readdir(cacheDir)) {
    if (ofImage.test(found)) await rm(join(cacheDir, found), { recursive: true, force: true });
  }
}

/** Builds the archive; only the last step, a rename, makes it appear under its name. */
async function build(recipe: Recipe, file: string, options: BuildOptions): Promise<void> {
  const { log = () => undefined, signal = new AbortController().signal } = options;
  const cacheDir = dirname(file);
  const partial = join(cacheDir, `${recipe.name}-partial`);
  const logFile = join(cacheDir, `${recipe.name}.log`);
  const root = join(partial, "root");
  const startedAt = performance.now();
  const say = (text: string): void => log(`image ${recipe.name}: ${text}`);
  await rm(logFile, { force: true });
  try {
    await mkdir(join(partial, "scratch"), { recursive: true });
    signal.throwIfAborted();
    await ensureTools(recipe.name);
    const run = privately(logFile, signal);
    const folder = join(import.meta.dirname, recipe.name);
    say(`Debian's packages (${recipe.packages.join(" ")})`);
    await makeRootFileSystem(root, recipe.packages, run);
    if (existsSync(join(folder, "root"))) await layOver(root, join(folder, "root"));
    if (existsSync(join(folder, "build")))
      await layOver(join(root, ".build"), join(folder, "build"));
    const scratch = join(partial, "scratch");
    await recipe.build?.({ root, recipe: folder, scratch, run, say, signal });
    await rm(join(root, ".build"), { recursive: true, force: true });
    say("archive");
    const archive = join(partial, "archive.tar");
    const tag = `webserv/${recipe.name}:latest`;
    await writeDockerArchive({ file: archive, root, tag, config: recipe.config, signal });
    await rename(archive, file);
    say(`${file}, built in ${Math.round((performance.now() - startedAt) / 1000)} s`);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}
