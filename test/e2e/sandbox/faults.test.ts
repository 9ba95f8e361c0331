import { readFile, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";

import { describe, expect, test } from "vitest";

import type { SandboxBackend } from "@webserv/host/src/sandbox/backend.ts";
import type { Sandbox } from "@webserv/shared/model/sandbox.ts";
import { toWebservError } from "@webserv/shared/errors/errors.ts";
import type { WebservError } from "@webserv/shared/errors/errors.ts";

import { counterSite, patience } from "../../support/sandboxes/counter-site.ts";
import {
  ask,
  backendFixture,
  countOf,
  eventually,
  processesUnder,
} from "../../support/sandboxes/local-sandboxes.ts";
import { TooEarly, underDeadline } from "../../support/time/under-deadline.ts";

const { open, newFolder } = backendFixture();

async function errorOf(attempt: Promise<unknown>): Promise<WebservError> {
  try {
    await attempt;
  } catch (error) {
    return toWebservError(error);
  }
  throw new Error("nothing was thrown");
}

/** Nothing of a sandbox but perhaps its log is left. */
async function expectNothingLeft(dir: string): Promise<void> {
  expect(await processesUnder(dir)).toEqual([]);
  expect(await readdir(join(dir, "sandboxes"))).toEqual([]);
  expect(await readdir(join(dir, "half-made"))).toEqual([]);
}

describe("a site that can't be started", () => {
  test("a site that crashes on start is a failure with its exit code and last words, and its log stays", async () => {
    const dir = join(await newFolder(), "sandboxes");
    const backend = await open(dir);
    const source = counterSite({ env: { CRASH: "1" } });
    const error = await errorOf(backend.create({ source, sandboxId: "one" }, patience()));
    expect(error.code).toBe("sandbox-failed");
    expect(error.message).toContain("exit code 7");
    expect(error.message).toContain("the counter crashes on start\nas it was told to");
    expect(await readFile(String(error.details["log"]), "utf8")).toContain("crashes on start");
    expect(error.message).toContain(String(error.details["log"]));
    await expectNothingLeft(dir);
    expect(backend.list()).toEqual([]);
  });

  test("a site whose program does not exist is a failure that names it", async () => {
    const backend = await open();
    const source = counterSite({ command: ["no-such-program"] });
    const error = await errorOf(backend.create({ source, sandboxId: "one" }, patience()));
    expect(error).toMatchObject({ code: "sandbox-failed" });
    expect(error.message).toContain("no-such-program");
  });

  test("a site that does not get ready is a failure that says what it did instead", async () => {
    const dir = join(await newFolder(), "sandboxes");
    const backend = await open(dir);
    const cases = [
      ["otherwise", { NEVER_READY: "1" }, {}, "status 503, expected 200"],
      ["silent", { START_DELAY_MS: "60000" }, {}, "ECONNREFUSED"],
      ["textless", {}, { includes: "welcome" }, 'without the text "welcome"'],
    ] as const;
    const attempts = cases.map(async ([sandboxId, env, readiness, said]) => {
      const error = await underDeadline(3000, async (timeoutMs) => {
        const source = counterSite({ env, readiness: { ...readiness, timeoutMs } });
        const error = await errorOf(backend.create({ source, sandboxId }, patience()));
        if (error.message.includes(said) || !error.message.includes("ECONNREFUSED")) return error;
        throw new TooEarly(`${sandboxId} was not up: ${error.message}`);
      });
      expect(error.code).toBe("sandbox-not-ready");
      expect(error.message).toContain(said);
      expect(error.message).toContain(join(dir, "logs", `${sandboxId}.log`));
    });
    await Promise.all(attempts);
    await expectNothingLeft(dir);
  });
});

test("a site is asked whether it is ready under its canonical host", async () => {
  const backend = await open();
  const source = counterSite({ readiness: { includes: "ready as counter.test" } });
  const sandbox = await backend.create({ source, sandboxId: "one" }, patience());
  expect(sandbox.readyMs).toBeGreaterThan(0);
});

test("a slow start is waited for", async () => {
  const backend = await open();
  const source = counterSite({ env: { START_DELAY_MS: "700" } });
  const sandbox = await backend.create({ source, sandboxId: "one" }, patience());
  expect(sandbox.readyMs).toBeGreaterThan(700);
});

test("a site that finds its port taken is started again on another", async () => {
  const backend = await open();
  // Fails as a server does whose port a stranger took, the first time it is started in a copy.
  const script =
    'mkdir tried 2>/dev/null && { echo "listen EADDRINUSE :$PORT" >&2; exit 1; }; exec "$0" server.ts';
  const source = counterSite({ command: ["sh", "-c", script, process.execPath] });
  const sandbox = await backend.create({ source, sandboxId: "one" }, patience());
  expect(await countOf(sandbox)).toBe(10);
});

test("a process that ends by itself makes its sandbox fail, takes its children along, and is told", async () => {
  const dir = join(await newFolder(), "sandboxes");
  const backend = await open(dir);
  const told = new Promise<Sandbox>((resolve) => backend.onFailure(resolve));
  const source = counterSite({ env: { FORK: "1" } });
  const sandbox = await backend.create({ source, sandboxId: "one" }, patience());
  await ask(sandbox, "/add");
  await ask(sandbox, "/crash").catch(() => undefined);
  const failed = await told;
  expect(failed).toMatchObject({ sandboxId: "one", state: "failed" });
  expect(failed.failure).toContain("exit code 3");
  expect(backend.get("one")).toEqual(failed);
  expect(await processesUnder(dir)).toEqual([]);
  expect(await backend.stats("one")).toMatchObject({ processes: 0, memoryMiB: 0 });

  // Its data are whole: they can be branched from, and the sandbox brought back.
  const branch = await backend.branch("one", { newSandboxId: "two" }, patience());
  expect(await countOf(branch)).toBe(11);
  const back = await backend.reset("one", patience());
  expect(back.state).toBe("ready");
  expect(back.failure).toBeUndefined();
  expect(await countOf(back)).toBe(10);
});

test("a reset that fails leaves the sandbox as it was", async () => {
  const dir = join(await newFolder(), "sandboxes");
  const backend = await open(dir);
  const source = counterSite();
  const sandbox = await backend.create({ source, sandboxId: "one" }, patience());
  await ask(sandbox, "/add");
  // A checkpoint of a folder the site can't start from.
  await backend.checkpoint("one", "broken", patience());
  await rm(join(dir, "sandboxes/one/checkpoints/broken/server.ts"));
  await expect(backend.restore("one", "broken", patience())).rejects.toMatchObject({
    code: "sandbox-failed",
  });
  expect(backend.get("one")).toMatchObject({ state: "ready", origin: sandbox.origin });
  expect(await countOf(backend.get("one"))).toBe(11);
  expect((await readdir(join(dir, "sandboxes/one"))).sort()).toEqual([
    "checkpoints",
    "data-1",
    "state.json",
    "tmp-1",
  ]);
});

describe("an operation that is aborted", () => {
  test("a create that is aborted leaves nothing, wherever it was", async () => {
    const dir = join(await newFolder(), "sandboxes");
    const backend = await open(dir);
    const source = counterSite({ env: { START_DELAY_MS: "300" } });
    for (const afterMs of [0, 2, 5, 10, 30, 100, 250]) {
      const reason = new Error("enough");
      const abort = new AbortController();
      const timer = setTimeout(() => abort.abort(reason), afterMs);
      const request = { source, sandboxId: "one" };
      await expect(backend.create(request, abort.signal)).rejects.toBe(reason);
      clearTimeout(timer);
      await expectNothingLeft(dir);
      expect(await readdir(join(dir, "logs"))).toEqual([]);
    }
    expect(backend.list()).toEqual([]);
  });

  test("a checkpoint, branch or restore that is aborted leaves the sandbox running as it was", async () => {
    const dir = join(await newFolder(), "sandboxes");
    const backend = await open(dir);
    const source = counterSite({ env: { WRITE: "1" } });
    const sandbox = await backend.create({ source, sandboxId: "one" }, patience());
    // Large enough for the abort to come before the copy is done.
    await ask(sandbox, "/disk?n=60");
    await backend.checkpoint("one", "kept", patience());
    const files = await foldersOf(join(dir, "sandboxes/one"));
    const operations = [
      async (signal: AbortSignal) => backend.checkpoint("one", "next", signal),
      async (signal: AbortSignal) => backend.branch("one", { newSandboxId: "two" }, signal),
      async (signal: AbortSignal) => backend.restore("one", "kept", signal),
      async (signal: AbortSignal) => backend.reset("one", signal),
    ];
    for (const operation of operations) {
      for (const turns of [0, 1, 3, 10]) {
        const abort = new AbortController();
        const begun = operation(abort.signal).then(
          () => "done",
          (error: unknown) => String(error),
        );
        for (let turn = 0; turn < turns; turn++) await nextTurn();
        abort.abort(new Error("enough"));
        expect(await begun).toContain("enough");
        expect(backend.get("one")).toMatchObject({ state: "ready", origin: sandbox.origin });
        expect(backend.list()).toHaveLength(1);
        const before = Number(await ask(sandbox, "/acknowledged"));
        await eventually(
          "the site goes on writing",
          async () => Number(await ask(sandbox, "/acknowledged")) > before,
        );
        expect(await foldersOf(join(dir, "sandboxes/one"))).toEqual(files);
      }
    }
  });

  test("deleting a sandbox that is being made ends its making", async () => {
    const dir = join(await newFolder(), "sandboxes");
    const backend = await open(dir);
    const source = counterSite({ env: { START_DELAY_MS: "60000" } });
    const making = errorOf(backend.create({ source, sandboxId: "one" }, patience()));
    await eventually("it starts", async () => backend.list()[0]?.state === "starting");
    await backend.delete("one");
    expect(await making).toMatchObject({ code: "unknown-sandbox" });
    await expectNothingLeft(dir);
    const again = await backend.create({ source: counterSite(), sandboxId: "one" }, patience());
    expect(again.state).toBe("ready");
  });
});

test("what a site prints is kept up to a limit", async () => {
  const backend = await open();
  const sandbox = await backend.create({ source: counterSite(), sandboxId: "one" }, patience());
  await ask(sandbox, "/print?n=3000");
  const logs = await logsOf(backend);
  await eventually("the log was rotated", async () => (await readdir(logs)).includes("one.log.1"));
  await ask(sandbox, "/print?n=3000");
  const sizes = await Promise.all(
    (await readdir(logs)).map(async (name) => (await stat(join(logs, name))).size),
  );
  expect(sizes).toHaveLength(2);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(2.5 * 1024 * 1024);
});

/** The folder of logs, by way of what a failed sandbox says of it. */
async function logsOf(backend: SandboxBackend): Promise<string> {
  const source = counterSite({ env: { CRASH: "1" }, name: "probe" });
  const error = await errorOf(backend.create({ source, sandboxId: "probe" }, patience()));
  const log = String(error.details["log"]);
  await rm(log);
  return join(log, "..");
}

/** Every folder below one; files come and go as the site writes. */
async function foldersOf(dir: string): Promise<readonly string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
