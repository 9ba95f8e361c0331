// Registers WebServ with a person's own browsers, records what was written, and removes exactly that again.
import { existsSync } from "node:fs";
import { cp, mkdir, readFile, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import * as z from "zod/mini";

import { WebservError } from "@webserv/shared/errors/errors.ts";

import { namingPathOf } from "../../file-path-named.ts";
import { extensionDir } from "../../paths.ts";
import type { InstalledBrowser } from "./find-browser.ts";
import {
  launcherName,
  MANIFEST_FILE,
  MANIFESTS_FOLDER,
  nativeProgram,
  readManifest,
  writeNativeHost,
} from "./native-manifest.ts";
import {
  deleteRegistryKey,
  readRegistryKey,
  registryKeys,
  setRegistryKey,
} from "./windows-registry.ts";

const installRecord = z.object({
  /** Manifests and the launcher. */
  files: z.array(z.string()),
  /** Folders that did not exist before, outermost first. */
  folders: z.array(z.string()),
  /** Keys of the Windows registry. */
  keys: z.array(z.string()),
});
type InstallRecord = z.infer<typeof installRecord>;

export interface Installation {
  /** The places to which the manifest of each browser was written: files, or registry keys on Windows. */
  readonly manifests: readonly { readonly browser: InstalledBrowser; readonly places: string[] }[];
  readonly launcherFile: string;
  /** The folder for "Load unpacked". */
  readonly extension: string;
}

/** Returns where the parts of an installation are, below WEBSERV_HOME. */
export function installPaths(home: string): {
  recordFile: string;
  launcherFile: string;
  sharedManifestFile: string;
  extension: string;
} {
  return {
    recordFile: join(home, "install.json"),
    launcherFile: join(home, "native", launcherName()),
    sharedManifestFile: join(home, "native", MANIFEST_FILE),
    extension: join(home, "extension"),
  };
}

/** Returns the browser's own manifest file, on Linux and macOS. */
export function manifestFileOf(browser: Pick<InstalledBrowser, "userDataDir">): string {
  return join(browser.userDataDir, MANIFESTS_FOLDER, MANIFEST_FILE);
}

/** Idempotent: what exists already is written anew and recorded once. */
export async function installFor(
  browsers: readonly InstalledBrowser[],
  home: string,
): Promise<Installation> {
  const { recordFile, launcherFile, sharedManifestFile, extension } = installPaths(home);
  const record = await readRecord(recordFile);
  const settings = { node: process.execPath, program: nativeProgram(), home };
  const manifests: Installation["manifests"][number][] = [];
  for (const browser of browsers) {
    const onWindows = process.platform === "win32";
    const manifestFile = onWindows ? sharedManifestFile : manifestFileOf(browser);
    // The folders are recorded before they are made, so that an install that is cut short can still be undone.
    record.folders.push(
      ...missingFolders(dirname(launcherFile)),
      ...missingFolders(dirname(manifestFile)),
    );
    record.files.push(launcherFile, manifestFile);
    const keys = onWindows ? registryKeys(browser.family) : [];
    record.keys.push(...keys);
    await writeRecord(recordFile, record);
    await writeNativeHost({ manifestFile, launcherFile }, settings);
    for (const key of keys) await setRegistryKey(key, manifestFile);
    manifests.push({ browser, places: onWindows ? keys : [manifestFile] });
  }
  await copyExtension(extension);
  return { manifests, launcherFile, extension };
}

export interface Removal {
  readonly removed: readonly string[];
  /** Files and keys that install wrote and somebody else has changed since. */
  readonly left: readonly string[];
}

/** Removes what `installFor` wrote; what has become another program's stays. */
export async function uninstall(home: string): Promise<Removal> {
  const { recordFile, launcherFile, extension } = installPaths(home);
  const record = await readRecord(recordFile);
  const removed: string[] = [];
  const left: string[] = [];
  for (const key of record.keys) {
    const manifest = await readRegistryKey(key);
    if (manifest === undefined) continue;
    if (record.files.includes(manifest)) {
      await deleteRegistryKey(key);
      removed.push(key);
    } else left.push(key);
  }
  for (const file of record.files) {
    if (!existsSync(file)) continue;
    if (file === launcherFile || (await readManifest(file))?.path === launcherFile) {
      await rm(file);
      removed.push(file);
    } else left.push(file);
  }
  if (existsSync(extension)) {
    await rm(extension, { recursive: true });
    removed.push(extension);
  }
  await rm(recordFile, { force: true });
  for (const folder of record.folders.toReversed()) {
    // Others may have put something in meanwhile.
    await rmdir(folder).then(
      () => removed.push(folder),
      () => {},
    );
  }
  return { removed, left };
}

async function copyExtension(folder: string): Promise<void> {
  if (!existsSync(join(extensionDir, "manifest.json"))) {
    throw new WebservError("internal", `the extension is not built: ${extensionDir} is missing`, {
      next: "Run `npm run build`.",
    });
  }
  const fresh = `${folder}.new`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
  await cp(extensionDir, fresh, { recursive: true });
  await rm(folder, { recursive: true, force: true });
  await rename(fresh, folder);
}

/** Returns the folders on `folder`'s path that do not exist, outermost first. */
function missingFolders(folder: string): string[] {
  if (existsSync(folder)) return [];
  return [...missingFolders(dirname(folder)), folder];
}

async function readRecord(file: string): Promise<InstallRecord> {
  try {
    return installRecord.parse(JSON.parse(await readFile(file, "utf8")));
  } catch {
    return { files: [], folders: [], keys: [] };
  }
}

async function writeRecord(file: string, record: InstallRecord): Promise<void> {
  record.files = [...new Set(record.files)];
  record.folders = [...new Set(record.folders)];
  record.keys = [...new Set(record.keys)];
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const text = `${JSON.stringify(record, null, 2)}\n`;
  await namingPathOf(file, () => writeFile(file, text, { mode: 0o600 }));
}
