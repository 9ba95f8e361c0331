import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFile, readdir } from "node:fs/promises";

import { afterEach, expect, test } from "vitest";

import { createKeeper } from "@webserv/host/src/sandbox/local/process/keeper.ts";
import {
  endGroup,
  groupMembers,
  stopGroup,
} from "@webserv/host/src/sandbox/local/process/process-group.ts";
import {
  memoryBytes,
  readProcesses,
  startMark,
} from "@webserv/host/src/sandbox/local/process/process-table.ts";

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

/** A process in a group of its own; resolves when it has printed something. */
async function start(
  ...command: [string, ...string[]]
): Promise<{ child: ChildProcess; pid: number }> {
  const [program, ...args] = command;
  const child = spawn(program, args, { detached: true, stdio: ["ignore", "pipe", "ignore"] });
  children.push(child);
  await once(child.stdout, "data");
  if (child.pid === undefined) throw new Error("no pid");
  return { child, pid: child.pid };
}

test("the table of processes knows this process, its memory and its CPU time", async () => {
  const self = (await readProcesses()).find((row) => row.pid === process.pid);
  if (self === undefined) throw new Error("not in the table");
  expect(self.stopped).toBe(false);
  expect(self.cpuSeconds).toBeGreaterThan(0);
  const { rss } = process.memoryUsage();
  expect(self.residentBytes).toBeGreaterThan(rss / 2);
  expect(self.residentBytes).toBeLessThan(rss * 2);
  expect(memoryBytes(self)).toBeLessThanOrEqual(rss * 1.1);
});

test("a start mark is the same while a process lives, differs between processes, and ends with it", async () => {
  const { child, pid } = await start("sh", "-c", "echo up; exec sleep 60");
  const mark = await startMark(pid);
  expect(mark).toBeDefined();
  expect(await startMark(pid)).toBe(mark);
  expect(await startMark(process.pid)).not.toBe(mark);
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(await startMark(pid)).toBeUndefined();
});

test("stopping a group waits until every process in it stands still, and ending it ends them all", async () => {
  const script = "trap '' TERM; sleep 60 & sleep 60 & echo up; while :; do :; done";
  const { child, pid } = await start("sh", "-c", script);
  await stopGroup(pid, AbortSignal.timeout(10_000));
  const members = await groupMembers(pid);
  expect(members).toHaveLength(3);
  expect(members.every((row) => row.stopped)).toBe(true);
  const exit = once(child, "exit");
  await endGroup(pid, 50);
  expect(await groupMembers(pid)).toEqual([]);
  expect((await exit)[1]).toBe("SIGKILL");
  // Of what is gone already there is nothing to do.
  await endGroup(pid, 50);
});

test("the keeper ends the groups it still has when its pipe closes, and no other", async () => {
  const keeper = createKeeper();
  const polite = await start("sh", "-c", "echo up; exec sleep 60");
  const deaf = await start("sh", "-c", "trap '' TERM; echo up; while :; do sleep 1; done");
  const dropped = await start("sh", "-c", "echo up; exec sleep 60");
  keeper.add(polite.pid);
  keeper.add(deaf.pid);
  keeper.add(dropped.pid);
  keeper.drop(dropped.pid);
  // Even one that stands still gets to hear that it should end.
  await stopGroup(polite.pid, AbortSignal.timeout(10_000));
  const ends = Promise.all([once(polite.child, "exit"), once(deaf.child, "exit")]);
  await keeper.close();
  expect(await ends).toEqual([
    [null, "SIGTERM"],
    [null, "SIGKILL"],
  ]);
  expect(dropped.child.exitCode ?? dropped.child.signalCode).toBeNull();
});

test("a keeper that is killed itself is replaced, and the new one keeps the same groups", async () => {
  const keeper = createKeeper();
  const { child, pid } = await start("sh", "-c", "echo up; exec sleep 60");
  const before = await keepers();
  keeper.add(pid);
  const [first] = await newKeepers(before);
  process.kill(first ?? 0, "SIGKILL");
  await newKeepers([...before, first ?? 0]);
  const exit = once(child, "exit");
  await keeper.close();
  expect((await exit)[1]).toBe("SIGTERM");
});

async function keepers(): Promise<readonly number[]> {
  const found = await Promise.all(
    (await readdir("/proc")).filter(Number).map(async (pid) => {
      const [command, status] = await Promise.all([
        readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => ""),
        readFile(`/proc/${pid}/status`, "utf8").catch(() => ""),
      ]);
      const ours = status.includes(`\nPPid:\t${process.pid}\n`);
      return command.includes("webserv-keeper") && ours ? Number(pid) : undefined;
    }),
  );
  return found.filter((pid) => pid !== undefined);
}

async function newKeepers(before: readonly number[]): Promise<readonly number[]> {
  const found = async () => (await keepers()).filter((pid) => !before.includes(pid));
  await expect.poll(found).not.toEqual([]);
  return found();
}
