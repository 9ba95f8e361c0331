import { addFillOptions, inOrder } from "@webserv/host/src/cli/verbs/fill-command.ts";
import { Command } from "commander";
import { expect, test } from "vitest";

test("fields are filled in the order of the command line, whatever their kinds", () => {
  const args = [
    "--timeout-ms",
    "9000",
    "fill",
    "--option",
    "land=us",
    "--option=state=Ohio",
    "city=Lima",
    "--check",
    "news,terms",
    "--uncheck=ads",
    "zip=45801",
    "--quiet",
  ];
  const written = {
    texts: ["city=Lima", "zip=45801"],
    option: ["land=us", "state=Ohio"],
    check: ["news", "terms"],
    uncheck: ["ads"],
  };
  expect(inOrder(written, args).map(([kind, word]) => `${kind} ${word}`)).toEqual([
    "option land=us",
    "option state=Ohio",
    "texts city=Lima",
    "check news",
    "check terms",
    "uncheck ads",
    "texts zip=45801",
  ]);
});

test("what stands behind -- is a text, even if it looks like an option", () => {
  const args = ["fill", "a=1", "--check", "box", "--", "--check=2"];
  const written = { texts: ["a=1", "--check=2"], check: ["box"] };
  expect(inOrder(written, args).map(([kind, word]) => `${kind} ${word}`)).toEqual([
    "texts a=1",
    "check box",
    "texts --check=2",
  ]);
});

test("ids of boxes are separated by commas, and a name with a comma is one name", () => {
  const command = new Command("fill");
  addFillOptions(command);
  command.parse(["--check", "news,terms", "--check", "Yes, I agree", "--uncheck", "No, thanks"], {
    from: "user",
  });
  expect(command.opts()).toEqual({
    check: ["news", "terms", "Yes, I agree"],
    uncheck: ["No, thanks"],
  });
  const args = ["--check", "Yes, I agree", "a=1", "--check", "news"];
  const written = { texts: ["a=1"], check: ["Yes, I agree", "news"] };
  expect(inOrder(written, args).map(([kind]) => kind)).toEqual(["check", "texts", "check"]);
});
