// Drops all that sandboxes send to the machine and beyond, except answers, and all that they send one another.
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import {
  cloneAddresses,
  macOf,
  portOf,
  portPrefix,
} from "../../../../host/src/sandbox/incus/clone/addresses.ts";
import {
  dropRules,
  missingRules,
  readRules,
} from "../../../../host/src/sandbox/incus/set-up/firewall-rules.ts";
import { attempt, command } from "../commands.ts";
import { gatewayOf } from "./network.ts";
import { stateFolder } from "../record.ts";
import type { Step } from "../step.ts";

const LONGEST_MS = 60_000;

export const firewall: Step = {
  name: "firewall",
  scope: "set",

  async lacking(target) {
    const { names } = target;
    const rules = await readRules(names, AbortSignal.timeout(LONGEST_MS));
    return missingRules(rules, names, await gatewayOf(target));
  },

  async do(target) {
    const { names, notes, say } = target;
    say(`closing the network ${names.network} (nftables table ${names.project})`);
    await notes.add("tables", names.project);
    const gateway = await gatewayOf(target);
    const forward = await forwardRuleThatWorks(names.network);
    const own = gateway === undefined ? "" : ownAddressRules(gateway);
    const text = `${machineRules(names.project, names.network)}${bridgeRules(names.project, `${own}${forward}`)}`;
    await writeFile(rulesFile(names.project), text);
    await command("nft", ["-f", rulesFile(names.project)]);
  },

  async undo({ notes }) {
    for (const name of notes.get("tables")) {
      for (const family of ["inet", "bridge"]) {
        await attempt("nft", ["delete", "table", family, name]);
      }
      await rm(rulesFile(name), { force: true });
    }
  },
};

/** Returns the path of the file that `nft -f` closes the network from, also at boot. */
export function rulesFile(set: string): string {
  return join(stateFolder, `${set}.nft`);
}

/** Writes the table, which is declared and deleted first, so that the file may be loaded over itself. */
function machineRules(table: string, network: string): string {
  const [fromSandboxes, toSandboxes] = dropRules(network);
  return `table inet ${table}
delete table inet ${table}
table inet ${table} {
  chain input {
    type filter hook input priority -10; policy accept;
    iifname "${network}" ct state established,related accept
    ${fromSandboxes}
  }
  chain forward {
    type filter hook forward priority -10; policy accept;
    ${fromSandboxes}
    ${toSandboxes}
  }
}
`;
}

function bridgeRules(table: string, rules: string): string {
  return `table bridge ${table}
delete table bridge ${table}
table bridge ${table} {
${rules}}
`;
}

/**
 * Lets each port send nothing but its own address under its own MAC. This is checked before the bridge learns which
 * port a MAC is at, or a sandbox could redirect another one's traffic to itself.
 */
function ownAddressRules(gateway: string): string {
  const prefix = gateway.split(".").slice(0, 2).join(".");
  const owners = cloneAddresses(prefix).map(
    (address) => `"${portOf(address)}" . ${macOf(address)} . ${address}`,
  );
  return `  set own {
    type ifname . ether_addr . ipv4_addr
    elements = { ${owners.join(", ")} }
  }
  chain prerouting {
    type filter hook prerouting priority -10; policy accept;
    iifname != "${portPrefix(gateway)}*" accept
    ether type ip iifname . ether saddr . ip saddr @own accept
    ether type arp iifname . ether saddr . arp saddr ip @own accept
    drop
  }
`;
}

/**
 * Drops all from port to port of the bridge, which their isolation forbids already: this holds also for a port whose
 * isolation was forgotten. If the kernel can't match a bridge, the rule matches the MAC of ours.
 */
async function forwardRuleThatWorks(network: string): Promise<string> {
  const matches = [
    `meta ibrname "${network}"`,
    "ether saddr and ff:ff:00:00:00:00 == 02:57:00:00:00:00",
  ];
  for (const match of matches) {
    const rule = `  chain forward {
    type filter hook forward priority -10; policy accept;
    ${match} drop
  }
`;
    const input = bridgeRules("webserv-try", rule);
    if ((await attempt("nft", ["-c", "-f", "-"], { input })).code === 0) return rule;
  }
  return "";
}
