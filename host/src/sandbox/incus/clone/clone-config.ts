// Configures a clone's instance: its address, its network and its limits.
import { createHash } from "node:crypto";

import type { Limits, Site } from "@webserv/shared/model/site.ts";

import { macOf, portOf } from "./addresses.ts";
import type { Device } from "./engine.ts";

/** The number of processes if a definition names none: enough for any site, and too few to stop the machine. */
const DEFAULT_PROCESSES = 4096;

/** A site's template has this config, and its clones have it by copying. The image itself says what it starts. */
export function siteConfig({ hosts }: Site): Record<string, string> {
  return {
    // A site may call itself by its own name.
    "environment.WEBSERV_HOSTS": hosts.map(({ host }) => host).join(" "),
    // Each clone's users are nobody outside of it, and nobody in another.
    "security.idmap.isolated": "true",
    // Nothing of Incus itself is reachable from inside.
    "security.guestapi": "false",
    // After a restart of the machine the daemon decides what runs again.
    "boot.autostart": "false",
  };
}

export function addressConfig(address: string): Record<string, string> {
  return { "environment.WEBSERV_ADDRESS": `${address}/16` };
}

export function limitConfig({ memoryMiB, cpus, processes }: Limits): Record<string, string> {
  return {
    "limits.processes": String(processes ?? DEFAULT_PROCESSES),
    ...(memoryMiB === undefined ? {} : { "limits.memory": `${memoryMiB}MiB` }),
    // The limit is a hard share of time: pinning to cores would leave the others idle.
    ...(cpus === undefined
      ? {}
      : { "limits.cpu.allowance": `${Math.max(1, Math.round(cpus * 100))}ms/100ms` }),
  };
}

/** Returns a digest by which clones of other limits are told apart. */
export function limitsDigest({ memoryMiB, cpus, processes, diskMiB }: Limits): string {
  const all = JSON.stringify([memoryMiB, cpus, processes, diskMiB]);
  return createHash("sha256").update(all).digest("hex").slice(0, 16);
}

/** Makes a clone's network device: cut off from the others, at an address that the set-up's firewall enforces. */
export function networkDevice(network: string, address: string): Device {
  return {
    type: "nic",
    name: "eth0",
    network,
    hwaddr: macOf(address),
    host_name: portOf(address),
    "security.port_isolation": "true",
  };
}

/** An instance that is never started has it: even in a config, an address may be nobody else's. */
export const noNetwork: Device = { type: "none" };

export function rootDevice(pool: string, diskMiB?: number): Device {
  return {
    type: "disk",
    path: "/",
    pool,
    ...(diskMiB === undefined ? {} : { size: `${diskMiB}MiB` }),
  };
}

/** Returns the port on which a sandbox serves one of its canonical hosts. */
export function insidePort({ hosts, image }: Site, index: number): number {
  return image?.ports?.[index] ?? hosts[index]?.port ?? 80;
}
