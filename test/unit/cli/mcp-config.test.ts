// The entries of MCP clients: put into files that hold other things, which stay.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import {
  clientNames,
  mcpEntry,
  withTomlEntry,
  writeEntry,
} from "@webserv/host/src/cli/mcp-config.ts";
import { ownProgram } from "@webserv/host/src/cli/own-program.ts";

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

test.each(clientNames)("%s's file, where there is none, is what is printed", async (name) => {
  expect((await written(name)).trim()).toBe(mcpEntry(name).text.trim());
  expect(mcpEntry(name).text).toContain(JSON.stringify(command));
});

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

test("twice is as once", async () => {
  for (const name of clientNames) {
    const once = await written(name);
    expect(await written(name, once)).toBe(once);
  }
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
  ["empty", "", `${TABLE}\n`],
  [
    "with other tables",
    '# mine\nmodel = "x"\n\n[a]\nb = 1\n',
    `# mine\nmodel = "x"\n\n[a]\nb = 1\n\n${TABLE}\n`,
  ],
  [
    "with our table of before",
    '[mcp_servers.webserv]\ncommand = "old"\nargs = ["mcp"]\nstartup_timeout_sec = 20\n\n# next\n[a]\nb = 1\n',
    `${TABLE}\nstartup_timeout_sec = 20\n\n# next\n[a]\nb = 1\n`,
  ],
])("a TOML file %s", (_what, before, after) => {
  expect(withTomlEntry(before, "config.toml")).toBe(after);
});

test("a TOML table that spreads a value over lines is left to the person", () => {
  const before = '[mcp_servers.webserv]\nargs = [\n  "mcp",\n]\n';
  expect(() => withTomlEntry(before, "config.toml")).toThrow("over several lines");
});
