// A daemon's life: one at a time, found by those who look, and nothing left behind.
import { createServer } from "node:net";
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

import { describe, expect, test } from "vitest";
import * as z from "zod/mini";

import { connectDaemon } from "@webserv/host/src/reach/connect.ts";
import { readDaemonRecord } from "@webserv/host/src/reach/run-files.ts";
import { isRunning } from "@webserv/host/src/running-process.ts";

import { TestHome, until } from "../../support/daemon/daemon.ts";
import { FakeExtension } from "../../support/daemon/fake-extension.ts";
import { PATIENCE_MS } from "../../support/time/patience.ts";

/** A daemon's last words. */
const errorWords = z.object({ code: z.string(), message: z.string(), next: z.string() });

/** Typed, which vitest's own is not. */
const containing = (text: string): unknown => expect.stringContaining(text);

const client = { name: "test", version: "1" };

/** Every file and socket below a folder, by its path in it. */
function filesIn(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1))
    .sort();
}

describe("a daemon", () => {
  test("of two daemons started at once one serves, and the other says so and ends with 0", async () => {
    await using home = await TestHome.make();
    const daemons = [home.start(), home.start()];
    const ended = await Promise.race(
      daemons.map(async (daemon) => ({ daemon, code: await daemon.ended })),
    );
    expect(ended.code).toBe(0);
    expect(ended.daemon.output).toContain("a daemon serves already");
    const serving = daemons.find((daemon) => daemon !== ended.daemon);
    await serving?.whenServing();
    await serving?.agent();
    expect(ended.daemon.output).toContain(String(serving?.pid));
  });

  test("a daemon that is given a taken port ends with an error that names the port", async () => {
    await using home = await TestHome.make();
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const address = other.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const daemon = home.start({ args: ["--port", String(port)] });
    expect(await daemon.ended).toBe(1);
    const daemonError = errorWords.parse(JSON.parse(daemon.output));
    expect(daemonError).toMatchObject({ code: "port-taken", message: containing(String(port)) });
    await expect(
      connectDaemon({
        home: home.paths.home,
        start: true,
        port,
        client,
        signal: AbortSignal.timeout(PATIENCE_MS),
      }),
    ).rejects.toMatchObject({ code: "port-taken", message: daemonError.message });
    other.close();
  });

  test("a daemon refuses a port that is not a number, and names its value", async () => {
    await using home = await TestHome.make();
    const daemon = home.start({ env: { WEBSERV_PORT: "seventy" } });
    expect(await daemon.ended).toBe(1);
    expect(daemon.output).toContain("seventy");
  });

  test("a daemon is started only once by several agents that find none at once", async () => {
    await using home = await TestHome.make();
    const connect = async (): Promise<number> => {
      const peer = await connectDaemon({
        home: home.paths.home,
        start: true,
        client,
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      const { pid } = await peer.call("daemon.status", {});
      peer.close();
      return pid;
    };
    const pids = await Promise.all([connect(), connect(), connect()]);
    expect(new Set(pids).size).toBe(1);
  });

  test("a daemon is not started by an agent that does not want it", async () => {
    await using home = await TestHome.make();
    await expect(
      connectDaemon({
        home: home.paths.home,
        start: false,
        client,
        signal: AbortSignal.timeout(PATIENCE_MS),
      }),
    ).rejects.toMatchObject({ code: "daemon-unreachable" });
  });

  test("a daemon keeps its run files and its log from every other user", async () => {
    await using home = await TestHome.make();
    await home.daemon();
    const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8);
    expect(mode(home.paths.runDir)).toBe("700");
    expect(mode(home.paths.socket)).toBe("600");
    expect(mode(home.paths.agentSocket)).toBe("600");
    expect(mode(home.paths.tokenFile)).toBe("600");
    expect(mode(join(home.paths.logDir, "daemon.log"))).toBe("600");
  });

  test("after a daemon's crash the next one takes its place, with the same token", async () => {
    await using home = await TestHome.make();
    const first = await home.daemon();
    const { token } = first;
    await first.kill();
    expect(filesIn(home.paths.runDir)).toContain("native.sock");
    const second = await home.daemon();
    expect(second.token).toBe(token);
    await using extension = await FakeExtension.connect({ home: home.paths.home });
    const agent = await second.agent();
    const { browsers } = await agent.call("browser.list", {});
    expect(browsers.map(({ browserId }) => browserId)).toEqual([extension.browserId]);
  });

  test("a home too deep for a socket is served all the same, and nothing of it is left", async () => {
    await using home = await TestHome.make("a-rather-long-name/".repeat(6));
    const daemon = await home.daemon();
    const folder = dirname(home.paths.socket);
    expect(folder).not.toBe(home.paths.runDir);
    await using _extension = await FakeExtension.connect({ home: home.paths.home });
    expect(await daemon.stop()).toBe(0);
    expect(existsSync(folder)).toBe(false);
  });

  test.for(["SIGTERM", "SIGINT"] as const)("a daemon ends cleanly with %s", async (signal) => {
    await using home = await TestHome.make();
    const daemon = await home.daemon();
    daemon.process.kill(signal);
    expect(await daemon.ended).toBe(0);
    expect(filesIn(home.paths.runDir)).toEqual(["token"]);
  });

  test("a daemon that is asked to stop closes what it holds and leaves no process and only data", async () => {
    await using home = await TestHome.make();
    const daemon = await home.daemon();
    await using extension = await FakeExtension.connect({ home: home.paths.home });
    const agent = await daemon.agent();
    const { session } = await agent.call("session.open", { url: "http://a.test" });
    expect(extension.leases.has(session.sessionId)).toBe(true);
    await agent.call("daemon.stop", {});
    expect(await daemon.ended).toBe(0);
    expect(await extension.host.ended).toBe(0);
    expect(extension.leases.size).toBe(0);
    const left = filesIn(home.paths.home);
    expect(left.filter((file) => !file.startsWith("logs/"))).toEqual([
      "browsers.json",
      "run/token",
      `trajectories/${session.sessionId}/steps.jsonl`,
    ]);
  });

  test("a daemon that is started while another ends serves after it, or says that the other one serves", async () => {
    await using home = await TestHome.make();
    const first = await home.daemon();
    first.process.kill("SIGTERM");
    const second = home.start();
    expect(await first.ended).toBe(0);
    await until(
      () => readDaemonRecord(home.paths)?.pid === second.pid || !second.running,
      "an end",
    );
    // Either it waited and serves, or it had found the first one still serving.
    const peer = second.running ? await second.agent() : undefined;
    expect(peer !== undefined || second.output.includes(String(first.pid))).toBe(true);
    expect(isRunning(first.pid)).toBe(false);
  });
});

test("an agent that comes while a daemon ends is served by the next one", async () => {
  await using home = await TestHome.make();
  const gate = Promise.withResolvers<void>();
  const first = await home.daemon();
  await using _extension = await FakeExtension.connect({
    home: home.paths.home,
    // The end of the first daemon waits for this.
    handlers: {
      "lease.close": async () => {
        await gate.promise;
        return {};
      },
    },
  });
  const agent = await first.agent();
  await agent.call("session.open", {});
  await agent.call("daemon.stop", {});
  await until(() => readDaemonRecord(home.paths) === undefined, "the first one begins to end");
  const connecting = connectDaemon({
    home: home.paths.home,
    start: true,
    client,
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  gate.resolve();
  const peer = await connecting;
  expect((await peer.call("daemon.status", {})).pid).not.toBe(first.pid);
  expect(await first.ended).toBe(0);
  peer.close();
});

test("a daemon whose home is removed ends", async () => {
  await using home = await TestHome.make();
  const daemon = await home.daemon();
  rmSync(home.paths.home, { recursive: true });
  expect(await daemon.ended).toBe(0);
});

test("a daemon whose home is removed and made anew leaves it to the next one", async () => {
  await using home = await TestHome.make();
  const first = await home.daemon();
  rmSync(home.paths.home, { recursive: true });
  const second = await home.daemon();
  expect(await first.ended).toBe(0);
  const agent = await second.agent();
  expect((await agent.call("daemon.status", {})).pid).toBe(second.pid);
  expect(filesIn(home.paths.runDir)).toEqual(
    expect.arrayContaining(["daemon.json", "daemon.lock", "native.sock"]),
  );
  // One more finds it, and does not take its place.
  expect(await home.start().ended).toBe(0);
});
