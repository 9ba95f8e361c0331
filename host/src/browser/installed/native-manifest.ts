// Writes and reads what a browser needs to start the native host: the manifest and the launcher that it names.
import { chmod, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod/mini";

import { EXTENSION_ORIGIN, NATIVE_HOST } from "@webserv/shared/protocol/extension-id.ts";

import { namingPathOf } from "../../file-path-named.ts";
import { packageRoot } from "../../paths.ts";

/** Folder of the manifests inside a profile folder (Linux and macOS). */
export const MANIFESTS_FOLDER = "NativeMessagingHosts";
export const MANIFEST_FILE = `${NATIVE_HOST}.json`;

const manifestSchema = z.object({
  name: z.string(),
  description: z.string(),
  /** Absolute path of the launcher. */
  path: z.string(),
  type: z.literal("stdio"),
  allowed_origins: z.array(z.string()),
});
export type NativeManifest = z.infer<typeof manifestSchema>;

export function nativeManifest(launcher: string): NativeManifest {
  return {
    name: NATIVE_HOST,
    description: "Connects the WebServ extension with the WebServ daemon",
    path: launcher,
    type: "stdio",
    allowed_origins: [EXTENSION_ORIGIN],
  };
}

/** Returns undefined if the text is no manifest that a browser would take. */
export function parseManifest(text: string): NativeManifest | undefined {
  try {
    return manifestSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

export async function readManifest(file: string): Promise<NativeManifest | undefined> {
  try {
    return parseManifest(await readFile(file, "utf8"));
  } catch {
    return undefined;
  }
}

export interface LauncherSettings {
  /** Absolute path of Node: a browser gives its hosts a bare PATH. */
  readonly node: string;
  /** Absolute path of the native host. */
  readonly program: string;
  /** WEBSERV_HOME of the daemon it connects to. */
  readonly home: string;
  /** Set for a browser that the daemon launched. */
  readonly launchId?: string;
}

/** Writes the launcher as a script for /bin/sh. */
export function shellLauncher(settings: LauncherSettings): string {
  const environment = [`WEBSERV_HOME=${quoteForShell(settings.home)}`];
  if (settings.launchId !== undefined) {
    environment.push(`WEBSERV_LAUNCH=${quoteForShell(settings.launchId)}`);
  }
  return [
    "#!/bin/sh",
    "# Starts the native host of WebServ. Written by WebServ; rewritten at the next install or launch.",
    `export ${environment.join(" ")}`,
    `exec ${quoteForShell(settings.node)} ${quoteForShell(settings.program)} "$@"`,
    "",
  ].join("\n");
}

/**
 * Writes the launcher as a script for cmd.exe. Windows keeps one manifest per browser, not per
 * profile, so a launched browser hands WEBSERV_HOME and WEBSERV_LAUNCH down by its environment
 * instead.
 */
export function batchLauncher(settings: LauncherSettings): string {
  return [
    "@echo off",
    "rem Starts the native host of WebServ. Written by WebServ; rewritten at the next install or launch.",
    `if not defined WEBSERV_HOME set "WEBSERV_HOME=${escapeForBatch(settings.home)}"`,
    `"${escapeForBatch(settings.node)}" "${escapeForBatch(settings.program)}" %*`,
    "",
  ].join("\r\n");
}

/** Returns what a launcher starts, and for which home; undefined if the script is none of ours. */
export function readLauncher(
  script: string,
): Pick<LauncherSettings, "node" | "program" | "home"> | undefined {
  const quoted = script.startsWith("#!")
    ? [...script.matchAll(/'((?:[^']|'\\'')*)'/g)].map(([, text]) => text?.replaceAll("'\\''", "'"))
    : [
        /"WEBSERV_HOME=([^"]*)"/.exec(script)?.[1],
        ...(/^"([^"]*)" "([^"]*)" %\*/m.exec(script)?.slice(1) ?? []),
      ].map((text) => text?.replaceAll("%%", "%"));
  const [home, node, program] = [quoted[0], quoted.at(-2), quoted.at(-1)];
  if (home === undefined || node === undefined || program === undefined) return undefined;
  return quoted.length < 3 ? undefined : { home, node, program };
}

/** Returns the native host beside this file: its source if this runs from source, else the bundled program. */
export function nativeProgram(): string {
  const fromSource = fileURLToPath(import.meta.url).endsWith(".ts");
  return fromSource
    ? join(packageRoot, "host", "src", "native", "main.ts")
    : join(packageRoot, "host", "dist", "native.js");
}

export interface NativeHostFiles {
  readonly manifestFile: string;
  readonly launcherFile: string;
}

/** Writes launcher (0700) and manifest (0600); a browser never sees half of either. */
export async function writeNativeHost(
  files: NativeHostFiles,
  settings: LauncherSettings,
): Promise<void> {
  const script = process.platform === "win32" ? batchLauncher(settings) : shellLauncher(settings);
  await replaceFile(files.launcherFile, script, 0o700);
  const manifest = nativeManifest(files.launcherFile);
  await replaceFile(files.manifestFile, `${JSON.stringify(manifest, null, 2)}\n`, 0o600);
}

/** Returns the launcher's name on this platform. */
export function launcherName(platform: NodeJS.Platform = process.platform): string {
  return platform === "win32" ? "webserv-native-host.bat" : "webserv-native-host";
}

async function replaceFile(file: string, text: string, mode: number): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const fresh = `${file}.${randomUUID()}`;
  await namingPathOf(file, () => writeFile(fresh, text, { mode }));
  // The umask may have taken bits away.
  await chmod(fresh, mode);
  await rename(fresh, file);
}

function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Inside double quotes only the percent sign still means something to cmd.exe. */
function escapeForBatch(text: string): string {
  return text.replaceAll("%", "%%");
}
