// Models an instance as Incus reports it, and as Incus is asked to make or change it.
import * as z from "zod/mini";

const config = z._default(z.record(z.string(), z.string()), {});
const devices = z._default(z.record(z.string(), z.record(z.string(), z.string())), {});

export const snapshot = z.object({
  name: z.string(),
  created_at: z._default(z.string(), ""),
  stateful: z._default(z.boolean(), false),
  /** The size in bytes; -1 if Incus does not know. */
  size: z._default(z.number(), -1),
  config,
});
export type Snapshot = z.infer<typeof snapshot>;

export const instanceState = z.object({
  status: z.string(),
  status_code: z.int(),
  /** The pid of its first process, as seen from the host; 0 if it does not run. */
  pid: z._default(z.int(), 0),
  /** The number of processes; -1 if it does not run. */
  processes: z._default(z.int(), 0),
  started_at: z._default(z.string(), ""),
  /** `usage` in ns. */
  cpu: z._default(z.object({ usage: z._default(z.number(), 0) }), { usage: 0 }),
  /** In bytes. */
  memory: z._default(
    z.object({
      usage: z._default(z.number(), 0),
      usage_peak: z._default(z.number(), 0),
      swap_usage: z._default(z.number(), 0),
      total: z._default(z.number(), 0),
    }),
    { usage: 0, usage_peak: 0, swap_usage: 0, total: 0 },
  ),
  /** By device, `root` first of all; in bytes. */
  disk: z._default(
    z.nullable(
      z.record(z.string(), z.object({ usage: z.number(), total: z._default(z.number(), 0) })),
    ),
    {},
  ),
  network: z._default(
    z.nullable(
      z.record(
        z.string(),
        z.object({
          hwaddr: z.string(),
          host_name: z._default(z.string(), ""),
          state: z._default(z.string(), ""),
          addresses: z._default(
            z.nullable(
              z.array(
                z.object({
                  family: z.string(),
                  address: z.string(),
                  netmask: z.string(),
                  scope: z.string(),
                }),
              ),
            ),
            [],
          ),
        }),
      ),
    ),
    {},
  ),
});
export type InstanceState = z.infer<typeof instanceState>;

/** `Running`, `Stopped`, `Frozen`, `Error`; others only in passing. */
export const instance = z.object({
  name: z.string(),
  description: z._default(z.string(), ""),
  status: z.string(),
  status_code: z.int(),
  type: z.string(),
  architecture: z._default(z.string(), ""),
  created_at: z._default(z.string(), ""),
  last_used_at: z._default(z.string(), ""),
  ephemeral: z._default(z.boolean(), false),
  profiles: z._default(z.nullable(z.array(z.string())), []),
  config,
  devices,
  expanded_config: config,
  expanded_devices: devices,
  /** Member of a cluster, `none` without one. */
  location: z._default(z.string(), ""),
  project: z._default(z.string(), ""),
  /** It is only in lists that ask for it. */
  state: z.optional(z.nullable(instanceState)),
  snapshots: z.optional(z.nullable(z.array(snapshot))),
});
export type Instance = z.infer<typeof instance>;

export type Config = Readonly<Record<string, string>>;
export type Devices = Readonly<Record<string, Readonly<Record<string, string>>>>;

export type InstanceSource =
  /** An empty root, to be filled. */
  | { readonly type: "none" }
  | { readonly type: "image"; readonly fingerprint: string }
  | { readonly type: "image"; readonly alias: string }
  | {
      readonly type: "copy";
      /** Another instance, or one of its snapshots as `instance/snapshot`. */
      readonly source: string;
      /** True if its snapshots are not copied. */
      readonly instance_only?: boolean;
    };

export interface InstanceSpec {
  readonly name: string;
  readonly source: InstanceSource;
  readonly description?: string;
  readonly type?: "container";
  readonly config?: Config;
  /** For a copy they are added to the source's, or stand in place of those of the same name. */
  readonly devices?: Devices;
  readonly profiles?: readonly string[];
  readonly ephemeral?: boolean;
  /** True if it is also started. A failed start leaves the instance behind. */
  readonly start?: boolean;
}

/** PUT replaces it as a whole. */
export interface InstanceWritable {
  readonly description?: string;
  readonly architecture?: string;
  readonly config: Config;
  readonly devices: Devices;
  readonly profiles: readonly string[];
  readonly ephemeral?: boolean;
}
