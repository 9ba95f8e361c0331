import { commands } from "@webserv/host/src/cli/commands/commands.ts";
import { actionFields } from "@webserv/host/src/cli/verbs/act-command.ts";
import { withElements } from "@webserv/host/src/cli/verbs/element-words.ts";
import { addFields, readFields } from "@webserv/host/src/cli/commands/command-builder.ts";
import { commandFields } from "@webserv/host/src/cli/commands/method-command.ts";
import { Output } from "@webserv/host/src/cli/commands/output.ts";
import { buildProgram } from "@webserv/host/src/cli/program.ts";
import { actions, actionTypes } from "@webserv/shared/model/action.ts";
import { fieldsOf, toFlag } from "@webserv/host/src/cli/commands/schema-fields.ts";
import { methods, methodsOn } from "@webserv/shared/protocol/methods.ts";
import { Command } from "commander";
import { expect, test } from "vitest";

import { capture } from "./captured-output.ts";

const agentMethods = methodsOn("agent-daemon");

function program(...words: string[]): Command {
  const { streams } = capture();
  return buildProgram({
    words,
    args: words,
    streams,
    output: new Output(false, streams),
    signal: new AbortController().signal,
    setExitCode: () => {},
  });
}

function find(path: readonly string[]): Command | undefined {
  let command: Command | undefined = program(...path);
  for (const word of path) {
    command = command?.commands.find((child) => child.name() === word);
  }
  return command;
}

test("every method agents may call is reached by a command, or says why not", () => {
  const lost = agentMethods.filter((method) => {
    const spec = commands[method];
    return "reason" in spec ? spec.reason === "" : find(spec.path) === undefined;
  });
  expect(lost).toEqual([]);
});

test("a command's words are the method's own summary", () => {
  expect(find(["sandbox", "reset"])?.description()).toBe(methods["sandbox.reset"].summary);
});

test("every parameter of a method stands on the command line, or says why not", () => {
  const lost = agentMethods.flatMap((method) => {
    const spec = commands[method];
    if ("reason" in spec) return [];
    const { positionals, options } = commandFields(method, spec);
    const reached = new Set([
      ...[...positionals, ...options].map(({ name, within }) => within ?? name),
      ...Object.keys(spec.hidden ?? {}),
      ...(spec.inSession === true ? ["sessionId"] : []),
    ]);
    return fieldsOf(methods[method].params)
      .filter(({ name }) => !reached.has(name))
      .map(({ name }) => `${method} ${name}`);
  });
  expect(lost).toEqual([]);
});

test("every action has a command, with a hyphen for people and by the protocol's name as well", () => {
  const names = find(["act"])?.commands.flatMap((child) => [child.name(), ...child.aliases()]);
  // Pictures are taken by `webserv screenshot`, into a file.
  const types = actionTypes.filter((type) => type !== "screenshot");
  expect(names).toEqual(expect.arrayContaining([...types, ...types.map(toFlag)]));
});

test("an action's texts and numbers are positionals in the schema's order, its choices options", () => {
  const names = (type: (typeof actionTypes)[number]) => {
    const { positionals, options } = actionFields(type);
    return [positionals.map(({ name }) => name), options.map(({ name }) => name)];
  };
  expect(names("type")).toEqual([
    ["id", "text"],
    ["mode", "enter", "role", "in"],
  ]);
  expect(names("press")).toEqual([
    ["key", "id"],
    ["holdMs", "role", "in"],
  ]);
  expect(names("wait")).toEqual([[], ["text", "id", "gone", "ms", "role", "in"]]);
  expect(names("select")).toEqual([
    ["id", "options"],
    ["role", "in"],
  ]);
  expect(names("close_tab")).toEqual([["index"], []]);
  // Of several that may be left out nobody could tell which one is meant.
  expect(names("click")).toEqual([
    ["id"],
    ["at", "button", "count", "modifiers", "holdMs", "role", "in"],
  ]);
});

test.each<[string, Record<string, unknown>, unknown]>([
  ["an id too long for a name", { id: "a.".repeat(300) }, { id: "a.".repeat(300) }],
  ["words", { id: "Add to basket" }, { id: { name: "Add to basket" } }],
  [
    "words with a place",
    { id: "save", in: "Address", role: "button" },
    { id: { name: "save", in: "Address", role: "button" } },
  ],
  ["a word that may be an id", { id: "save" }, { id: { id: "save", name: "save" } }],
  ["words with signs", { id: "sign-in" }, { id: { id: "sign-in", name: "sign-in" } }],
  ["a time that may be an id", { id: "9:30" }, { id: { id: "9:30", name: "9:30" } }],
  [
    "what is dragged, and where to",
    { id: "Ann", to: "Done", toIn: "Week 2" },
    { id: { name: "Ann" }, to: { name: "Done", in: "Week 2" } },
  ],
])("a command names an element by %s", (_what, given, action) => {
  expect(withElements(given, ["id", "to"], true)).toEqual(action);
});

