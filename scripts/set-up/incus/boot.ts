// Has systemd close the network and fill in its neighbours at every boot, which nothing else keeps.
import { readFile, rm, writeFile } from "node:fs/promises";

import { attempt, command, exists } from "./commands.ts";
import { rulesFile } from "./firewall.ts";
import { neighboursFile } from "./neighbours.ts";
import type { Step } from "./step.ts";

export const boot: Step = {
  name: "boot",
  scope: "set",

  async lacking({ names }) {
    // Without systemd nothing starts at boot: the set-up is run again, which starts what lacks.
    if (!(await exists("/run/systemd/system"))) return undefined;
    const text = await readFile(unitFile(names.project), "utf8").catch(() => "");
    return text === unitText(names.project)
      ? undefined
      : `systemd does not close the network ${names.network} at boot`;
  },

  async do({ names, notes }) {
    await notes.add("units", unitName(names.project));
    await writeFile(unitFile(names.project), unitText(names.project));
    await command("systemctl", ["daemon-reload"]);
    await command("systemctl", ["enable", unitName(names.project)]);
  },

  async undo({ names, notes }) {
    for (const unit of notes.get("units")) {
      await attempt("systemctl", ["disable", unit]);
      await rm(unitFile(names.project), { force: true });
      await attempt("systemctl", ["daemon-reload"]);
    }
  },
};

function unitText(set: string): string {
  return `[Unit]
Description=Network of WebServ's sandboxes (${set})
After=incus.service incus-startup.service

[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=nft -f ${rulesFile(set)}
ExecStart=-ip -force -batch ${neighboursFile(set)}

[Install]
WantedBy=multi-user.target
`;
}

function unitName(set: string): string {
  return `webserv-network-${set}.service`;
}

function unitFile(set: string): string {
  return `/etc/systemd/system/${unitName(set)}`;
}
