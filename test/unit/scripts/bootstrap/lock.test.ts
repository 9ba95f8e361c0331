import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile, utimes } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { isStale, withLock } from "../../../../scripts/bootstrap/lock.mjs";
import { temporaryFolder, write } from "../temporary-folder.ts";

const LOCK = "set-up.lock";

test("a lock is stale if its process is gone", () => {
  expect(isStale({ text: "123", ageMs: 0 }, () => false)).toBe(true);
  expect(isStale({ text: "123", ageMs: 1e9 }, () => true)).toBe(false);
});

test("a lock that can't be read is being written, unless it is old", () => {
  for (const text of ["", "12x", "-5"]) {
    expect(isStale({ text, ageMs: 100 }, () => false)).toBe(false);
    expect(isStale({ text, ageMs: 60_000 }, () => true)).toBe(true);
  }
});

test("the lock is held during the work alone, and given back when it fails", async () => {
  const cache = await temporaryFolder();
  const held = await withLock(cache, () => readFile(join(cache, LOCK), "utf8"));
  expect(held).toBe(String(process.pid));
  expect(existsSync(join(cache, LOCK))).toBe(false);
  await expect(withLock(cache, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(existsSync(join(cache, LOCK))).toBe(false);
});

test("a dead process' lock is taken over", async () => {
  const child = spawn(process.execPath, ["--version"], { stdio: "ignore" });
  await once(child, "exit");
  const cache = await temporaryFolder({ [LOCK]: String(child.pid) });
  expect(await withLock(cache, () => Promise.resolve("done"))).toBe("done");
});

test.runIf(process.platform === "linux")(
  "the lock of a process that has ended and that nobody collects is taken over",
  async () => {
    // It ends while its parent is another program than the shell that began it.
    const parent = spawn("sh", ["-c", "sleep 1 & echo $!; exec sleep 900"]);
    try {
      const words: unknown[] = await once(parent.stdout, "data");
      const cache = await temporaryFolder({ [LOCK]: String(words[0]).trim() });
      expect(await withLock(cache, () => Promise.resolve("done"))).toBe("done");
    } finally {
      parent.kill();
    }
  },
);

test("a lock left half written long ago is taken over", async () => {
  const cache = await temporaryFolder({ [LOCK]: "" });
  const longAgo = new Date(Date.now() - 60_000);
  await utimes(join(cache, LOCK), longAgo, longAgo);
  expect(await withLock(cache, () => Promise.resolve("done"))).toBe("done");
});

test("of several processes one works at a time, even over a stale lock", async () => {
  const cache = await temporaryFolder();
  await write(cache, { [LOCK]: "999999999" });
  const script = `
    import { appendFileSync } from "node:fs";
    import { setTimeout as sleep } from "node:timers/promises";
    import { withLock } from ${JSON.stringify(join(import.meta.dirname, "../../../../scripts/bootstrap/lock.mjs"))};
    await withLock(${JSON.stringify(cache)}, async () => {
      appendFileSync(${JSON.stringify(join(cache, "log"))}, "in ");
      await sleep(30);
      appendFileSync(${JSON.stringify(join(cache, "log"))}, "out ");
    });`;
  const children = Array.from({ length: 4 }, () =>
    spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: "ignore" }),
  );
  const codes = await Promise.all(children.map((child) => once(child, "exit")));
  expect(codes.map(([code]: unknown[]) => code)).toEqual([0, 0, 0, 0]);
  expect(await readFile(join(cache, "log"), "utf8")).toBe("in out ".repeat(4));
});
