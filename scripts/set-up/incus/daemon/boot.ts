// Has systemd close the network before Incus starts and whenever nftables is loaded anew, and fill in its neighbours at boot.
import { readFile, rm, writeFile } from "node:fs/promises";

import { attempt, command, exists } from "../commands.ts";
import { rulesFile } from "../network/firewall.ts";
import { neighboursFile } from "../network/neighbours.ts";
import type { Step } from "../step.ts";

export const boot: Step = {
  name: "boot",
  scope: "set",

  async lacking({ names }) {
    // Without systemd nothing closes it at boot: the set-up is run again, and the daemon looks before it uses Incus.
    if (!(await exists("/run/systemd/system"))) return undefined;
    for (const [unit, wanted] of unitsOf(names.project)) {
      const text = await readFile(unitFile(unit), "utf8").catch(() => "");
      if (text !== wanted) return `systemd does not start ${unit} at boot`;
    }
    return undefined;
  },

  async do({ names, notes }) {
    const units = unitsOf(names.project);
    await notes.add("units", ...units.keys());
    for (const [unit, text] of units) await writeFile(unitFile(unit), text);
    await command("systemctl", ["daemon-reload"]);
    // The units are enabled anew: what an earlier text of theirs was wanted by is forgotten. They are started only so
    // that nftables' reload reaches them.
    await command("systemctl", ["reenable", ...units.keys()]);
    await command("systemctl", ["restart", ...units.keys()]);
  },

  async undo({ notes }) {
    for (const unit of notes.get("units")) {
      await attempt("systemctl", ["disable", "--now", unit]);
      await rm(unitFile(unit), { force: true });
      await attempt("systemctl", ["daemon-reload"]);
    }
  },
};

/** Returns the units' texts by name. */
export function unitsOf(set: string): ReadonlyMap<string, string> {
  return new Map([
    [`webserv-firewall-${set}.service`, firewallUnit(set)],
    [`webserv-network-${set}.service`, neighboursUnit(set)],
  ]);
}

/** Writes the firewall's unit. nftables' own unit empties all tables when it is started, reloaded or stopped. */
function firewallUnit(set: string): string {
  return `[Unit]
Description=Firewall of WebServ's sandboxes (${set})
After=nftables.service
Before=incus.service
PartOf=nftables.service
ReloadPropagatedFrom=nftables.service

[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=nft -f ${rulesFile(set)}
ExecReload=nft -f ${rulesFile(set)}

[Install]
WantedBy=multi-user.target incus.service nftables.service
`;
}

/** Writes the unit for the neighbours of the bridge, which Incus makes. */
function neighboursUnit(set: string): string {
  return `[Unit]
Description=Neighbours of WebServ's sandboxes (${set})
After=incus.service incus-startup.service

[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=-ip -force -batch ${neighboursFile(set)}

[Install]
WantedBy=multi-user.target
`;
}

function unitFile(name: string): string {
  return `/etc/systemd/system/${name}`;
}
