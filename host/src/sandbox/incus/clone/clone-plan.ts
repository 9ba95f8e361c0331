// Plans a clone's instance: its labels, limits and devices.
import { writeLabels } from "../state/labels.ts";
import {
  addressConfig,
  limitConfig,
  limitsDigest,
  networkDevice,
  rootDevice,
} from "./clone-config.ts";
import type { CloneRequest, Place } from "./clone.ts";
import type { InstancePlan } from "./engine.ts";

export interface PlanOptions {
  readonly owner: string;
  readonly network: string;
  readonly storagePool: string;
  /** True if the storage pool can limit the space that a clone adds. */
  readonly diskLimits: boolean;
}

export function clonePlan(
  { owner, network, storagePool, diskLimits }: PlanOptions,
  { site, template, sandboxId }: Omit<CloneRequest, "from">,
  { instance, address, id }: Required<Place>,
  start: boolean,
): InstancePlan {
  const labels = {
    owner,
    kind: "clone" as const,
    site: site.name,
    template,
    clone: id,
    limits: limitsDigest(site.limits),
    ...(sandboxId === undefined ? {} : { sandbox: sandboxId }),
  };
  return {
    name: instance,
    config: { ...writeLabels(labels), ...limitConfig(site.limits), ...addressConfig(address) },
    devices: {
      root: rootDevice(storagePool, diskLimits ? site.limits.diskMiB : undefined),
      eth0: networkDevice(network, address),
    },
    start,
  };
}
