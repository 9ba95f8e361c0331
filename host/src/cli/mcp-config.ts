// The entries by which MCP clients run `webserv mcp`, and their places in the clients' own files.
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";

import { WebservError } from "@webserv/shared/protocol/errors.ts";

import { ownProgram } from "./own-program.ts";

const NAME = "webserv";
/** A file of settings is no larger. */
const MAX_FILE_CHARACTERS = 4 * 1024 * 1024;

interface Client {
  /** Its own file, for this user. */
  readonly file: (home: string) => string;
  readonly form: "json" | "toml";
  /** Where its servers stand in a JSON file. */
  readonly key: "mcpServers" | "servers";
}

/** Places and forms after each client's own documentation of MCP servers. */
const clients = {
  "claude-code": {
    file: (home) => join(home, ".claude.json"),
    form: "json",
    key: "mcpServers",
  },
  "claude-desktop": {
    file: (home) => join(settingsFolder(home), "Claude", "claude_desktop_config.json"),
    form: "json",
    key: "mcpServers",
  },
  codex: { file: (home) => join(home, ".codex", "config.toml"), form: "toml", key: "mcpServers" },
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

/** The client's file, and what has to stand in it. */
export function mcpEntry(name: ClientName): { readonly file: string; readonly text: string } {
  const client = clients[name];
  const text =
    client.form === "toml"
      ? tomlEntry()
      : JSON.stringify({ [client.key]: { [NAME]: jsonEntry(client) } }, null, 2);
  return { file: client.file(homedir()), text };
}

/**
 * Puts the entry into the client's file, or into `file`; all else there stays as it is. Answers the
 * file's path.
 * @throws WebservError `invalid-params` where the file is not what the client reads.
 */
export async function writeEntry(name: ClientName, file?: string): Promise<string> {
  const client = clients[name];
  const path = file ?? client.file(homedir());
  const before = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  if (before.length > MAX_FILE_CHARACTERS) {
    throw unusable(path, `it has ${before.length} characters, more than any file of settings`);
  }
  const after =
    client.form === "toml" ? withTomlEntry(before, path) : withJsonEntry(before, client, path);
  if (after === before) return path;
  await mkdir(dirname(path), { recursive: true });
  // Whole or not at all: these files hold more than our entry.
  const beside = `${path}.webserv-${process.pid}`;
  await writeFile(beside, after, { mode: 0o600 });
  await rename(beside, path);
  return path;
}

/** @throws WebservError `invalid-params` where it is not plain JSON, or has something else there. */
export function withJsonEntry(before: string, { key }: Pick<Client, "key">, path: string): string {
  let settings: unknown;
  try {
    settings = before.trim() === "" ? {} : JSON.parse(before);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw unusable(path, `it is not plain JSON (${why}), and comments in it would be lost`);
  }
  if (!isRecord(settings)) throw unusable(path, "it holds no object");
  const servers = settings[key] ?? {};
  if (!isRecord(servers)) throw unusable(path, `its "${key}" is no object`);
  const entries = { ...servers, [NAME]: jsonEntry({ key }) };
  const indent = /^\{\r?\n([ \t]+)/.exec(before)?.[1] ?? "  ";
  return `${JSON.stringify({ ...settings, [key]: entries }, null, indent)}\n`;
}

/**
 * Our table, put in place of the one that is there, or at the end; nothing else is read or changed.
 * @throws WebservError `invalid-params` where the one that is there can't be told line by line.
 */
export function withTomlEntry(before: string, path: string): string {
  const lines = before.split("\n");
  const start = lines.findIndex((line) => TABLE.test(line));
  if (start === -1) {
    const gap =
      before === "" || before.endsWith("\n\n") ? "" : before.endsWith("\n") ? "\n" : "\n\n";
    return `${before}${gap}${tomlEntry()}\n`;
  }
  const length = lines.slice(start + 1).findIndex((line) => /^\s*\[/.test(line));
  const end = length === -1 ? lines.length : start + 1 + length;
  // What a person wrote between our table and the next stays with the next.
  const kept = lines.slice(start + 1, end).filter((line) => !/^\s*(?:command|args)\s*=/.test(line));
  if (!kept.every((line) => SIMPLE_LINE.test(line))) {
    throw unusable(path, `its table mcp_servers.${NAME} has values over several lines`);
  }
  return [...lines.slice(0, start), ...tomlEntry().split("\n"), ...kept, ...lines.slice(end)].join(
    "\n",
  );
}

/** Empty, a comment, or a key with its value. */
const SIMPLE_LINE = /^\s*(?:#.*)?$|^\s*[\w.-]+\s*=\s*(?!\[[^\]]*$)/;
const TABLE = /^\s*\[\s*mcp_servers\s*\.\s*(?:webserv|"webserv"|'webserv')\s*\]/;

function tomlEntry(): string {
  const { command, args } = ownProgram("mcp");
  // A JSON string is a basic string of TOML.
  const list = args.map((argument) => JSON.stringify(argument)).join(", ");
  return `[mcp_servers.${NAME}]\ncommand = ${JSON.stringify(command)}\nargs = [${list}]`;
}

function jsonEntry({ key }: Pick<Client, "key">): Record<string, unknown> {
  const { command, args } = ownProgram("mcp");
  return { ...(key === "servers" ? { type: "stdio" } : {}), command, args };
}

function settingsFolder(home: string): string {
  const { APPDATA, XDG_CONFIG_HOME } = process.env;
  if (process.platform === "win32") return APPDATA ?? join(home, "AppData", "Roaming");
  if (process.platform === "darwin") return join(home, "Library", "Application Support");
  return XDG_CONFIG_HOME ?? join(home, ".config");
}

function unusable(path: string, why: string): WebservError {
  return new WebservError("invalid-params", `${path} was left as it is: ${why}`, {
    next: "Put the entry there by hand: `webserv mcp config` prints it.",
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
