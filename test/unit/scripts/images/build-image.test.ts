import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { buildImage } from "../../../../scripts/images/build-image.ts";
import { privately } from "../../../../scripts/images/private-root.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "webserv-images-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("an image without a recipe is refused with the names of those there are", async () => {
  await expect(buildImage("ngnix", { cacheDir: folder })).rejects.toThrow(
    'no recipe for an image "ngnix": use nginx, wordpress, evershop, magento-like.',
  );
});

test("a build that is interrupted leaves nothing that could pass for an image", async () => {
  const interrupted = AbortSignal.abort(new Error("interrupted"));
  const build = buildImage("nginx", { cacheDir: folder, signal: interrupted });
  await expect(build).rejects.toThrow("interrupted");
  const left = (await readdir(folder)).filter((name) => name !== "locks");
  expect(left.filter((name) => name.includes("tar") || name.includes("partial"))).toEqual([]);
});

const isRoot = process.platform === "linux" && process.getuid?.() === 0;
describe.runIf(isRoot)("a command of a build", () => {
  test("a command of a build that fails tells what it said", async () => {
    const run = privately(join(folder, "log"), new AbortController().signal);
    await expect(run.beside(["sh", "-c", "echo no such luck >&2; exit 3"])).rejects.toThrow(
      /ended with code 3; see .*no such luck/s,
    );
  });

  test("a command of a build ends with all it started if the build is interrupted", async () => {
    const interrupt = new AbortController();
    const run = privately(join(folder, "log"), interrupt.signal);
    const sign = join(folder, "alive");
    const script = join(folder, "script.sh");
    // The child outlives its parent, and ignores what a polite end sends.
    await writeFile(
      script,
      `(trap '' TERM INT; touch ${sign}; while :; do sleep 1; done) & wait\n`,
    );
    const running = run.beside(["sh", script]);
    const ended = running.then(
      () => "well",
      (error: unknown) => String(error),
    );
    await expect.poll(() => existsSync(sign)).toBe(true);
    interrupt.abort(new Error("enough"));
    expect(await ended).toBe("Error: enough");
    await expect.poll(() => processesWith(script)).toEqual([]);
  });
});

async function processesWith(argument: string): Promise<string[]> {
  const ids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(
    ids.map((id) => readFile(`/proc/${id}/cmdline`, "utf8").catch(() => "")),
  );
  return lines.filter((line) => line.includes(argument));
}
