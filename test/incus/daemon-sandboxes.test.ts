// Sandboxes on Incus as people and agents reach them: the program, the daemon, the router.
import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import { connectDaemon } from "@webserv/host/src/reach/connect.ts";
import { createIncusClient } from "@webserv/host/src/sandbox/incus/client/client.ts";
import type { IncusClient } from "@webserv/host/src/sandbox/incus/client/client.ts";
import { incusNames } from "@webserv/host/src/sandbox/incus/names.ts";
import { labelKeys } from "@webserv/host/src/sandbox/incus/state/labels.ts";
import { execResult, sandbox } from "@webserv/shared/model/sandbox.ts";
import type { Sandbox } from "@webserv/shared/model/sandbox.ts";

import { CommandLine } from "../support/programs/command-line.ts";
import { FakeExtension } from "../support/daemon/fake-extension.ts";
import { describeWithIncus, incusSocket } from "../support/incus/incus.ts";
import { noDeadline as signal } from "../support/time/patience.ts";
import { viaProxy } from "../support/daemon/proxy-client.ts";
import { writeTinyImage } from "../support/incus/tiny-image.ts";
import { wholeOutput } from "../support/incus/whole-output.ts";

const PATIENCE = { interval: 100 };
const site = `tiny-${randomBytes(3).toString("hex")}`;

