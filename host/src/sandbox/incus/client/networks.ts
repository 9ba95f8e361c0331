// Reads and changes networks of Incus: the bridge between us and the sandboxes.
import * as z from "zod/mini";

import { apiPath } from "./transport/connection.ts";
import type { IncusConnection } from "./transport/connection.ts";

export const network = z.object({
  name: z.string(),
  type: z.string(),
  managed: z.boolean(),
  status: z._default(z.string(), ""),
  description: z._default(z.string(), ""),
  config: z._default(z.record(z.string(), z.string()), {}),
  used_by: z._default(z.nullable(z.array(z.string())), []),
});
export type Network = z.infer<typeof network>;

export const networkState = z.object({
  addresses: z._default(
    z.nullable(z.array(z.object({ family: z.string(), address: z.string(), netmask: z.string() }))),
    [],
  ),
  hwaddr: z.string(),
  mtu: z.int(),
  /** `up` or `down`. */
  state: z.string(),
  bridge: z.optional(
    z.nullable(z.object({ id: z.string(), upper_devices: z.nullable(z.array(z.string())) })),
  ),
});
export type NetworkState = z.infer<typeof networkState>;

export const networkLease = z.object({
  hostname: z.string(),
  hwaddr: z.string(),
  address: z.string(),
  /** `static`, `dynamic`, `gateway` or `uplink`. */
  type: z.string(),
});
export type NetworkLease = z.infer<typeof networkLease>;

export interface IncusNetworks {
  get(name: string, signal: AbortSignal): Promise<Network>;
  state(name: string, signal: AbortSignal): Promise<NetworkState>;
  leases(name: string, signal: AbortSignal): Promise<NetworkLease[]>;
}

export function incusNetworks(connection: IncusConnection): IncusNetworks {
  return {
    get: (name, signal) => connection.ask(network, apiPath("networks", name), signal),
    state: (name, signal) =>
      connection.ask(networkState, apiPath("networks", name, "state"), signal),
    leases: (name, signal) =>
      connection.ask(z.array(networkLease), apiPath("networks", name, "leases"), signal),
  };
}
