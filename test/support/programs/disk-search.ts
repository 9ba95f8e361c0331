// Searches the files below a folder for texts, however they may have been written down.
import { readFile, readdir } from "node:fs/promises";
import { join, relative } from "node:path";

import { EXTENSION_ID } from "@webserv/shared/protocol/extension-id.ts";

/** Says where and in which form a text was found. */
export interface Found {
  readonly text: string;
  readonly file: string;
  readonly form: string;
}

/**
 * Searches all files except the browser's own ones: what a page keeps in a profile is between the page and its browser.
 * The search includes all that the extension stores there.
 */
export async function searchDisk(folder: string, texts: Iterable<string>): Promise<Found[]> {
  const wanted = [...texts].map((text) => ({ text, forms: formsOf(text) }));
  const found: Found[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const file = relative(folder, path).replaceAll("\\", "/");
    if (isBrowsers(file)) continue;
    // Sockets and what ends meanwhile can't be read.
    const bytes = await readFile(path).catch(() => Buffer.alloc(0));
    for (const { text, forms } of wanted) {
      for (const [form, sought] of forms) {
        if (bytes.includes(sought)) found.push({ text, file, form });
      }
    }
  }
  return found;
}

function isBrowsers(file: string): boolean {
  const inProfile = /(^|\/)(profile|profiles)\//.test(file);
  return inProfile && !file.includes(EXTENSION_ID) && !file.includes("NativeMessagingHosts");
}

function formsOf(text: string): ReadonlyMap<string, Buffer> {
  const bytes = Buffer.from(text);
  return new Map([
    ["clear", bytes],
    ["JSON", Buffer.from(JSON.stringify(text).slice(1, -1))],
    ["JSON in JSON", Buffer.from(JSON.stringify(JSON.stringify(text)).slice(3, -3))],
    ["address", Buffer.from(encodeURIComponent(text))],
    ["form", Buffer.from(new URLSearchParams([["", text]]).toString().slice(1))],
    ["hex", Buffer.from(bytes.toString("hex"))],
    ["UTF-16", Buffer.from(text, "utf16le")],
    ["reversed", Buffer.from(text.split("").toReversed().join(""))],
    ...[0, 1, 2].flatMap((offset): [string, Buffer][] => [
      [`base64 at ${offset}`, Buffer.from(innerBase64(bytes, offset, "base64"))],
      [`base64url at ${offset}`, Buffer.from(innerBase64(bytes, offset, "base64url"))],
    ]),
  ]);
}

/** Returns the characters that are the same whatever stands before and after, if `offset` bytes stand before. */
function innerBase64(bytes: Buffer, offset: number, encoding: "base64" | "base64url"): string {
  const before = Buffer.alloc(offset);
  const whole = Buffer.concat([before, bytes]);
  const from = Math.ceil((offset * 8) / 6);
  return whole.toString(encoding).slice(from, Math.floor((whole.length * 8) / 6));
}
