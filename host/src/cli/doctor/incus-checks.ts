// Checks Incus for `webserv doctor`: all that scripts/setup-incus sets up.
import { kernelLimitValues } from "../../sandbox/incus/kernel-limits.ts";
import { setUpCommand } from "../../sandbox/incus/names.ts";
import { missingRules } from "../../sandbox/incus/set-up/firewall-rules.ts";
import {
  ENOUGH_IDS,
  idRangeFiles,
  rangesIn,
  widthOfRoot,
} from "../../sandbox/incus/set-up/id-ranges.ts";
import { differingKeys, networkConfig } from "../../sandbox/incus/set-up/network-config.ts";
import { isReachable, projectConfig } from "../../sandbox/incus/set-up/project-config.ts";
import type { Finding } from "./doctor-finding.ts";
import { findings } from "./doctor-finding.ts";
import type { DoctorContext } from "./doctor-context.ts";
import type { FoundIncus } from "./incus-facts.ts";

const LEAST_MAJOR = 6;
const GIB = 1024 ** 3;
const FEW_BYTES = 5 * GIB;
const TOO_FEW_BYTES = GIB;

/** A missing Incus is no fault: sandboxes then run on the local backend. */
export async function incusCheck(
  context: Pick<DoctorContext, "incus" | "read" | "exists">,
): Promise<Finding[]> {
  const { ok, fail, skipped } = findings("incus");
  const facts = await context.incus();
  switch (facts.kind) {
    case "none":
      return [
        skipped(
          `not set up (no socket ${facts.socketPath}): the local backend serves; \`sudo scripts/setup-incus\` sets it up`,
        ),
      ];
    case "unreachable":
      return [fail(facts.error.message, adviceOn(facts.error))];
    case "found":
      break;
  }
  const { server, where } = facts;
  const version = server.environment?.server_version ?? "";
  if (server.auth !== "trusted") {
    return [
      fail(
        `Incus at ${where} does not trust this user`,
        "Join the group incus-admin (as good as root) and log in again, or have the client's certificate trusted.",
      ),
    ];
  }
  const serverFinding =
    Number(version.split(".")[0]) >= LEAST_MAJOR
      ? ok(`Incus ${version} at ${where}`)
      : fail(
          `Incus ${version} at ${where} is older than ${LEAST_MAJOR}.0`,
          "Install a newer Incus: `sudo scripts/setup-incus` says from where.",
        );
  return [
    serverFinding,
    projectFinding(facts),
    poolFinding(facts),
    networkFinding(facts),
    ...(facts.local ? machineFindings(context, facts) : []),
  ];
}

function projectFinding(facts: FoundIncus): Finding {
  const { ok, warn, fail } = findings("incus project");
  const { project, names } = facts;
  if (project === undefined) return fail(`there is no project ${names.project}`, setUp(facts));
  // A certificate may not see the configuration of the server that it reached.
  const reachable = !facts.local || isReachable(facts.server.config);
  const restricted = project.config["restricted"] === "true";
  if (reachable && !restricted) {
    return warn(
      `the project ${names.project} is not restricted, and Incus listens on the network: anyone who may use it can take over this machine`,
      setUp(facts),
    );
  }
  const wanted = projectConfig(names, reachable);
  const different = differingKeys(wanted, project.config);
  if (different.length > 0) {
    return warn(`${names.project} has other values of ${different.join(", ")}`, setUp(facts));
  }
  const limits = project.config["user.webserv.disk-limits"] === "quotas";
  return ok(
    `${names.project}${restricted ? ", restricted" : ""}${limits ? "" : "; sandboxes have no disk limits here"}`,
  );
}

function poolFinding(facts: FoundIncus): Finding {
  const { ok, warn, fail } = findings("incus storage");
  const { pool, names } = facts;
  if (pool === undefined) return fail(`there is no storage pool ${names.pool}`, setUp(facts));
  const { state, usage } = pool;
  if (state.status !== "Created") {
    return fail(`the storage pool ${state.name} is ${state.status}`, setUp(facts));
  }
  const free = usage.space.total - usage.space.used;
  const found = `${state.name} (${state.driver}), ${(free / GIB).toFixed(1)} of ${(usage.space.total / GIB).toFixed(1)} GiB free`;
  const next = "Delete sites and checkpoints that are no longer needed, or enlarge the pool.";
  if (free < TOO_FEW_BYTES) return fail(found, next);
  if (free < FEW_BYTES) return warn(found, next);
  return state.driver === "dir"
    ? warn(`${found}; every clone copies all files`, `Use btrfs or zfs: ${setUp(facts)}`)
    : ok(found);
}

