// Tells the machine the MACs of the first thousand addresses, so that a new clone is reached without asking.
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { attempt, command } from "./commands.ts";
import { gatewayOf, macOf } from "./network.ts";
import { stateFolder } from "./record.ts";
import type { Step, Target } from "./step.ts";

/** x.y.1.0 to x.y.4.255; a bridge has 1,023 ports. The addresses after these are asked for. */
const thirdBytes = [1, 2, 3, 4] as const;

export const neighbours: Step = {
  name: "neighbours",
  scope: "set",

  async lacking(target) {
    const wanted = await neighbourAddresses(target);
    const { stdout } = await attempt("ip", [
      "neigh",
      "show",
      "dev",
      target.names.network,
      "nud",
      "permanent",
    ]);
    const known = new Set([...stdout.matchAll(/^(\S+) lladdr /gm)].map(([, address]) => address));
    const missing = wanted.filter((address) => !known.has(address)).length;
    return missing === 0
      ? undefined
      : `${missing} of ${wanted.length} neighbours on ${target.names.network} are not known`;
  },

  async do(target) {
    const { names, notes } = target;
    const lines = (await neighbourAddresses(target)).map(
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

/** The file that `ip -batch` takes the entries from, also at boot. */
export function neighboursFile(set: string): string {
  return join(stateFolder, `${set}.neighbours`);
}

async function neighbourAddresses(target: Pick<Target, "names">): Promise<string[]> {
  const [first, second] = (await gatewayOf(target))?.split(".") ?? [];
  if (first === undefined || second === undefined) return [];
  return thirdBytes.flatMap((third) =>
    Array.from({ length: 256 }, (_, fourth) => `${first}.${second}.${third}.${fourth}`),
  );
}
