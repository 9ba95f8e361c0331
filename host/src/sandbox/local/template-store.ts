// Keeps the folders that sandboxes are copied from: one for each state that a site's source was in.
import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { lstat, readdir, readlink, rename, stat } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { pipeline } from "node:stream/promises";

import { WebservError } from "@webserv/shared/errors/errors.ts";

import type { SiteSource } from "../backend.ts";
import { copyTree, forEachEntry } from "./files/copy-tree.ts";
import { fileMarks } from "./files/file-marks.ts";
import type { FileMark } from "./files/file-marks.ts";
import { createKeyedQueue } from "../keyed-queue.ts";
import { removeTree } from "./files/remove-tree.ts";

export interface TemplateStore {
  /**
   * The template of the source as it is now, `<site>-<hash of its content>`; copies the source only if it has changed.
   * Throws `invalid-site` if the folder can't be copied.
   */
  prepare(source: SiteSource, signal: AbortSignal): Promise<string>;
  dir(template: string): string;
  has(template: string): Promise<boolean>;
  marks(template: string): Promise<ReadonlyMap<string, FileMark>>;
  /** Deletes a site's templates but its present one and those in use. */
  sweep(siteName: string, inUse: (template: string) => boolean): Promise<void>;
  /** Keeps the site's present template no longer than it is used. */
  forget(siteName: string): void;
  /** Lists the names of the sites that have templates. */
  sites(): Promise<ReadonlySet<string>>;
}

/** `halfDir` is where copies stay until they are whole; it must be on the same file system. */
export function createTemplateStore(dir: string, halfDir: string): TemplateStore {
  const queue = createKeyedQueue();
  const prints = new Map<string, { folder: string; print: string; template: string }>();
  const marks = new Map<string, Promise<ReadonlyMap<string, FileMark>>>();
  const has = async (template: string): Promise<boolean> =>
    stat(join(dir, template)).then(
      (found) => found.isDirectory(),
      () => false,
    );
  const isPresent = (template: string): boolean =>
    prints.get(siteOf(template))?.template === template;

  return {
    dir: (template) => join(dir, template),
    has,
    async prepare(source, signal) {
      const folder = folderOf(source);
      const { name } = source.site;
      return queue.run(name, signal, async () => {
        const print = await fingerprint(source, folder, signal);
        const known = prints.get(name);
        if (known?.print === print && known.folder === folder && (await has(known.template)))
          return known.template;
        const half = join(halfDir, randomUUID());
        try {
          await copyTree(folder, half, { signal, link: linkInside(source, folder) });
          if ((await fingerprint(source, folder, signal)) !== print) {
            throw invalidFolder(source, folder, "changed while it was copied; try again");
          }
          const template = `${name}-${await contentHash(half, signal)}`;
          if (!(await has(template))) await rename(half, join(dir, template));
          prints.set(name, { folder, print, template });
          return template;
        } finally {
          await removeTree(half);
        }
      });
    },
    async marks(template) {
      const known = marks.get(template) ?? fileMarks(join(dir, template));
      marks.set(template, known);
      known.catch(() => marks.delete(template));
      return known;
    },
    async sweep(siteName, inUse) {
      // This waits for `prepare` and other sweeps, which read the same folders.
      await queue.run(siteName, undefined, async () => {
        for (const template of await readdir(dir)) {
          if (siteOf(template) !== siteName || isPresent(template) || inUse(template)) continue;
          marks.delete(template);
          const doomed = join(halfDir, randomUUID());
          await rename(join(dir, template), doomed);
          await removeTree(doomed);
        }
      });
    },
    forget: (siteName) => void prints.delete(siteName),
    sites: async () => new Set((await readdir(dir)).map(siteOf)),
  };
}

function siteOf(template: string): string {
  return template.slice(0, template.lastIndexOf("-"));
}

function folderOf(source: SiteSource): string {
  const recipe = source.site.local;
  if (recipe === undefined) {
    throw new WebservError(
      "backend-unavailable",
      `the definition of the site "${source.site.name}" does not say how to run it locally`,
      { next: 'Add "local" to its definition, or use another backend.' },
    );
  }
  return resolve(source.baseDir, recipe.folder);
}

/** Changes when anything in the folder does, by what the file system tells without reading files. */
async function fingerprint(
  source: SiteSource,
  folder: string,
  signal: AbortSignal,
): Promise<string> {
  try {
    const lines: string[] = [];
    await forEachEntry(folder, signal, async (_entry, path) => {
      const { mode, size, ino, mtimeNs, ctimeNs } = await lstat(join(folder, path), {
        bigint: true,
      });
      lines.push([path, mode, size, ino, mtimeNs, ctimeNs].join("\0"));
    });
    return createHash("sha256").update(lines.sort().join("\n")).digest("hex");
  } catch (error) {
    signal.throwIfAborted();
    const why = error instanceof Error ? error.message : String(error);
    throw invalidFolder(source, folder, `can't be read: ${why}`, error);
  }
}

async function contentHash(folder: string, signal: AbortSignal): Promise<string> {
  const lines: string[] = [];
  await forEachEntry(folder, signal, async (entry, path) => {
    const { mode } = await lstat(join(folder, path));
    const kind = entry.isDirectory() ? "d" : entry.isSymbolicLink() ? "l" : "f";
    const content =
      kind === "d"
        ? ""
        : kind === "l"
          ? await readlink(join(folder, path))
          : await fileHash(join(folder, path), signal);
    lines.push([path, kind, mode & 0o111, content].join("\0"));
  });
  return createHash("sha256").update(lines.sort().join("\n")).digest("hex").slice(0, 16);
}

async function fileHash(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash, { signal });
  return hash.digest("hex");
}

/** A link that leads out of the folder would let every copy write to the same place. */
function linkInside(source: SiteSource, folder: string) {
  return (path: string, target: string): string => {
    const absolute = resolve(dirname(path), target);
    const inside = relative(folder, absolute);
    if (inside === ".." || inside.startsWith(`..${sep}`) || isAbsolute(inside)) {
      throw invalidFolder(source, folder, `holds the link ${path} to ${target}, outside of it`);
    }
    return isAbsolute(target) ? relative(dirname(path), absolute) || "." : target;
  };
}

function invalidFolder(
  source: SiteSource,
  folder: string,
  what: string,
  cause?: unknown,
): WebservError {
  return new WebservError(
    "invalid-site",
    `site "${source.site.name}": "local.folder" is "${folder}", which ${what}`,
    {
      next: "Build the site, or correct the folder in its definition.",
      details: { site: source.site.name, field: "local.folder", value: folder },
      cause,
    },
  );
}
