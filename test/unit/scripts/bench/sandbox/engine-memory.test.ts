import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { memoryHeldBy } from "../../../../../scripts/bench/sandbox/engine-memory.ts";

const KIB = 1024;
const processes = { group: /^\/clone-[^/]+/, command: /^shim .*-address \/own\// };

interface Process {
  readonly cgroup: string;
  readonly pss: number;
  readonly command?: string;
}

test.each([
  ["version 1", (path: string) => `12:pids:/elsewhere\n3:memory:${path}\n0::/elsewhere\n`],
  ["version 2", (path: string) => `0::${path}\n`],
])(
  "processes of a clone's group count by their share, with control groups of %s",
  async (version, listing) => {
    const { root, held } = await machine({
      "1": { cgroup: listing("/"), pss: 1000 },
      "10": { cgroup: listing("/clone-a"), pss: 30 },
      "11": { cgroup: listing("/clone-a/service"), pss: 5 },
      "12": { cgroup: listing("/clone-b"), pss: 7 },
    });
    const folder = version === "version 1" ? join(root, "memory") : root;
    const file = version === "version 1" ? "memory.kmem.usage_in_bytes" : "memory.stat";
    const text = (bytes: number): string =>
      version === "version 1" ? `${bytes}\n` : `anon 5\nkernel ${bytes}\nkernel_stack 3\n`;
    await write(join(folder, "clone-a", file), text(100));
    await write(join(folder, "clone-b", file), text(20));
    expect(await held()).toBe(42 * KIB + 120);
  },
);

test("processes that watch over clones are known by their command line, and no others count", async () => {
  const { held } = await machine({
    "20": { cgroup: "0::/system\n", pss: 4, command: "shim\0-id\0x\0-address\0/own/sock\0" },
    "21": { cgroup: "0::/system\n", pss: 8, command: "shim\0-id\0y\0-address\0/other/sock\0" },
    "22": { cgroup: "0::/x/clone-a\n", pss: 16 },
  });
  expect(await held()).toBe(4 * KIB);
});

async function machine(list: Readonly<Record<string, Process>>) {
  const folder = await mkdtemp(join(tmpdir(), "webserv-memory-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [proc, root] = [join(folder, "proc"), join(folder, "cgroup")];
  await write(join(proc, "meminfo"), "");
  for (const [pid, { cgroup, pss, command = "" }] of Object.entries(list)) {
    await write(join(proc, pid, "cgroup"), cgroup);
    await write(
      join(proc, pid, "smaps_rollup"),
      `Rss: 9999 kB\nPss:      ${pss} kB\nPss_Anon: 1 kB\n`,
    );
    await write(join(proc, pid, "cmdline"), command);
  }
  return { root, held: () => memoryHeldBy(processes, root, proc) };
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
