import { expect, test } from "vitest";

import { parseLoad } from "../../../../scripts/tests/busy-processes.ts";

test("--busy is taken out of what vitest is told", () => {
  expect(parseLoad(["test/unit", "--busy", "20", "-t", "name"])).toEqual({
    busy: 20,
    rest: ["test/unit", "-t", "name"],
  });
  expect(parseLoad(["test/unit"])).toEqual({ busy: 0, rest: ["test/unit"] });
});

test.each([[["--busy"]], [["--busy", "many"]], [["--busy", "0"]], [["--busy", "-t", "name"]]])(
  "the arguments %j are refused with what is missing",
  (args) => {
    expect(() => parseLoad(args)).toThrow("say how many busy processes are to run");
  },
);
