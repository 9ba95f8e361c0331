// Writes the entry that makes an MCP client run `webserv mcp`, in JSON and in TOML, beside what others put there.
import { resolve } from "node:path";

import { WebservError } from "@webserv/shared/errors/errors.ts";

import { displayVariables } from "../../browser/launch/display.ts";
import { ownProgram } from "../commands/own-program.ts";

export const ENTRY_NAME = "webserv";

/**
 * Clients run servers with HOME, PATH and little more: without these variables another home's
 * daemon would be used, and a launched browser would find no display.
 */
const PASSED_VARIABLES = [
  "WEBSERV_HOME",
  "WEBSERV_BROWSER",
  "WEBSERV_PORT",
  "WEBSERV_BACKENDS",
  "XDG_DATA_HOME",
  "XDG_CONFIG_HOME",
  "INCUS_DIR",
  "INCUS_SOCKET",
];

/** A person's choices for the entry. */
export interface EntryOptions {
  /** Arguments after `webserv mcp`. */
  readonly args?: readonly string[];
  /** The environment from which the entry copies the variables that the server needs. */
  readonly env?: NodeJS.ProcessEnv;
}

export interface JsonSection {
  /** The key under which the client's servers stand in its file. */
  readonly key: "mcpServers" | "servers";
}

export function jsonText({ key }: JsonSection, options: EntryOptions): string {
  return JSON.stringify({ [key]: { [ENTRY_NAME]: jsonEntry({ key }, options) } }, null, 2);
}

/**
 * @throws WebservError `invalid-params` if the file is not plain JSON, or has another value at our
 *   key.
 */
