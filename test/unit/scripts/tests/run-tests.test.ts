import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";

import { describe, expect, test } from "vitest";

import { temporaryFolder } from "../temporary-folder.ts";

const root = join(import.meta.dirname, "../../../..");
const begin = 'import { afterAll, beforeAll, describe, expect, test } from "vitest";\n';

/** Runs `npm test`'s own runner over a project of these files, apart from this run. */
async function run(files: Record<string, string>, args: readonly string[] = []) {
  // Below the checkout, so that vitest is found.
  const project = await temporaryFolder(
    { "vitest.config.js": "export default {};", ...files },
    join(root, ".cache"),
  );
  const script = `
    import { runTests } from ${JSON.stringify(join(root, "scripts/tests/run-tests.ts"))};
    await runTests(${JSON.stringify(project)}, ${JSON.stringify(args)});`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    cwd: project,
    env: { PATH: process.env["PATH"], NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [output, code] = await Promise.all([
    text(child.stdout),
    new Promise<number | null>((resolve) => child.once("exit", resolve)),
  ]);
  return { code, output, lastLine: output.trimEnd().split("\n").at(-1) };
}

describe("the test command", () => {
  test("the test command ends with the count, alone on its line, and says why tests were skipped", async () => {
    const { code, output, lastLine } = await run({
      "a.test.js": `${begin}
        test("one", () => {});
        test("two", () => {});
        test("three", (context) => context.skip("needs Incus"));
        describe.skip("group", () => test("four", () => {}));
        test.todo("five");`,
    });
    expect(lastLine).toBe("2 passed, 0 failed, 3 skipped");
    expect(output).toContain("skipped: a.test.js > three: needs Incus\n");
    expect(output).toContain("skipped: a.test.js > group > four: no reason given\n");
    expect(code).toBe(0);
  });

  test("the test command counts a failed test, a file that can't be loaded, a hook and a stray error", async () => {
    const { code, lastLine } = await run({
      "fails.test.js": `${begin} test("no", () => expect(1).toBe(2)); test("yes", () => {});`,
      "unloadable.test.js": `${begin} throw new Error("at load");`,
      "hook.test.js": `${begin} describe("group", () => {
        afterAll(() => { throw new Error("in the hook"); });
        test("yes", () => {});
      });`,
      "stray.test.js": `${begin} test("yes", () => {
        setTimeout(() => { throw new Error("stray"); }, 0);
        return new Promise((resolve) => setTimeout(resolve, 20));
      });`,
    });
    expect(lastLine).toBe("3 passed, 4 failed, 0 skipped");
    expect(code).toBe(1);
  });

  test("tests that never ran because their suite failed are not passed", async () => {
    const { code, lastLine } = await run({
      "hook.test.js": `${begin} describe("group", () => {
        beforeAll(() => { throw new Error("in the hook"); });
        test("never", () => {});
      });`,
    });
    expect(lastLine).toBe("0 passed, 1 failed, 1 skipped");
    expect(code).toBe(1);
  });

  test("beside a load a test is tried once", async () => {
    const { lastLine } = await run(
      {
        "vitest.config.js": `export default { test: {
          projects: [{ test: { name: "browser", include: ["*.test.js"], retry: 1 } }] } };`,
        "once.test.js": `${begin} let count = 0;
          test("second time lucky", () => expect(++count).toBe(2));`,
      },
      ["--busy", "1"],
    );
    expect(lastLine).toBe("0 passed, 1 failed, 0 skipped");
  });

  test("a test that passes only when tried again is named, with what failed before", async () => {
    const { code, output, lastLine } = await run(
      {
        "a.test.js": `${begin}
          let tries = 0;
          test("late", () => expect(++tries).toBe(2));
          test("steady", () => {});`,
      },
      ["--retry", "1"],
    );
    expect(lastLine).toBe("2 passed, 0 failed, 0 skipped");
    expect(output).toContain(
      "flaky, passed only when tried again: a.test.js > late\n  expected 1 to be 2",
    );
    expect(output).toMatch(/\(a\.test\.js:\d+\)\n/);
    expect(output).not.toContain("a.test.js > steady\n");
    expect(code).toBe(0);
  });

  test("a filter by name runs what it names, and does not list the rest", async () => {
    const { code, output, lastLine } = await run(
      { "a.test.js": `${begin} test("one", () => {}); test("two", () => {});` },
      ["-t", "two"],
    );
    expect(lastLine).toBe("1 passed, 0 failed, 1 skipped");
    expect(output).not.toContain("skipped:");
    expect(code).toBe(0);
  });

  test("the test command counts beside the reporter that is chosen", async () => {
    const files = { "a.test.js": `${begin} test("one", () => {});` };
    const { code, output, lastLine } = await run(files, ["--reporter=tap"]);
    expect(output).toContain("TAP version");
    expect(lastLine).toBe("1 passed, 0 failed, 0 skipped");
    expect(code).toBe(0);
  });

  test("running no test is a failure", async () => {
    const files = { "a.test.js": `${begin} test("one", () => {});` };
    const none = await run(files, ["no-such-file"]);
    expect(none.lastLine).toBe("0 passed, 1 failed, 0 skipped");
    expect(none.code).toBe(1);
    const unnamed = await run(files, ["-t", "no such test"]);
    expect(unnamed.lastLine).toBe("0 passed, 1 failed, 1 skipped");
    expect(unnamed.code).toBe(1);
  });
});
