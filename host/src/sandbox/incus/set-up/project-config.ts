// How the project of WebServ is restricted: the set-up makes it so, and `webserv doctor` looks.
import type { IncusNames } from "../names.ts";

/** Set where the set-up closed the network by nftables: the daemon then looks whether it still is. */
export const firewallKey = "user.webserv.firewall";

/**
 * A certificate limited to the project must not be a way to the machine: no privileged containers,
 * no id maps of one's own, no folder or device of the machine, no other network.
 */
export function projectConfig({
  network,
}: Pick<IncusNames, "network">): Readonly<Record<string, string>> {
  return {
    "features.images": "true",
    "features.profiles": "true",
    "features.storage.volumes": "true",
    "features.storage.buckets": "true",
    "features.networks": "false",
    restricted: "true",
    "restricted.containers.privilege": "isolated",
    "restricted.containers.lowlevel": "block",
    "restricted.containers.nesting": "block",
    "restricted.devices.disk": "managed",
    "restricted.devices.nic": "managed",
    "restricted.networks.access": network,
    "restricted.snapshots": "allow",
    "restricted.virtual-machines.lowlevel": "block",
    [firewallKey]: "nft",
  };
}
