import { createServer } from "node:net";
import { once } from "node:events";
import { networkInterfaces } from "node:os";

import { beforeAll, expect, test } from "vitest";

import type { ExecResult, Sandbox } from "@webserv/shared/model/sandbox.ts";

import { startFarServer } from "../support/pages/far-server.ts";
import { ask, patience, tinySite, useIncusWorld } from "../support/incus/incus-sandboxes.ts";
import { describeWithIncus } from "../support/incus/incus.ts";
import { wholeOutput } from "../support/incus/whole-output.ts";

const MEMORY_MIB = 48;
const PROCESSES = 40;
const DISK_MIB = 24;
/** The last are for a kernel, or a filter, without the call. */
const REFUSAL = /not permitted|denied|Read-only|not implemented|does not support/i;

describeWithIncus("what a sandbox reaches", () => {
  const world = useIncusWorld();
  let one: Sandbox;
  let other: Sandbox;
  beforeAll(async () => {
    await world.backend.adopt(() => undefined, patience());
    const limits = { memoryMiB: MEMORY_MIB, processes: PROCESSES, diskMiB: DISK_MIB, cpus: 0.5 };
    const source = tinySite(world.place, "tiny-cell", { limits });
    one = await world.backend.create({ source, sandboxId: "one" }, patience());
    other = await world.backend.create({ source, sandboxId: "other" }, patience());
  });

  /** A line of shell as root inside, with every tool of busybox at hand. */
  const inside = async (line: string, sandboxId = "one"): Promise<ExecResult> =>
    world.backend.exec(
      sandboxId,
      ["/.webserv/busybox", "sh", "-c", `b=/.webserv/busybox; ${line}`],
      {},
      patience(),
    );
  /** Runs such a line until all that it says has come; it may run twice. */
  const said = (line: string, sandboxId?: string): Promise<ExecResult> =>
    wholeOutput(() => inside(line, sandboxId));
  const reaches = async (address: string, port: number): Promise<boolean> => {
    const { exitCode } = await inside(`$b nc -w 2 ${address} ${port} </dev/null`);
    return exitCode === 0;
  };
  const gateway = (): string => hostOf(one).replace(/\.\d+\.\d+$/, ".0.1");
  const hostOf = (sandbox: Sandbox): string => new URL(sandbox.origin).hostname;

  test("a sandbox reaches itself, and this machine reaches it", async () => {
    expect(await reaches(hostOf(one), 80)).toBe(true);
    expect(await reaches("tiny-cell.test", 80)).toBe(true);
    expect(await ask(one, "/")).toContain("Tiny site");
  });

  test("a sandbox reaches no port of this machine, whichever of its addresses is asked", async () => {
    const server = createServer((socket) => socket.end()).listen(0, "0.0.0.0");
    await once(server, "listening");
    const bound = server.address();
    const port = typeof bound === "object" && bound !== null ? bound.port : 0;
    const addresses = Object.values(networkInterfaces())
      .flatMap((each) => each ?? [])
      .filter(({ family, internal }) => family === "IPv4" && !internal)
      .map(({ address }) => address);
    expect(addresses.length).toBeGreaterThan(0);
    const reached = await Promise.all(addresses.map(async (address) => reaches(address, port)));
    server.close();
    expect(reached).not.toContain(true);
  });

  test("a sandbox has no route to what this machine reaches, neither one that it has nor one that it makes", async ({
    skip,
  }) => {
    expect((await said("$b ip route")).stdout).not.toContain("default");
    expect((await said("$b cat /proc/net/if_inet6")).stdout).not.toContain("eth0");
    expect(await reaches("169.254.169.254", 80)).toBe(false);
    skip(process.getuid?.() !== 0, "only root can put a server behind this machine");
    const far = await startFarServer();
    try {
      expect(await reaches(far.address, far.port)).toBe(false);
      for (const route of [`default via ${gateway()}`, `${far.address} dev eth0`]) {
        expect((await inside(`$b ip route add ${route}`)).exitCode).toBe(0);
        expect(await reaches(far.address, far.port)).toBe(false);
        expect((await inside(`$b ip route del ${route}`)).exitCode).toBe(0);
      }
    } finally {
      await far.close();
    }
  });

  test("a sandbox reaches no other, and does not take another's place by its address and its MAC", async () => {
    expect(await reaches(hostOf(other), 80)).toBe(false);
    expect((await inside(`$b ping -c 1 -W 2 ${hostOf(other)}`)).exitCode).not.toBe(0);
    const mac = (await said("$b cat /sys/class/net/eth0/address", "other")).stdout.trim();
    await inside(
      `$b ip link set eth0 down; $b ip link set eth0 address ${mac}; $b ip addr add ${hostOf(other)}/16 dev eth0; $b ip link set eth0 up; $b arping -q -A -c 2 -I eth0 ${hostOf(other)}; $b ping -c 2 -W 1 ${gateway()}`,
    );
    // Who asks for the other one gets the other one.
    await ask(other, "/cgi-bin/put?mine");
    expect(await ask(other, "/cgi-bin/words")).toBe("mine");
    one = await world.backend.reset("one", patience());
  });

  test("a sandbox's root is nobody outside, and not another sandbox's root", async () => {
    const maps = await Promise.all(
      ["one", "other"].map(async (id) => (await said("$b cat /proc/self/uid_map", id)).stdout),
    );
    const bases = maps.map((map) => Number(/^\s*0\s+(\d+)\s+(\d+)/.exec(map)?.[1]));
    expect(Math.min(...bases)).toBeGreaterThan(0);
    expect(Math.abs((bases[0] ?? 0) - (bases[1] ?? 0))).toBeGreaterThanOrEqual(65_536);
  });

  test("a sandbox gets at nothing of Incus, of the kernel's settings or of the machine's disks", async () => {
    const { stdout } = await said(
      "ls /dev/incus /dev/lxd 2>&1; ls /dev | $b grep -E '^(sd|vd|nvme|loop|mem|kmsg$)'",
    );
    expect(stdout).not.toMatch(/sock|vda|sda|nvme|loop\d/);
    const refused = [
      // What is there already, so that a machine that lets it in is none the worse.
      "c=$($b cat /proc/sys/kernel/core_pattern); echo $c > /proc/sys/kernel/core_pattern",
      "echo 1 > /proc/sys/vm/drop_caches",
      "$b mknod /tmp/disk b 254 0",
      "$b mkdir /tmp/proc && $b mount -t proc none /tmp/proc && echo 1 > /tmp/proc/sys/vm/drop_caches",
      "echo none > /tmp/none.ko && $b insmod /tmp/none.ko",
      "$b dmesg",
    ];
    for (const line of refused) {
      const { exitCode, stderr } = await said(line);
      expect([line, exitCode]).not.toEqual([line, 0]);
      // By the kernel, not since there is no such file or program.
      expect([line, stderr]).toEqual([line, expect.stringMatching(REFUSAL)]);
    }
  });

  test("a sandbox takes no more memory than its limit: what takes more is ended, and its site goes on", async () => {
    const line = `$b dd if=/dev/zero of=/dev/null bs=${MEMORY_MIB * 3}M count=1`;
    expect((await inside(line)).exitCode).not.toBe(0);
    expect(await ask(one, "/")).toContain("Tiny site");
    expect((await world.backend.stats("one")).memoryMiB).toBeLessThanOrEqual(MEMORY_MIB);
  });

  test("a sandbox has no more processes than its limit", async () => {
    one = await world.backend.reset("one", patience());
    const line = `i=0; while [ $i -lt ${PROCESSES * 2} ]; do $b sleep 30 & i=$((i + 1)); done; echo made $i`;
    const { stdout } = await inside(line);
    expect(stdout).not.toContain(`made ${PROCESSES * 2}`);
    expect((await world.backend.stats("one")).processes).toBeLessThanOrEqual(PROCESSES);
  });

  test("a sandbox takes no more disk than its limit", async ({ skip }) => {
    const project = await world.client.projects.get(world.place.set, patience());
    skip(project.config["user.webserv.disk-limits"] !== "quotas", "the pool has no quotas");
    one = await world.backend.reset("one", patience());
    const line = `$b dd if=/dev/urandom of=/data/fill bs=1M count=${DISK_MIB * 4} conv=fsync`;
    expect((await inside(line)).exitCode).not.toBe(0);
    const { stdout } = await said("$b stat -c %s /data/fill");
    expect(Number(stdout)).toBeLessThanOrEqual((DISK_MIB + 2) * 1024 * 1024);
  });
});
