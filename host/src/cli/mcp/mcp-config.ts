// Makes the entries by which MCP clients run `webserv mcp`, and writes them into the clients' own files.
import {
  lstat,
  mkdir,
  readFile,
  readlink,
  realpath,
  rename,
  stat,
  writeFile,
} from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";

import { namingPathOf } from "../../file-path-named.ts";
import { jsonText, tomlText, unusable, withJsonEntry, withTomlEntry } from "./mcp-entry.ts";
import type { EntryOptions, JsonSection } from "./mcp-entry.ts";

/** The most characters that a client's settings file may have. */
const MAX_FILE_CHARACTERS = 4 * 1024 * 1024;
/** The most links that are followed; the kernel follows as many. */
const MAX_LINKS = 40;

interface Client extends JsonSection {
  /** Returns the client's own file, for this user. */
  readonly file: (home: string) => string;
  readonly form: "json" | "toml";
}

/** Places and forms come from each client's own documentation of MCP servers. */
const clients = {
  "claude-code": {
    file: (home) => join(named("CLAUDE_CONFIG_DIR") ?? home, ".claude.json"),
    form: "json",
    key: "mcpServers",
  },
  "claude-desktop": {
    file: (home) => join(settingsFolder(home), "Claude", "claude_desktop_config.json"),
    form: "json",
    key: "mcpServers",
  },
  codex: {
    file: (home) => join(named("CODEX_HOME") ?? join(home, ".codex"), "config.toml"),
    form: "toml",
    key: "mcpServers",
  },
  cursor: { file: (home) => join(home, ".cursor", "mcp.json"), form: "json", key: "mcpServers" },
  vscode: {
    file: (home) => join(settingsFolder(home), "Code", "User", "mcp.json"),
    form: "json",
    key: "servers",
  },
  gemini: {
    file: (home) => join(home, ".gemini", "settings.json"),
    form: "json",
    key: "mcpServers",
  },
} as const satisfies Record<string, Client>;
export type ClientName = keyof typeof clients;

export const clientNames = Object.keys(clients).filter(isClientName);

export function isClientName(name: string): name is ClientName {
  return Object.hasOwn(clients, name);
}

/** Returns the client's file, and the text that has to stand in it. */
export function mcpEntry(
  name: ClientName,
  options: EntryOptions = {},
): { readonly file: string; readonly text: string } {
  const client = clients[name];
  const text = client.form === "toml" ? tomlText(options) : jsonText(client, options);
  return { file: client.file(homedir()), text };
}

/**
 * Puts the entry into the client's file, or into `file`; all else there stays as it is. Returns the
 * file's path.
 * @throws WebservError `invalid-params` if the file is not what the client reads.
 */
export async function writeEntry(
  name: ClientName,
  file?: string,
  options: EntryOptions = {},
): Promise<string> {
  const client = clients[name];
  const path = file ?? client.file(homedir());
  // Some people keep such files elsewhere, behind a link: the link stays.
  const real = await linkEnd(path);
  const before = await readFile(real, "utf8").catch(absent(""));
  if (before.length > MAX_FILE_CHARACTERS) {
    throw unusable(path, `it has ${before.length} characters, more than any file of settings`);
  }
  const after =
    client.form === "toml"
      ? withTomlEntry(before, path, options)
      : withJsonEntry(before, client, options, path);
  if (after === before) return path;
  await mkdir(dirname(real), { recursive: true });
  const mode = await stat(real).then((stats) => stats.mode & 0o777, absent(0o600));
  // Written whole or not at all: these files hold more than our entry.
  const beside = `${real}.webserv-${process.pid}`;
  await namingPathOf(real, () => writeFile(beside, after, { mode }));
  await rename(beside, real);
  return path;
}

/** Follows the links that begin at `path`, even to a file that does not exist. */
async function linkEnd(path: string): Promise<string> {
  let end = path;
  for (let links = 0; links < MAX_LINKS; links++) {
    const isLink = await lstat(end).then((stats) => stats.isSymbolicLink(), absent(false));
    if (!isLink) return end;
    end = resolve(await realpath(dirname(end)), await readlink(end));
  }
  throw unusable(path, "its links lead in a circle");
}

/** Stands in for a file that does not exist. */
function absent<T>(instead: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === "ENOENT") return instead;
    throw error;
  };
}

/** Reads the client's own variable for its folder. */
function named(variable: "CLAUDE_CONFIG_DIR" | "CODEX_HOME"): string | undefined {
  const folder = process.env[variable];
  return folder === "" ? undefined : folder;
}

function settingsFolder(home: string): string {
  const { APPDATA, XDG_CONFIG_HOME } = process.env;
  if (process.platform === "win32") return APPDATA ?? join(home, "AppData", "Roaming");
  if (process.platform === "darwin") return join(home, "Library", "Application Support");
  return XDG_CONFIG_HOME ?? join(home, ".config");
}