describeWithIncus("a daemon with Incus", () => {
  let line: CommandLine;
  let client: IncusClient;
  let definition: string;

  beforeAll(async () => {
    line = await CommandLine.open({
      WEBSERV_BACKENDS: "incus,local",
      INCUS_SOCKET: incusSocket(),
    });
    client = createIncusClient({
      endpoint: { kind: "unix", socketPath: incusSocket() },
      project: incusNames().project,
    });
    definition = join(line.folder, "tiny.json");
    await writeTinyImage(join(line.folder, "tiny.tar"));
    writeFileSync(
      definition,
      JSON.stringify({
        name: site,
        title: "Tiny",
        hosts: [{ host: `${site}.test`, port: 7770 }],
        readiness: { path: "/", includes: "Tiny site", timeoutMs: 60_000 },
        image: { source: "docker-archive:tiny.tar", ports: [80] },
        pool: { min: 0, max: 1 },
      }),
    );
  });
  afterAll(async () => {
    const { sandboxes } = z.parse(listed, await line.json(["sandbox", "list"]));
    for (const { sandboxId } of sandboxes) await line.run(["sandbox", "delete", sandboxId]);
    await line.run(["site", "remove", site]);
    await line.close();
    await client.close();
  });

  /** Names of what this home's daemon has in Incus. */
  const ours = async (): Promise<string[]> => {
    const owner = readFileSync(join(line.home, "incus", "owner"), "utf8").trim();
    const labels = { [labelKeys.owner]: owner };
    return (await client.instances.list(signal, { labels })).map(({ name }) => name);
  };
  const create = async (...args: string[]): Promise<Sandbox> =>
    z.parse(sandbox, await line.json(["sandbox", "create", site, ...args]));
  const find = async (id: string): Promise<Sandbox | undefined> => {
    const { sandboxes } = z.parse(listed, await line.json(["sandbox", "list"]));
    return sandboxes.find(({ sandboxId }) => sandboxId === id);
  };

  test("an import that is interrupted leaves nothing, and the site is not there", async () => {
    const interrupt = new AbortController();
    const { exitCode } = await line.run(["site", "import", definition], {
      interrupt: interrupt.signal,
      onNote: (text) => {
        if (text.includes("making an instance")) interrupt.abort();
      },
    });
    expect(exitCode).toBe(130);
    await expect.poll(ours, PATIENCE).toEqual([]);
    expect((await line.run(["site", "status", site])).exitCode).toBe(4);
  });

  test("the import of a site says how far it is, and has nothing to do the second time", async () => {
    const first = await line.run(["site", "import", definition]);
    expect(first).toMatchObject({ exitCode: 0 });
    expect(first.err).toContain("making an instance of the image");
    expect(first.out).toMatch(/on incus +prepared/);
    const made = await ours();
    const again = await line.run(["site", "import", site]);
    expect(again).toMatchObject({ exitCode: 0 });
    expect(again.err).not.toContain("making an instance");
    expect((await ours()).filter((name) => name.startsWith("tpl-"))).toEqual(
      made.filter((name) => name.startsWith("tpl-")),
    );
  });

  test("a sandbox answers where it says; the same id gives the same one; a command runs inside", async () => {
    const one = await create("--sandbox-id", "one-of-mine");
    expect(one).toMatchObject({ backend: "incus", state: "ready" });
    expect(await (await fetch(one.origin)).text()).toContain("Tiny site");
    expect(await create("--sandbox-id", "one-of-mine")).toEqual(one);

    const script = "echo out; echo err >&2; exit 7";
    const run = async (...words: readonly string[]) =>
      wholeOutput(async () => {
        const outcome = await line.run(["sandbox", "exec", "one-of-mine", ...words]);
        return {
          ...outcome,
          truncated: /missing|"truncated": ?true/.test(outcome.err + outcome.out),
        };
      });
    expect(await run("--", "sh", "-c", script)).toMatchObject({
      exitCode: 7,
      out: "out\n",
      err: "err\n",
    });
    const passwords = await run("--json", "--", "cat", "/etc/passwd");
    const { stdout } = z.parse(execResult, passwords.json());
    expect(stdout).toContain("root:x:0:0");
    const inFolder = async (folder: string) => run("--cwd", folder, "--", "pwd");
    expect(await inFolder("/www/cgi-bin")).toMatchObject({ exitCode: 0, out: "/www/cgi-bin\n" });
    const nowhere = await inFolder("/no/such");
    expect(nowhere.exitCode).not.toBe(0);
    expect(nowhere.err).toContain("there is no such folder");
    expect((await line.run(["sandbox", "logs", "one-of-mine"])).out).toContain("response:200");
  });

  test("a session sees its sandbox under the canonical host, before and after a reset, and branches go their own way", async () => {
    const agent = await connectDaemon({
      home: line.home,
      start: false,
      client: { name: "test", version: "1" },
      signal,
    });
    await using extension = await FakeExtension.connect({ home: line.home });
    const { session } = await agent.call("session.open", { sandboxes: ["one-of-mine"] }, patient);
    const port = (): number => extension.proxies.at(-1)?.port ?? 0;
    const count = async (): Promise<string> =>
      (await viaProxy(port(), `http://${site}.test:7770/cgi-bin/count`)).body.trim();
    expect([await count(), await count()]).toEqual(["1", "2"]);
    const branch = await agent.call("sandbox.branch", { sandboxId: "one-of-mine" }, patient);
    expect(await count()).toBe("3");
    const theirs = await fetch(`${branch.origin}/cgi-bin/count`);
    expect((await theirs.text()).trim()).toBe("3");
    await agent.call("sandbox.reset", { sandboxId: "one-of-mine" }, patient);
    expect(await count()).toBe("1");
    await agent.call("session.close", { sessionId: session.sessionId });
    await agent.call("sandbox.delete", { sandboxId: branch.sandboxId }, patient);
    agent.close();
  });

  test("a sandbox whose lease runs out is deleted, its instance too", async () => {
    const leased = await create("--sandbox-id", "leased", "--lease-ms", "2000");
    expect(leased.leaseUntil).toBeDefined();
    await expect.poll(async () => await find("leased"), PATIENCE).toBeUndefined();
    const address = new URL(leased.origin).hostname.replaceAll(".", "-");
    await expect.poll(ours, PATIENCE).not.toContain(`clone-${address}`);
  });

  test("a daemon that is killed leaves its sandboxes running, and the next one takes them back", async () => {
    const before = await create("--sandbox-id", "kept", "--lease-ms", "3600000");
    await fetch(`${before.origin}/cgi-bin/put?word`);
    await line.json(["sandbox", "checkpoint", "kept", "early"]);
    const status = await line.json(["daemon", "status"]);
    process.kill(z.parse(z.object({ pid: z.int() }), status).pid, "SIGKILL");
    expect(await (await fetch(`${before.origin}/cgi-bin/words`)).text()).toContain("word");

    const after = await find("kept");
    expect(after).toMatchObject({ state: "ready", origin: before.origin });
    expect(after?.checkpoints.map(({ name }) => name)).toEqual(["early"]);
    expect(Date.parse(after?.leaseUntil ?? "")).toBeGreaterThan(Date.now() + 3_000_000);
    expect(await (await fetch(`${before.origin}/cgi-bin/words`)).text()).toContain("word");
    const restored = z.parse(sandbox, await line.json(["sandbox", "restore", "kept", "early"]));
    expect(await (await fetch(`${restored.origin}/cgi-bin/words`)).text()).toContain("word");
    const reset = z.parse(sandbox, await line.json(["sandbox", "reset", "kept"]));
    expect(await (await fetch(`${reset.origin}/cgi-bin/words`)).text()).not.toContain("word");
  });

  test("a site that is removed leaves nothing in Incus", async () => {
    for (const id of ["one-of-mine", "kept"]) await line.run(["sandbox", "delete", id]);
    expect((await line.run(["site", "remove", site])).exitCode).toBe(0);
    await expect.poll(ours, PATIENCE).toEqual([]);
  });

  test("a purge leaves nothing in Incus, even if the daemon was killed before", async () => {
    // As npm calls its scripts: in another folder than the one where it was typed.
    const env = { npm_lifecycle_event: "webserv", INIT_CWD: dirname(definition) };
    const here = `./${basename(definition)}`;
    expect(await line.run(["site", "import", here], { env })).toMatchObject({ exitCode: 0 });
    await create("--sandbox-id", "purged");
    const status = await line.json(["daemon", "status"]);
    process.kill(z.parse(z.object({ pid: z.int() }), status).pid, "SIGKILL");
    expect(await line.run(["daemon", "stop", "--purge"])).toMatchObject({ exitCode: 0 });
    expect(await ours()).toEqual([]);
  });

  test("without Incus the daemon serves as before, and says why there is none", async () => {
    const other = await CommandLine.open({
      WEBSERV_BACKENDS: "incus,local",
      INCUS_SOCKET: join(line.folder, "no.socket"),
    });
    try {
      expect(await other.json(["daemon", "start"])).toMatchObject({
        backends: [
          { name: "incus", available: false, reason: expectText("no.socket") },
          { name: "local", available: true },
        ],
      });
      const refused = await other.run(["sandbox", "create", "store", "--backend", "incus"]);
      expect(refused.exitCode).toBe(1);
      expect(refused.err).toContain("setup-incus");
    } finally {
      await other.close();
    }
  });
});

const listed = z.object({ sandboxes: z.array(sandbox) });
const patient = { timeoutMs: 90_000 };

function expectText(part: string): unknown {
  return expect.stringContaining(part);
}
