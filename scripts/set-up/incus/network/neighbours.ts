// Tells the machine the MACs of the first thousand addresses, so that a new clone is reached without asking.
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import {
  listNeighbours,
  neighbourAddresses,
  unknownNeighbours,
} from "../../../../host/src/sandbox/incus/set-up/neighbours.ts";
import { attempt, command } from "../commands.ts";
import { gatewayOf } from "./network.ts";
import { stateFolder } from "../record.ts";
import type { Step, Target } from "../step.ts";
import { macOf } from "../../../../host/src/sandbox/incus/clone/addresses.ts";

export const neighbours: Step = {
  name: "neighbours",
  scope: "set",

  async lacking(target) {
    const wanted = await wantedNeighbours(target);
    const { stdout } = await attempt("ip", listNeighbours(target.names.network));
    const missing = unknownNeighbours(wanted, stdout).length;
    return missing === 0
      ? undefined
      : `${missing} of ${wanted.length} neighbours on ${target.names.network} are not known`;
  },

  async do(target) {
    const { names, notes } = target;
    const lines = (await wantedNeighbours(target)).map(
      (address) =>
        `neigh replace ${address} lladdr ${macOf(address)} nud permanent dev ${names.network}\n`,
    );
    await notes.add("files", neighboursFile(names.project));
    await writeFile(neighboursFile(names.project), lines.join(""));
    await command("ip", ["-force", "-batch", neighboursFile(names.project)]);
  },

  async undo({ notes }) {
    // The entries go with the bridge.
    for (const file of notes.get("files")) await rm(file, { force: true });
  },
};

/** Returns the path of the file that `ip -batch` takes the entries from, also at boot. */
export function neighboursFile(set: string): string {
  return join(stateFolder, `${set}.neighbours`);
}

async function wantedNeighbours(target: Pick<Target, "names">): Promise<string[]> {
  const gateway = await gatewayOf(target);
  return gateway === undefined ? [] : neighbourAddresses(gateway);
}
