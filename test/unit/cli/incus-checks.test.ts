// What `webserv doctor` makes of an Incus, sound and broken in each of its parts.
import { incusCheck } from "@webserv/host/src/cli/incus-checks.ts";
import type { FoundIncus, IncusFacts } from "@webserv/host/src/cli/incus-facts.ts";
import { incusNames } from "@webserv/host/src/sandbox/incus/names.ts";
import { WebservError } from "@webserv/shared/protocol/errors.ts";
import { expect, test } from "vitest";

const GIB = 1024 ** 3;
const sound: FoundIncus = {
  kind: "found",
  names: incusNames(),
  where: "/var/lib/incus/unix.socket",
  local: true,
  server: serverOf("6.0.4"),
  project: {
    name: "webserv",
    description: "",
    config: { restricted: "true", "user.webserv.disk-limits": "quotas" },
    used_by: [],
  },
  pool: poolWith(40 * GIB),
  network: {
    up: true,
    state: {
      name: "webserv0",
      type: "bridge",
      managed: true,
      status: "Created",
      description: "",
      config: { "ipv4.address": "10.87.0.1/16", "ipv4.nat": "false" },
      used_by: [],
    },
  },
  firewall: 'table inet webserv {\n\tiifname "webserv0" drop\n}',
};

function serverOf(version: string, auth = "trusted"): FoundIncus["server"] {
  const environment = {
    server_version: version,
    server_name: "vm",
    server_clustered: false,
    kernel_version: "6.18",
    architectures: ["x86_64"],
    storage: "btrfs",
    storage_version: "6.14",
    driver: "lxc",
    certificate: "",
  };
  return { api_version: "1.0", api_extensions: [], auth, config: {}, environment };
}

function poolWith(free: number, driver = "btrfs"): FoundIncus["pool"] {
  const inodes = { used: 0, total: 0 };
  return {
    state: { name: "webserv", driver, status: "Created", description: "", config: {}, used_by: [] },
    usage: { space: { used: 50 * GIB - free, total: 50 * GIB }, inodes },
  };
}

async function found(facts: IncusFacts, limit = "5000000") {
  return await incusCheck({ incus: () => Promise.resolve(facts), read: () => limit });
}

test("an Incus that is set up passes, whatever is looked at", async () => {
  const all = await found(sound);
  expect(all.map(({ check, status }) => [check, status])).toEqual([
    ["incus", "ok"],
    ["incus project", "ok"],
    ["incus storage", "ok"],
    ["incus network", "ok"],
    ["incus firewall", "ok"],
    ["kernel limits", "ok"],
  ]);
});

test("no Incus is a note that names the set-up, not a failure", async () => {
  const [note, ...others] = await found({ kind: "none", socketPath: "/x/unix.socket" });
  expect(others).toEqual([]);
  expect(note?.status).toBe("skipped");
  expect(note?.found).toContain("sudo scripts/setup-incus");
});

test.each([
  ["connect EACCES /x/unix.socket", "incus-admin"],
  ["connect ECONNREFUSED /x/unix.socket", "sudo scripts/setup-incus"],
])(
  "an Incus that can't be reached (%s) is a failure with its own advice",
  async (words, advice) => {
    const error = new WebservError("backend-unavailable", words);
    const [finding] = await found({ kind: "unreachable", error });
    expect(finding?.status).toBe("fail");
    expect(finding?.next).toContain(advice);
  },
);

test.each<[string, Partial<FoundIncus>, string, string]>([
  ["an old server", { server: serverOf("5.21") }, "incus", "fail"],
  ["one that does not trust us", { server: serverOf("6.0.4", "untrusted") }, "incus", "fail"],
  ["no project", { project: undefined }, "incus project", "fail"],
  [
    "a project that lets out",
    { project: { name: "webserv", description: "", config: {}, used_by: [] } },
    "incus project",
    "warn",
  ],
  ["no pool", { pool: undefined }, "incus storage", "fail"],
  ["a full pool", { pool: poolWith(GIB / 2) }, "incus storage", "fail"],
  ["a pool that is nearly full", { pool: poolWith(3 * GIB) }, "incus storage", "warn"],
  ["a pool of copies", { pool: poolWith(40 * GIB, "dir") }, "incus storage", "warn"],
  ["no network", { network: undefined }, "incus network", "fail"],
  ["no firewall", { firewall: "" }, "incus firewall", "fail"],
  ["a firewall only root may see", { firewall: undefined }, "incus firewall", "skipped"],
])("%s is told", async (_what, change, check, status) => {
  const finding = (await found({ ...sound, ...change })).find((each) => each.check === check);
  expect(finding?.status).toBe(status);
  expect(finding?.next === "").toBe(status === "skipped");
});

test("limits of the kernel that are low are told with their values", async () => {
  const finding = (await found(sound, "128")).at(-1);
  expect(finding?.found).toContain("kernel.keys.maxkeys is 128, not 20000");
  expect(finding).toMatchObject({ status: "warn", next: "Run sudo scripts/setup-incus." });
});
