import { addFields, readFields } from "@webserv/host/src/cli/commands/command-builder.ts";
import {
  descriptionOf,
  fieldsOf,
  fieldValue,
} from "@webserv/host/src/cli/commands/schema-fields.ts";
import { actions } from "@webserv/shared/model/action.ts";
import { Command } from "commander";
import { expect, test } from "vitest";
import * as z from "zod/mini";

const schema = z.strictObject({
  sandboxId: z.string().check(z.describe("Id of the sandbox")),
  leaseMs: z._default(z.int().check(z.describe("How long")), 5000),
  input: z._default(z.enum(["trusted", "synthetic"]), "trusted"),
  sites: z._default(z.array(z.string()), []),
  headless: z.optional(z.boolean()),
});
const fields = fieldsOf(schema);

function parse(args: string[]): Record<string, unknown> {
  const command = new Command().exitOverride().configureOutput({ writeErr: () => {} });
  const parts = { positionals: fields.slice(0, 1), options: fields.slice(1) };
  addFields(command, parts);
  command.action(() => {});
  command.parse(args, { from: "user" });
  return readFields(command, parts);
}

test("a field's name, flag, kind, choices, need and default come from the schema", () => {
  expect(fields.map(({ name, flag, kind, required }) => [name, flag, kind, required])).toEqual([
    ["sandboxId", "sandbox-id", "text", true],
    ["leaseMs", "lease-ms", "number", false],
    ["input", "input", "choice", false],
    ["sites", "sites", "list", false],
    ["headless", "headless", "boolean", false],
  ]);
  expect(fields[0]?.description).toBe("Id of the sandbox");
  expect(fields[1]?.defaultValue).toBe(5000);
  expect(fields[2]?.choices).toEqual(["trusted", "synthetic"]);
});

test("an option that was not written is not sent, so that the schema's own default applies", () => {
  expect(parse(["box"])).toEqual({ sandboxId: "box" });
});

test("numbers, switches and lists arrive as such", () => {
  expect(
    parse(["box", "--lease-ms", "250", "--headless", "--sites", "a,b", "--sites", "c"]),
  ).toEqual({
    sandboxId: "box",
    leaseMs: 250,
    headless: true,
    sites: ["a", "b", "c"],
  });
});

test("a list's option takes no neighbour for its own", () => {
  expect(parse(["--sites", "a", "box"])).toEqual({ sandboxId: "box", sites: ["a"] });
});

test("a choice outside the schema is refused with the choices", () => {
  expect(() => parse(["box", "--input", "real"])).toThrow("trusted, synthetic");
});

test("a number that is none stays as it was written, for the schema to name", () => {
  const lease = fields[1];
  if (lease === undefined) throw new Error("the field is missing");
  expect(fieldValue(lease, "soon")).toBe("soon");
});

test("a schema's description is found where it stands", () => {
  expect(descriptionOf(actions.click.schema)).toBe("Click an element");
  expect(descriptionOf(z.string())).toBe("");
});
