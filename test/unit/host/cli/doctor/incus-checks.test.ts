// Tests what `webserv doctor` makes of an Incus, sound and broken in each of its parts.
import { incusCheck } from "@webserv/host/src/cli/doctor/incus-checks.ts";
import type { FoundIncus, IncusFacts } from "@webserv/host/src/cli/doctor/incus-facts.ts";
import { incusNames } from "@webserv/host/src/sandbox/incus/names.ts";
import type { FoundRules } from "@webserv/host/src/sandbox/incus/set-up/firewall-rules.ts";
import { networkConfig } from "@webserv/host/src/sandbox/incus/set-up/network-config.ts";
import { projectConfig } from "@webserv/host/src/sandbox/incus/set-up/project-config.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";
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
    config: { ...projectConfig(incusNames(), false), "user.webserv.disk-limits": "quotas" },
    used_by: [],
  },
  pool: poolWith(40 * GIB),
  network: networkWith({}),
  firewall: {
    machine: 'iifname "webserv0" drop\noifname "webserv0" drop',
    bridge: 'iifname != "ws0a57*" accept',
  },
  unknownNeighbours: 0,
};

function networkWith(config: Readonly<Record<string, string>>): FoundIncus["network"] {
  return {
    up: true,
    state: {
      name: "webserv0",
      type: "bridge",
      managed: true,
      status: "Created",
      description: "",
      config: { ...networkConfig("10.87.0.1/16"), ...config },
      used_by: [],
    },
  };
}

/** The rules of `sound` with one of them changed. */
function rulesWith(change: Partial<FoundRules>): FoundRules {
  return { machine: "", bridge: "", ...sound.firewall, ...change };
}

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

async function found(facts: IncusFacts, limit = "5000000", ids = "root:1000000:1000000000\n") {
  return await incusCheck({
    incus: () => Promise.resolve(facts),
    read: (file) => (file.startsWith("/etc/sub") ? ids : limit),
    exists: () => true,
  });
}

test("an Incus that is set up passes, whatever is looked at", async () => {
  const all = await found(sound);
  expect(all.map(({ check, status }) => [check, status])).toEqual([
    ["incus", "ok"],
    ["incus project", "ok"],
    ["incus storage", "ok"],
    ["incus network", "ok"],
    ["incus firewall", "ok"],
    ["id ranges", "ok"],
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
  ["a server that does not trust us", { server: serverOf("6.0.4", "untrusted") }, "incus", "fail"],
  ["no project", { project: undefined }, "incus project", "fail"],
  [
    "a project of another configuration",
    { project: { name: "webserv", description: "", config: {}, used_by: [] } },
    "incus project",
    "warn",
  ],
  [
    "an open project and an address on the network",
    { server: { ...serverOf("6.0.4"), config: { "core.https_address": ":8443" } } },
    "incus project",
    "warn",
  ],
  ["an open project on another machine", { local: false }, "incus project", "warn"],
  ["no pool", { pool: undefined }, "incus storage", "fail"],
  ["a full pool", { pool: poolWith(GIB / 2) }, "incus storage", "fail"],
  ["a pool that is nearly full", { pool: poolWith(3 * GIB) }, "incus storage", "warn"],
  ["a pool of copies", { pool: poolWith(40 * GIB, "dir") }, "incus storage", "warn"],
  ["no network", { network: undefined }, "incus network", "fail"],
  ["a way out", { network: networkWith({ "ipv4.nat": "true" }) }, "incus network", "fail"],
  [
    "a bridge of another configuration",
    { network: networkWith({ "dns.mode": "managed" }) },
    "incus network",
    "warn",
  ],
  ["unknown neighbours", { unknownNeighbours: 3 }, "incus network", "warn"],
  ["no firewall", { firewall: rulesWith({ machine: "" }) }, "incus firewall", "fail"],
  [
    "a way to sandboxes from elsewhere",
    { firewall: rulesWith({ machine: 'iifname "webserv0" drop' }) },
    "incus firewall",
    "fail",
  ],
  [
    "no rules against taking others' addresses",
    { firewall: rulesWith({ bridge: "" }) },
    "incus firewall",
    "fail",
  ],
  ["a firewall only root may see", { firewall: undefined }, "incus firewall", "skipped"],
])("webserv doctor tells of an Incus with %s", async (_what, change, check, status) => {
  const finding = (await found({ ...sound, ...change })).find((each) => each.check === check);
  expect(finding?.status).toBe(status);
  expect(finding?.next === "").toBe(status === "skipped");
});

test("a project that is restricted passes if Incus listens on the network, and only then", async () => {
  const restricted = { ...projectConfig(incusNames(), true), "user.webserv.disk-limits": "quotas" };
  const project = { name: "webserv", description: "", config: restricted, used_by: [] };
  const server = { ...serverOf("6.0.4"), config: { "core.https_address": ":8443" } };
  const statusOf = async (facts: IncusFacts): Promise<string | undefined> =>
    (await found(facts)).find(({ check }) => check === "incus project")?.status;
  expect(await statusOf({ ...sound, project, server })).toBe("ok");
  expect(await statusOf({ ...sound, project })).toBe("warn");
});

test("limits of the kernel that are low are told with their values", async () => {
  const finding = (await found(sound, "128")).at(-1);
  expect(finding?.found).toContain("kernel.keys.maxkeys is 128, not 20000");
  expect(finding).toMatchObject({ status: "warn", next: "Run sudo scripts/setup-incus." });
});

test("too few ids for isolated containers are told", async () => {
  const all = await found(sound, undefined, "root:100000:65536\n");
  const finding = all.find(({ check }) => check === "id ranges");
  expect(finding?.status).toBe("warn");
  expect(finding?.found).toContain("/etc/subuid and /etc/subgid");
});
