import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { findControlGroup, findInit } from "@webserv/host/src/sandbox/incus/clone/control-group.ts";

const { signal } = new AbortController();
const container = { project: "webserv", instance: "clone-10-87-1-1", pid: 4242 };
const group = "lxc.payload.webserv_clone-10-87-1-1";

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "webserv-groups-"));
});
afterEach(async () => {
  await rm(dir, { recursive: true, force: true });
});

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(dir, path)), { recursive: true });
  await writeFile(join(dir, path), text);
}

const find = async () => findControlGroup(container, join(dir, "sys"), join(dir, "proc"));

test("a control group's freezer of version 1 is found from a pid, also of a process deeper inside", async () => {
  await put("proc/4242/cgroup", `5:memory:/${group}\n4:freezer:/${group}/init.scope\n0::/\n`);
  await put("proc/4242/status", "SigPnd:\t0000000000000000\nShdPnd:\t0000000000000000\n");
  await put(`sys/freezer/${group}/freezer.state`, "THAWED");
  await put(`sys/freezer/${group}/cgroup.procs`, "4242\n");
  const found = await find();
  expect(found?.frozen()).toBe(false);
  expect(await found?.freeze(signal)).toBe(true);
  expect(found?.frozen()).toBe(true);
  // Killed while it rests, it would end as soon as it is thawed.
  await put("proc/4242/status", "SigPnd:\t0000000000000000\nShdPnd:\t0000000000000100\n");
  expect(found?.frozen()).toBe(false);
  found?.thaw();
  expect(await readFile(join(dir, `sys/freezer/${group}/freezer.state`), "utf8")).toBe("THAWED");
});

test("a control group of version 2 is frozen when the kernel says so, also under a name with a number", async () => {
  await put("proc/4242/cgroup", `0::/${group}-1\n`);
  await put(`sys/${group}-1/cgroup.freeze`, "0");
  await put(`sys/${group}-1/cgroup.events`, "populated 1\nfrozen 0\n");
  await put(`sys/${group}-1/cgroup.procs`, "");
  const found = await find();
  const freezing = found?.freeze(signal);
  expect(found?.frozen()).toBe(false);
  await put(`sys/${group}-1/cgroup.events`, "populated 1\nfrozen 1\n");
  expect(await freezing).toBe(true);
  expect(await readFile(join(dir, `sys/${group}-1/cgroup.freeze`), "utf8")).toBe("1");
  await rm(join(dir, "sys"), { recursive: true });
  expect(found?.frozen()).toBe(false);
  expect(() => found?.thaw()).toThrow("ENOENT");
});

test("a container's init is the process that is number 1 to itself", async () => {
  await put(`sys/freezer/${group}/cgroup.procs`, "4300\n4242\n");
  await put("proc/4300/status", "Name:\tsh\nNSpid:\t4300\t11\n");
  await put("proc/4242/status", "Name:\tbusybox\nNSpid:\t4242\t1\n");
  const init = async () => findInit(container, join(dir, "sys"), join(dir, "proc"));
  expect(await init()).toBe(4242);
  await put(`sys/freezer/${group}/cgroup.procs`, "");
  expect(await init()).toBeUndefined();
});

test("no control group is found for a pid that is some other process here", async () => {
  await put("proc/4242/cgroup", `4:freezer:/lxc.payload.other_clone-10-87-1-1\n0::/user.slice\n`);
  await put(`sys/freezer/${group}/freezer.state`, "THAWED");
  expect(await find()).toBeUndefined();
  await rm(join(dir, "proc"), { recursive: true });
  expect(await find()).toBeUndefined();
});
