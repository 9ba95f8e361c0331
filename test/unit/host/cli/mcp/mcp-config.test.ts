// The entries of MCP clients: put into files that hold other things, which stay.
import { chmod, lstat, mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";

import { clientNames, mcpEntry, writeEntry } from "@webserv/host/src/cli/mcp/mcp-config.ts";
import { withTomlEntry } from "@webserv/host/src/cli/mcp/mcp-entry.ts";
import { ownProgram } from "@webserv/host/src/cli/commands/own-program.ts";

const { command, args } = ownProgram("mcp");

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "webserv-mcp-config-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function written(name: (typeof clientNames)[number], before?: string): Promise<string> {
  const file = join(folder, `${name}-file`);
  if (before === undefined) await rm(file, { force: true });
  else await writeFile(file, before);
  expect(await writeEntry(name, file)).toBe(file);
  return await readFile(file, "utf8");
}

test.each(clientNames)(
  "the file of %s is written as the entry that is printed if there is none",
  async (name) => {
    expect((await written(name)).trim()).toBe(mcpEntry(name).text.trim());
    expect(mcpEntry(name).text).toContain(JSON.stringify(command));
  },
);

test("what else stands in a JSON file stays, and an entry of before is replaced", async () => {
  const before = {
    theme: "dark",
    mcpServers: { other: { command: "x" }, webserv: { command: "old" } },
  };
  const after: unknown = JSON.parse(await written("cursor", JSON.stringify(before, null, 4)));
  expect(after).toEqual({
    theme: "dark",
    mcpServers: { other: { command: "x" }, webserv: { command, args } },
  });
});

test("writing an entry twice changes nothing the second time", async () => {
  for (const name of clientNames) {
    const once = await written(name);
    expect(await written(name, once)).toBe(once);
  }
});

const env = { DISPLAY: ":7", WEBSERV_HOME: "/srv/webserv", HOME: "/home/ada", XAUTHORITY: "" };
const handedOn = { WEBSERV_HOME: "/srv/webserv", DISPLAY: ":7" };

test.each(clientNames)("%s's entry hands on what the server needs, as far as it is set", (name) => {
  const { text } = mcpEntry(name, { env, args: ["--files-from", "/srv/files"] });
  const inToml = 'env = { WEBSERV_HOME = "/srv/webserv", DISPLAY = ":7" }';
  const inJson = `"env": ${JSON.stringify(handedOn, null, 2).replaceAll("\n", "\n      ")}`;
  expect(text).toContain(name === "codex" ? inToml : inJson);
  expect(text).toContain('"--files-from"');
  expect(text).not.toContain("XAUTHORITY");
  expect(text).not.toContain("/home/ada");
});

test("what a person added to an entry stays; what said that it was another kind of server does not", async () => {
  const file = join(folder, "added.json");
  const mine = {
    env: { MINE: "1", DISPLAY: ":0" },
    timeout: 9,
    url: "http://x",
    headers: { a: "b" },
  };
  await writeFile(file, JSON.stringify({ mcpServers: { webserv: mine } }));
  await writeEntry("cursor", file, { env });
  expect(JSON.parse(await readFile(file, "utf8"))).toEqual({
    mcpServers: { webserv: { timeout: 9, command, args, env: { MINE: "1", ...handedOn } } },
  });
});

test("a link stays a link, and the file it leads to keeps its mode", async () => {
  const [file, link, next] = ["kept.json", "link.json", "dangling.json"].map((name) =>
    join(folder, name),
  );
  if (file === undefined || link === undefined || next === undefined) throw new Error("no names");
  await writeFile(file, "{}");
  await chmod(file, 0o640);
  await symlink("kept.json", link);
  await symlink("not-yet.json", next);
  for (const [path, target] of [
    [link, file],
    [next, join(folder, "not-yet.json")],
  ] as const) {
    await writeEntry("cursor", path);
    expect((await lstat(path)).isSymbolicLink()).toBe(true);
    expect(await readFile(target, "utf8")).toContain("mcpServers");
  }
  expect((await stat(file)).mode & 0o777).toBe(0o640);
});

afterEach(() => vi.unstubAllEnvs());

test("a client's own folder is found where its variable says", () => {
  vi.stubEnv("CODEX_HOME", "/srv/codex");
  vi.stubEnv("CLAUDE_CONFIG_DIR", "/srv/claude");
  expect(mcpEntry("codex").file).toBe(join("/srv/codex", "config.toml"));
  expect(mcpEntry("claude-code").file).toBe(join("/srv/claude", ".claude.json"));
});

test.each([
  ["with a comment", '{\n  // mine\n  "mcpServers": {}\n}', "comments in it would be lost"],
  ["that is no object", "[1]", "it holds no object"],
  ["with something else in its place", '{"mcpServers":[]}', 'its "mcpServers" is no object'],
])("a JSON file %s is left as it is, with the reason", async (_what, before, why) => {
  const file = join(folder, "left.json");
  await writeFile(file, before);
  await expect(writeEntry("cursor", file)).rejects.toThrow(why);
  expect(await readFile(file, "utf8")).toBe(before);
});

const TABLE = `[mcp_servers.webserv]
command = ${JSON.stringify(command)}
args = [${args.map((each) => JSON.stringify(each)).join(", ")}]`;

test.each([
  ["that is empty", "", `${TABLE}\n`],
  [
    "with other tables",
    '# mine\nmodel = "x"\n\n[a]\nb = 1\n',
    `# mine\nmodel = "x"\n\n[a]\nb = 1\n\n${TABLE}\n`,
  ],
  [
    "with an earlier entry",
    '[mcp_servers.webserv]\ncommand = "old"\nargs = ["mcp"]\nstartup_timeout_sec = 20\n\n# next\n[a]\nb = 1\n',
    `${TABLE}\nstartup_timeout_sec = 20\n\n# next\n[a]\nb = 1\n`,
  ],
])("a TOML file %s is given the entry", (_what, before, after) => {
  expect(withTomlEntry(before, "config.toml")).toBe(after);
});

test("a TOML table that spreads a value over lines is left to the person", () => {
  const before = '[mcp_servers.webserv]\nargs = [\n  "mcp",\n]\n';
  expect(() => withTomlEntry(before, "config.toml")).toThrow("over several lines");
});

test("a TOML table's own variables stay beside those that are handed on", () => {
  const before = '[mcp_servers.webserv]\ncommand = "old"\nenv = { MINE = "1", DISPLAY = ":0" }\n';
  const after = withTomlEntry(before, "config.toml", { env });
  expect(after).toBe(
    `${TABLE}\nenv = { MINE = "1", DISPLAY = ":7", WEBSERV_HOME = "/srv/webserv" }\n`,
  );
  expect(withTomlEntry(after, "config.toml", { env })).toBe(after);
});

test.each([
  ["in a table of their own", `${TABLE}\n\n[mcp_servers.webserv.env]\nMINE = "1"\n`],
  ["written in another way", `${TABLE}\nenv = { MINE = 'a, "b"' }\n`],
])("variables that stand %s are the person's alone", (_what, before) => {
  expect(withTomlEntry(before, "config.toml", { env })).toBe(before);
});
