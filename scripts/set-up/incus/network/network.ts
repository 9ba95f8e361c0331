// Makes the bridge that sandboxes are on: an address for the machine, and no way on from there.
import { network as networkSchema } from "../../../../host/src/sandbox/incus/client/networks.ts";
import {
  differingKeys,
  networkConfig,
} from "../../../../host/src/sandbox/incus/set-up/network-config.ts";
import { SetupError } from "../../../bootstrap/words.mjs";
import { incusApi } from "../api.ts";
import { withoutBridgeRace } from "./bridge-race.ts";
import { command, exists } from "../commands.ts";
import type { Step, Target } from "../step.ts";

/** Holds the second bytes of 10.x.0.0/16, the usual one first. */
const secondBytes = Array.from({ length: 100 }, (_, index) => 87 + index);

export const network: Step = {
  name: "network",
  scope: "set",

  async lacking({ names }) {
    const found = await findNetwork(names.network);
    if (found === undefined) return `there is no network ${names.network}`;
    const wanted = networkConfig(found["ipv4.address"] ?? "");
    const different = differingKeys(wanted, found);
    if (different.length > 0) {
      return `the network ${names.network} has other values of ${different.join(", ")}`;
    }
    return (await isUp(names.network)) ? undefined : `the network ${names.network} is not up`;
  },

  async do({ names, notes, say }) {
    const api = incusApi();
    const found = await findNetwork(names.network);
    const address = found?.["ipv4.address"] ?? (await freeAddress());
    const description = "Sandboxes of WebServ";
    const path = `/1.0/networks/${names.network}`;
    const make = async (): Promise<void> => {
      say(`making the network ${names.network} (${address})`);
      await notes.add("made", names.network);
      const config = networkConfig(address);
      const made = { name: names.network, type: "bridge", description, config };
      await withoutBridgeRace(() => api.post("/1.0/networks", made));
    };
    if (found === undefined) {
      await make();
    } else {
      const config = { ...found, ...networkConfig(address) };
      if (!(await isUp(names.network))) {
        // A change of its configuration is what makes Incus bring a network up again.
        const { "ipv6.firewall": _, ...changed } = config;
        await withoutBridgeRace(() => api.put(path, { description, config: changed }));
      }
      await withoutBridgeRace(() => api.put(path, { description, config }));
      // Incus never brings up a network whose making was broken off; nothing can be on it yet.
      if (!(await isUp(names.network)) && notes.get("made").includes(names.network)) {
        await withoutBridgeRace(() => api.delete(path));
        await make();
      }
    }
  },

  async undo({ names, notes, say }) {
    if (notes.get("made").length === 0) return;
    say(`deleting the network ${names.network}`);
    await withoutBridgeRace(() => incusApi().delete(`/1.0/networks/${names.network}`));
  },
};

/** Resolves with the machine's own address on the network, such as 10.87.0.1; undefined if there is none. */
export async function gatewayOf({ names }: Pick<Target, "names">): Promise<string | undefined> {
  return (await findNetwork(names.network))?.["ipv4.address"]?.split("/")[0];
}

/**
 * Resolves with the machine's address in a /16 that none of its addresses and routes is in; the last one if that is
 * asked for.
 */
export async function freeAddress(end: "first" | "last" = "first"): Promise<string> {
  const routes = await command("ip", ["-4", "route", "show", "table", "all"]);
  const taken = new Set(
    [...routes.matchAll(/\b10\.(\d{1,3})\.\d{1,3}\.\d{1,3}\b/g)].map(([, byte]) => Number(byte)),
  );
  // A route to all of 10.0.0.0/8 belongs to a network somewhere else, and ours is more specific.
  const free = secondBytes.filter((candidate) => !taken.has(candidate));
  const byte = free.at(end === "first" ? 0 : -1);
  if (byte !== undefined) return `10.${byte}.0.1/16`;
  throw new SetupError(
    "every network from 10.87.0.0/16 to 10.186.0.0/16 is taken on this machine: free one of them.",
  );
}

async function isUp(name: string): Promise<boolean> {
  return await exists(`/sys/class/net/${name}`);
}

async function findNetwork(name: string): Promise<Record<string, string> | undefined> {
  return (await incusApi().find(networkSchema, `/1.0/networks/${name}`))?.config;
}