function networkFinding(facts: FoundIncus): Finding {
  const { ok, warn, fail } = findings("incus network");
  const { network, names } = facts;
  if (network === undefined) return fail(`there is no network ${names.network}`, setUp(facts));
  const { config } = network.state;
  if (!network.up) return fail(`the bridge ${names.network} is gone`, setUp(facts));
  if (config["ipv4.nat"] !== "false") {
    return fail(`${names.network} lets sandboxes out (ipv4.nat is not false)`, setUp(facts));
  }
  const address = config["ipv4.address"] ?? "no address";
  const different = differingKeys(networkConfig(address), config);
  if (different.length > 0) {
    return warn(`${names.network} has other values of ${different.join(", ")}`, setUp(facts));
  }
  const unknown = facts.unknownNeighbours ?? 0;
  if (unknown > 0) {
    return warn(
      `${names.network}: ${unknown} neighbours are not known, so new sandboxes answer later`,
      setUp(facts),
    );
  }
  return ok(`${names.network}, ${address}, no way out`);
}

function machineFindings(
  context: Pick<DoctorContext, "read" | "exists">,
  facts: FoundIncus,
): readonly Finding[] {
  return [
    firewallFinding(context, facts),
    idsFinding(context, facts),
    kernelFinding(context, facts),
  ];
}

function firewallFinding(context: Pick<DoctorContext, "exists">, facts: FoundIncus): Finding {
  const { ok, fail, skipped } = findings("incus firewall");
  const { firewall, names, network } = facts;
  if (firewall === undefined) {
    return skipped("only root can read it: run `sudo webserv doctor`");
  }
  const gateway = network?.state.config["ipv4.address"]?.split("/")[0];
  const missing = missingRules(firewall, names, gateway);
  if (missing !== undefined) {
    return fail(`sandboxes could reach the machine and its networks: ${missing}`, setUp(facts));
  }
  const until = context.exists("/run/systemd/system")
    ? ""
    : "; without systemd that ends with the next boot, after which the set-up has to be run again";
  return ok(`what sandboxes send is dropped (nftables table ${names.project})${until}`);
}

function idsFinding(context: Pick<DoctorContext, "read">, facts: FoundIncus): Finding {
  const { ok, warn } = findings("id ranges");
  const narrow = idRangeFiles.filter(
    (file) => widthOfRoot(rangesIn(context.read(file) ?? "")) < ENOUGH_IDS,
  );
  return narrow.length === 0
    ? ok("wide enough for a thousand sandboxes")
    : warn(`${narrow.join(" and ")} give root fewer than ${ENOUGH_IDS} ids`, setUp(facts));
}

/** Low limits make hundreds of sandboxes fail; a few still work. */
function kernelFinding(context: Pick<DoctorContext, "read">, facts: FoundIncus): Finding {
  const { ok, warn } = findings("kernel limits");
  const low = [...kernelLimitValues].flatMap(([key, least]) => {
    const text = context.read(`/proc/sys/${key.replaceAll(".", "/")}`);
    return text === undefined || Number(text) >= least
      ? []
      : [`${key} is ${text.trim()}, not ${least}`];
  });
  return low.length === 0
    ? ok("high enough for hundreds of sandboxes")
    : warn(`${low.join("; ")}: too low for hundreds of sandboxes`, setUp(facts));
}

function adviceOn(error: { readonly message: string; readonly next: string }): string {
  if (/EACCES|EPERM/.test(error.message)) {
    return "Join the group incus-admin (`sudo usermod -aG incus-admin $USER`) and log in again.";
  }
  return /ECONNREFUSED|ENOENT/.test(error.message)
    ? "Run sudo scripts/setup-incus, which starts Incus."
    : error.next;
}

function setUp({ names, local }: FoundIncus): string {
  return `Run ${setUpCommand(names)}${local ? "" : " on that machine"}.`;
}
