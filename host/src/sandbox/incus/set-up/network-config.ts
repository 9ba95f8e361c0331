// Defines the configuration of the sandboxes' bridge, which the set-up makes and `webserv doctor` checks.
import { macOf } from "../clone/addresses.ts";

/** Returns the configuration of a bridge with this address, such as 10.87.0.1/16. */
export function networkConfig(address: string): Readonly<Record<string, string>> {
  return {
    "ipv4.address": address,
    "ipv4.nat": "false",
    "ipv4.dhcp": "false",
    "ipv4.routing": "false",
    // Ours instead, which lets nothing in that DHCP or DNS would need.
    "ipv4.firewall": "false",
    "ipv6.address": "none",
    "ipv6.firewall": "false",
    "dns.mode": "none",
    // Else the bridge takes that of its first port, and neighbours look for it anew.
    "bridge.hwaddr": macOf(address.split("/")[0] ?? ""),
  };
}

/** Returns the keys of `wanted` that have another value in `found`. */
export function differingKeys(
  wanted: Readonly<Record<string, string>>,
  found: Readonly<Record<string, string>>,
): string[] {
  return Object.keys(wanted).filter((key) => found[key] !== wanted[key]);
}