export function withJsonEntry(
  before: string,
  { key }: JsonSection,
  options: EntryOptions,
  path: string,
): string {
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
  const entry = merged(servers[ENTRY_NAME], jsonEntry({ key }, options));
  const indent = /^\{\r?\n([ \t]+)/.exec(before)?.[1] ?? "  ";
  const after = { ...settings, [key]: { ...servers, [ENTRY_NAME]: entry } };
  return `${JSON.stringify(after, null, indent)}\n`;
}

const OF_ANOTHER_KIND: ReadonlySet<string> = new Set(["type", "url", "httpUrl", "headers"]);

/** Keeps what a person added to the entry, except keys that make it another kind of server. */
function merged(before: unknown, entry: Record<string, unknown>): Record<string, unknown> {
  if (!isRecord(before)) return entry;
  const kept = Object.fromEntries(
    Object.entries(before).filter(([key]) => key in entry || !OF_ANOTHER_KIND.has(key)),
  );
  const env = { ...recordOf(kept["env"]), ...recordOf(entry["env"]) };
  return { ...kept, ...entry, ...(Object.keys(env).length === 0 ? {} : { env }) };
}

function jsonEntry({ key }: JsonSection, options: EntryOptions): Record<string, unknown> {
  const { command, args } = ownProgram("mcp", ...(options.args ?? []));
  const env = passedVariables(options.env ?? {});
  return {
    ...(key === "servers" ? { type: "stdio" } : {}),
    command,
    args,
    ...(Object.keys(env).length === 0 ? {} : { env }),
  };
}

export function tomlText(options: EntryOptions): string {
  return tomlEntry(options, passedVariables(options.env ?? {}));
}

/**
 * Puts our table in place of the existing one, or at the end; nothing else is read or changed.
 * @throws WebservError `invalid-params` if the existing table can't be parsed line by line.
 */
export function withTomlEntry(before: string, path: string, options: EntryOptions = {}): string {
  const lines = before.split("\n");
  const env = passedVariables(options.env ?? {});
  const start = lines.findIndex((line) => TABLE.test(line));
  // Variables in a table of their own are the person's, and a second place for them would be no
  // valid TOML.
  const ownTable = lines.some((line) => ENV_TABLE.test(line));
  if (start === -1) {
    const gap =
      before === "" || before.endsWith("\n\n") ? "" : before.endsWith("\n") ? "\n" : "\n\n";
    return `${before}${gap}${tomlEntry(options, ownTable ? {} : env)}\n`;
  }
  const length = lines.slice(start + 1).findIndex((line) => /^\s*\[/.test(line));
  const end = length === -1 ? lines.length : start + 1 + length;
  // Text that a person wrote between our table and the next one stays with the next.
  const others = lines
    .slice(start + 1, end)
    .filter((line) => !/^\s*(?:command|args)\s*=/.test(line));
  if (!others.every((line) => SIMPLE_LINE.test(line))) {
    throw unusable(path, `its table mcp_servers.${ENTRY_NAME} has values over several lines`);
  }
  const envLine = others.find((line) => /^\s*env\s*=/.test(line));
  const there = envLine === undefined ? {} : variablesOf(envLine);
  const mine = ownTable || there === undefined ? {} : { ...there, ...env };
  const kept = there === undefined ? others : others.filter((line) => line !== envLine);
  return [
    ...lines.slice(0, start),
    ...tomlEntry(options, mine).split("\n"),
    ...kept,
    ...lines.slice(end),
  ].join("\n");
}

/** Matches an empty line, a comment, or a key with its value. */
const SIMPLE_LINE = /^\s*(?:#.*)?$|^\s*[\w.-]+\s*=\s*(?!\[[^\]]*$)/;
const OURS = String.raw`mcp_servers\s*\.\s*(?:webserv|"webserv"|'webserv')\s*`;
const TABLE = new RegExp(String.raw`^\s*\[\s*${OURS}\]`);
const ENV_TABLE = new RegExp(String.raw`^\s*\[\s*${OURS}\.\s*env\s*\]`);
const VARIABLE = /^\s*([\w-]+)\s*=\s*("(?:[^"\\]|\\.)*")\s*$/;

/** Reads the variables of `env = { A = "1" }`; returns undefined if it is written in another way. */
function variablesOf(line: string): Record<string, string> | undefined {
  const inner = /^\s*env\s*=\s*\{(.*)\}\s*$/.exec(line)?.[1];
  if (inner === undefined) return undefined;
  const variables: Record<string, string> = {};
  // A comma inside a value makes a part that is no variable.
  for (const part of inner.trim() === "" ? [] : inner.split(",")) {
    const [, name = "", value = ""] = VARIABLE.exec(part) ?? [];
    if (name === "") return undefined;
    try {
      variables[name] = String(JSON.parse(value));
    } catch {
      return undefined;
    }
  }
  return variables;
}

function tomlEntry(options: EntryOptions, env: Record<string, string>): string {
  const { command, args } = ownProgram("mcp", ...(options.args ?? []));
  // A JSON string is a valid basic string of TOML.
  const list = args.map((argument) => JSON.stringify(argument)).join(", ");
  const pairs = Object.entries(env).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
  return [
    `[mcp_servers.${ENTRY_NAME}]`,
    `command = ${JSON.stringify(command)}`,
    `args = [${list}]`,
    ...(pairs.length === 0 ? [] : [`env = { ${pairs.join(", ")} }`]),
  ].join("\n");
}

function passedVariables(env: NodeJS.ProcessEnv): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const name of PASSED_VARIABLES) {
    const value = env[name];
    if (value !== undefined && value !== "") {
      // The client runs the server in another folder, so the path must be absolute.
      variables[name] = name === "WEBSERV_HOME" ? resolve(value) : value;
    }
  }
  return { ...variables, ...displayVariables(env) };
}

/** Makes the error for a client's file that can't be changed. */
export function unusable(path: string, why: string): WebservError {
  return new WebservError("invalid-params", `${path} was left as it is: ${why}`, {
    next: "Put the entry there by hand: `webserv mcp config` prints it.",
  });
}

function recordOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
