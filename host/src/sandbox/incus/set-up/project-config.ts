// Defines the restrictions of WebServ's project, which the set-up makes and `webserv doctor` checks.
import type { IncusNames } from "../names.ts";

/**
 * The key that is set if the set-up closed the network by nftables: the daemon then checks whether it still is closed.
 */
export const firewallKey = "user.webserv.firewall";

/** Tells whether Incus listens on the network, where certificates limited to a project may let others in. */
export function isReachable(serverConfig: Readonly<Record<string, unknown>>): boolean {
  return (serverConfig["core.https_address"] ?? "") !== "";
}

/**
 * Where Incus is `reachable`, a certificate limited to the project must not be a way to the machine: no
 * privileged containers, no id maps of one's own, no folder or device of the machine, no other network.
 * Whoever opens its socket is as good as root, and for them the restriction would only cost: at every
 * creation Incus 6.0 then looks at all instances of the project, and with 250 of them makes one in two
 * seconds in place of two in one.
 */
export function projectConfig(
  { network }: Pick<IncusNames, "network">,
  reachable: boolean,
): Readonly<Record<string, string>> {
  return {
    "features.images": "true",
    "features.profiles": "true",
    "features.storage.volumes": "true",
    "features.storage.buckets": "true",
    "features.networks": "false",
    restricted: String(reachable),
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
