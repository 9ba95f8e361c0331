import { join } from "node:path";

import { expect, test } from "vitest";

import { commandFor } from "../../../scripts/commands.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const root = join(import.meta.dirname, "../../..");

test.each([
  [["test/unit"], []],
  [["./test/unit/shared", "test/unit/scripts/bootstrap/lock.test.ts"], []],
  [["test/unit", "-t", "a name"], []],
  [[], ["builds", "browser", "display"]],
  [
    ["test/unit", "test/e2e"],
    ["builds", "browser", "display"],
  ],
  [["test/units"], ["builds", "browser", "display"]],
  [["lock"], ["builds", "browser", "display"]],
])("npm test -- %j needs %j", async (args, needs) => {
  expect((await commandFor(root, "test", args)).needs).toEqual(needs);
});

test("a program is given its arguments as they are", async () => {
  const { run } = await commandFor(root, "webserv", ["session", "open", "--json"]);
  expect(run).toEqual({
    program: join(root, "host", "dist", "cli.js"),
    args: ["session", "open", "--json"],
  });
});

test("an unknown command names those there are", async () => {
  await expect(commandFor(root, "tset", [])).rejects.toThrow(
    'there is no command "tset": use demo, test, soak, check,',
  );
});

test("benchmarks are the files that say they are, and an unknown one names them", async () => {
  const project = await temporaryFolder({
    "scripts/bench/step.ts": "// Benchmark: a step.",
    "scripts/bench/load.ts": "// Benchmark: load.",
    "scripts/bench/report.ts": "// How benchmarks print.",
  });
  await expect(commandFor(project, "bench", ["report"])).rejects.toThrow(
    'there is no benchmark "report": npm run bench -- load | step',
  );
  await expect(commandFor(project, "bench", [])).rejects.toThrow("load | step");
  expect((await commandFor(project, "bench", ["step", "--json"])).run).toEqual({
    program: join(project, "scripts", "bench", "step.ts"),
    args: ["--json"],
  });
});