test("a program's ids are no names", () => {
  expect(withElements({ id: "sign-in" }, ["id"], false)).toEqual({ id: "sign-in" });
});

test.each([{ in: "Address" }, { role: "button" }, { id: "card", toIn: "Week 2" }])(
  "what %j says of an element that is not named is refused",
  (given) => {
    expect(() => withElements(given, ["id", "to"], true)).toThrow("none is named");
  },
);

test.each<[string[], unknown]>([
  [["cell", "--at", "0.25,0.5"], { id: "cell", at: { x: 0.25, y: 0.5 } }],
  [["cell", "--at", '{"x":0,"y":1}'], { id: "cell", at: { x: 0, y: 1 } }],
])("a point is read from %j", async (words, values) => {
  const command = new Command().exitOverride();
  addFields(command, actionFields("hover"));
  await command.parseAsync(words, { from: "user" });
  expect(readFields(command, actionFields("hover"))).toEqual(values);
});

test("what is no point is refused with the form of one", async () => {
  const command = new Command().exitOverride().configureOutput({ writeErr: () => {} });
  addFields(command, actionFields("drag"));
  const parsed = command.parseAsync(["card", "--by", "40"], { from: "user" });
  await expect(parsed).rejects.toThrow("x,y");
});

test.each(["open", "look", "fill", "click", "scroll"])(
  "the verb %s prints a page, and takes --quiet and --max-tokens",
  (verb) => {
    const flags = find([verb])?.options.map(({ long }) => long);
    expect(flags).toEqual(expect.arrayContaining(["--quiet", "--max-tokens"]));
  },
);

test("a switch that must be given has a flag for either way", () => {
  const flags = find(["act", "dialog"])?.options.map(({ long, mandatory }) => [long, mandatory]);
  expect(flags?.slice(0, 2)).toEqual([
    ["--accept", true],
    ["--no-accept", false],
  ]);
});

test.each<[string[], unknown]>([
  [["--accept"], { accept: true }],
  [["--no-accept"], { accept: false }],
  [["--accept", "false"], { accept: false }],
  [["--accept=true"], { accept: true }],
  [["Ada", "--accept"], { accept: true, text: "Ada" }],
])("a switch that must be given means what its words %j say", async (words, values) => {
  const command = new Command().exitOverride();
  addFields(command, actionFields("dialog"));
  await command.parseAsync(words, { from: "user" });
  expect(readFields(command, actionFields("dialog"))).toEqual(values);
});

test("a text behind a switch that must be given is not taken for its value", async () => {
  const command = new Command().exitOverride().configureOutput({ writeErr: () => {} });
  addFields(command, actionFields("dialog"));
  const parsed = command.parseAsync(["--accept", "Ada"], { from: "user" });
  await expect(parsed).rejects.toThrow("true, false or nothing");
});

test("no command has two options of the same name", () => {
  const twice = (command: Command): string[] => {
    const flags = new Set(command.options.map(({ long }) => long));
    // A flag and its opposite are two ways to give one value.
    const names = command.options
      .filter(({ long, negate }) => !negate || !flags.has(long?.replace("--no-", "--")))
      .map((option) => option.attributeName());
    return [
      ...names
        .filter((name, index) => names.indexOf(name) !== index)
        .map((name) => `${command.name()} ${name}`),
      ...command.commands.flatMap(twice),
    ];
  };
  const whole = program("session", "act", "browser", "site", "sandbox", "trajectory", "daemon");
  expect(twice(whole)).toEqual([]);
});

test("every action has a verb of its own, or says why not", () => {
  const lost = actionTypes.filter((type) => {
    const { verb } = actions[type];
    return typeof verb === "string" ? find([verb]) === undefined : verb.reason.length === 0;
  });
  expect(lost).toEqual([]);
});

test("no two commands have the same word", () => {
  const words = program().commands.flatMap((command) => [command.name(), ...command.aliases()]);
  expect(words.toSorted()).toEqual([...new Set(words)].toSorted());
});

test("how a session's pages are waited for is said by the options of an action", () => {
  const spec = commands["session.open"];
  if ("reason" in spec) throw new Error("it has a command");
  const fields = commandFields("session.open", spec);
  const command = new Command();
  addFields(command, fields);
  command.parse(["--settle", "network-idle", "--budget-ms", "500"], { from: "user" });
  expect(readFields(command, fields)).toMatchObject({
    settle: { mode: "network-idle", budgetMs: 500 },
  });
});
