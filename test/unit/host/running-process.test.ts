// Tests whether a process still runs, told also of those that have ended and that nobody has collected.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { isRunning } from "@webserv/host/src/running-process.ts";

import { until } from "../../support/daemon/daemon.ts";

const isLinux = process.platform === "linux";

test("this process and the first one run, and a number that no process can have does not", () => {
  expect(isRunning(process.pid)).toBe(true);
  expect(isRunning(1)).toBe(true);
  expect(isRunning(2 ** 30)).toBe(false);
});

test.runIf(isLinux)(
  "a process that has ended does not run, though its parent never collects it",
  async () => {
    // The shell becomes a program that knows nothing of the child it has.
    const parent = spawn("sh", ["-c", "sleep 900 & echo $!; exec sleep 900"]);
    try {
      const words: unknown[] = await once(parent.stdout, "data");
      const pid = Number(String(words[0]));
      // Until then it is a shell, which may collect its child.
      const isSleep = (): boolean =>
        readFileSync(`/proc/${parent.pid}/stat`, "utf8").includes("(sleep)");
      await until(isSleep, "the shell has become another program");
      expect(isRunning(pid)).toBe(true);
      process.kill(pid);
      await until(() => /\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8")), "it has ended");
      expect(process.kill(pid, 0)).toBe(true);
      expect(isRunning(pid)).toBe(false);
    } finally {
      parent.kill();
    }
  },
);
