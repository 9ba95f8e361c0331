import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { errorCatalogue } from "@webserv/shared/errors/errors.ts";
import { methods } from "@webserv/shared/protocol/methods.ts";

import { errorTable, methodTables, withSection } from "../../../scripts/generate/markdown.ts";
import { protocolSchema } from "../../../scripts/generate/protocol-schema.ts";
import { generate } from "../../../scripts/generate.ts";
import { temporaryFolder, write } from "./temporary-folder.ts";

const files = ["shared/generated/protocol.schema.json", "docs/protocol.md", "docs/errors.md"];

async function check(root: string): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = [];
  const code = await generate(root, { check: true, say: (line) => void lines.push(line) });
  return { code, lines };
}

test("what is generated is up to date until someone changes it, and the check says what to do then", async () => {
  const root = await temporaryFolder();
  expect((await check(root)).code).toBe(1);
  await generate(root, { check: false, say: () => {} });
  expect(await check(root)).toEqual({ code: 0, lines: [] });
  for (const file of files) {
    const text = await readFile(join(root, file), "utf8");
    await write(root, { [file]: text.replace("session", "sesion") });
    expect(await check(root)).toEqual({
      code: 1,
      lines: [`${file} is not up to date: run \`npm run generate\` and commit it.`],
    });
    await write(root, { [file]: text });
  }
});

test("around its markers a document is left alone", () => {
  const document = "# Title\n\n<!-- x:begin -->\nold\n<!-- x:end -->\n\nRest.\n";
  const made = withSection(document, "x", "new\n");
  expect(made).toBe("# Title\n\n<!-- x:begin -->\n\nnew\n\n<!-- x:end -->\n\nRest.\n");
  expect(withSection(made, "x", "new")).toBe(made);
  expect(withSection("# Title\n", "x", "new")).toBe(
    "# Title\n\n<!-- x:begin -->\n\nnew\n\n<!-- x:end -->\n",
  );
});

test("every method has a line in the tables, every error one in its own", async () => {
  const lines = (await methodTables()).split("\n");
  for (const [name, { summary }] of Object.entries(methods)) {
    const line = lines.filter((text) => text.startsWith(`| \`${name}\` `));
    expect(line).toHaveLength(1);
    expect(line[0]).toContain(summary);
  }
  const errors = await errorTable();
  for (const code of Object.keys(errorCatalogue)) expect(errors).toContain(`| \`${code}\` `);
});

test("params that may be left out carry a question mark", async () => {
  expect(await methodTables()).toMatch(
    /`session\.act` +\| `sessionId`, `actionId`, `action`, `settle\?`/,
  );
});

test("the schema's references lead somewhere and its models are used", () => {
  const schema = protocolSchema();
  const text = JSON.stringify(schema);
  const used = new Set([...text.matchAll(/"#\/\$defs\/(\w+)"/g)].map((match) => match[1]));
  expect(used).toEqual(new Set(Object.keys(schema["$defs"] ?? {})));
});

test("the schema is the same each time", () => {
  expect(JSON.stringify(protocolSchema())).toBe(JSON.stringify(protocolSchema()));
});

test("a model with defaults has a form to write and a form to read", () => {
  const defs = protocolSchema()["$defs"];
  expect(defs).toMatchObject({
    CanonicalHost: { required: ["host", "port"] },
    CanonicalHostInput: { required: ["host"] },
  });
});

test("answers may hold fields of a newer version, params may not", () => {
  const described = protocolSchema()["methods"];
  expect(described).toMatchObject({
    "session.list": {
      params: { additionalProperties: false },
      result: { properties: { sessions: { items: { $ref: "#/$defs/Session" } } } },
    },
  });
  expect(described).not.toHaveProperty(["session.list", "result", "additionalProperties"]);
});
