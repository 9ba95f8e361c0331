// Many who find no daemon at once: one of them starts it, and no other waits for one that is no more.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";

import { expect, test } from "vitest";

import { readDaemonRecord } from "@webserv/host/src/reach/run-files.ts";
import { isRunning } from "@webserv/host/src/running-process.ts";

import { TestHome, until } from "../../support/daemon/daemon.ts";
import { FakeExtension } from "../../support/daemon/fake-extension.ts";
import { startNativeHost } from "../../support/daemon/native-host.ts";
import { holdFile, notingDaemons, startedDaemons } from "../../support/programs/noted-process.ts";

const MANY = 12;

test("twelve native hosts at once start one daemon, and one more after its death", async () => {
  await using home = await TestHome.make("home");
  const { home: dir } = home.paths;
  mkdirSync(dir);
  const extensions = Array.from(
    { length: MANY },
    () => new FakeExtension({ home: dir, env: notingDaemons(dir) }),
  );
  const connectAll = async (): Promise<ReadonlySet<number>> =>
    new Set((await Promise.all(extensions.map((each) => each.connect()))).map(({ pid }) => pid));
  try {
    const first = await connectAll();
    expect([...first]).toEqual(startedDaemons(dir));
    const [pid = 0] = first;
    process.kill(pid, "SIGKILL");
    await Promise.all(extensions.map(({ host }) => host.ended));
    const second = await connectAll();
    expect([...first, ...second]).toEqual(startedDaemons(dir));
  } finally {
    await Promise.all(extensions.map((each) => each.stop()));
  }
});

test("a native host that waits for another's daemon starts one itself if the other host is killed", async () => {
  await using home = await TestHome.make("home");
  const { home: dir } = home.paths;
  mkdirSync(dir);
  const env = notingDaemons(dir);
  writeFileSync(holdFile(dir), "");
  const starter = startNativeHost({ home: dir, env });
  await until(() => startedDaemons(dir).length === 1, "a daemon starts");
  await using waiting = new FakeExtension({ home: dir, env });
  const connected = waiting.connect();
  const [held = 0] = startedDaemons(dir);
  process.kill(held, "SIGSTOP");
  rmSync(holdFile(dir));
  starter.process.kill("SIGKILL");
  const { pid } = await connected;
  expect(startedDaemons(dir)).toEqual([held, pid]);
  process.kill(held, "SIGCONT");
  await until(() => !isRunning(held), "the other daemon leaves");
  expect(readDaemonRecord(home.paths)?.pid).toBe(pid);
});
