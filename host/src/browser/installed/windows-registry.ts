// Reads and writes the keys where Windows browsers look for native manifests, below HKEY_CURRENT_USER.
import { NATIVE_HOST } from "@webserv/shared/protocol/extension-id.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import type { BrowserFamily } from "./browser-catalogue.ts";

const folders: Readonly<Record<BrowserFamily, readonly string[]>> = {
  chrome: ["Software\\Google\\Chrome"],
  chromium: ["Software\\Chromium"],
  edge: ["Software\\Microsoft\\Edge"],
  // Versions of Brave differ in whether they read their own key or Chrome's.
  brave: ["Software\\BraveSoftware\\Brave-Browser", "Software\\Google\\Chrome"],
};

/** Returns the keys whose default value names the manifest of our native host. */
export function registryKeys(family: BrowserFamily): string[] {
  return folders[family].map((folder) => `HKCU\\${folder}\\NativeMessagingHosts\\${NATIVE_HOST}`);
}

export async function setRegistryKey(key: string, manifestFile: string): Promise<void> {
  await reg(["add", key, "/ve", "/t", "REG_SZ", "/d", manifestFile, "/f"]);
}

/** Returns undefined if the key does not exist. */
export async function readRegistryKey(key: string): Promise<string | undefined> {
  const { stdout, failed } = await runReg(["query", key, "/ve"]);
  return failed ? undefined : /REG_SZ\s+(.*\S)/.exec(stdout)?.[1];
}

export async function deleteRegistryKey(key: string): Promise<void> {
  if ((await readRegistryKey(key)) !== undefined) await reg(["delete", key, "/f"]);
}

async function reg(args: readonly string[]): Promise<void> {
  const { failed, stderr } = await runReg(args);
  if (failed) {
    throw new WebservError("internal", `reg.exe ${args.slice(0, 2).join(" ")} failed: ${stderr}`, {
      next: "Run it by hand to see why the registry refuses.",
    });
  }
}

async function runReg(
  args: readonly string[],
): Promise<{ stdout: string; stderr: string; failed: boolean }> {
  // This is loaded only here: every daemon has this file, and few have Windows.
  const { execa } = await import("execa");
  return await execa("reg.exe", args, { reject: false });
}
