// Drops all that sandboxes send, to the machine and beyond, but answers; and all they send one another.
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { attempt, command } from "./commands.ts";
import { stateFolder } from "./record.ts";
import type { Step } from "./step.ts";

export const firewall: Step = {
  name: "firewall",
  scope: "set",

  async lacking({ names }) {
    const { code, stdout } = await attempt("nft", ["list", "table", "inet", names.project]);
    if (code !== 0) return `there is no nftables table inet ${names.project}`;
    const missing = dropRules(names.network).filter((rule) => !stdout.includes(rule));
    return missing.length === 0
      ? undefined
      : `the nftables table inet ${names.project} lacks: ${missing.join("; ")}`;
  },

  async do({ names, notes, say }) {
    say(`closing the network ${names.network} (nftables table ${names.project})`);
    await notes.add("tables", names.project);
    const bridgeRules = await bridgeRulesThatWork(names.project, names.network);
    const text = `${machineRules(names.project, names.network)}${bridgeRules ?? ""}`;
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

/** The file that `nft -f` closes the network from, also at boot. */
export function rulesFile(set: string): string {
  return join(stateFolder, `${set}.nft`);
}

function dropRules(network: string): string[] {
  return [`iifname "${network}" drop`, `oifname "${network}" drop`];
}

/** Declared and deleted first, so that the file may be loaded over itself. */
function machineRules(table: string, network: string): string {
  const [fromSandboxes = "", toSandboxes = ""] = dropRules(network);
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

/**
 * From port to port of the bridge, which their isolation forbids already: this holds also for a
 * port whose isolation was forgotten. Where the kernel can't match a bridge, by the MAC of ours.
 */
async function bridgeRulesThatWork(table: string, network: string): Promise<string | undefined> {
  const matches = [
    `meta ibrname "${network}"`,
    "ether saddr and ff:ff:00:00:00:00 == 02:57:00:00:00:00",
  ];
  for (const match of matches) {
    const rules = `table bridge ${table}
delete table bridge ${table}
table bridge ${table} {
  chain forward {
    type filter hook forward priority -10; policy accept;
    ${match} drop
  }
}
`;
    const { code } = await attempt("nft", ["-c", "-f", "-"], { input: rules });
    if (code === 0) return rules;
  }
  return undefined;
}
