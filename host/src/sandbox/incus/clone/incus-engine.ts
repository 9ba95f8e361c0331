// Implements the engine over Incus's API.
import { setTimeout as delay } from "node:timers/promises";

import { WebservError } from "@webserv/shared/errors/errors.ts";

import type { IncusClient } from "../client/client.ts";
import {
  IncusError,
  isIncusBusy,
  isIncusConflict,
  isIncusNotFound,
} from "../client/transport/errors.ts";
import type { Instance, InstanceSource, InstanceState } from "../client/instance-model.ts";
import { AddressTaken, NameTaken } from "./engine.ts";
import type { Engine, InstanceFacts, InstancePlan, InstanceStatus } from "./engine.ts";

const MIB = 1024 * 1024;

/** The time that another's operation is waited for before the next try, in ms. */
const RETRY_MS = 100;

export function createIncusEngine(client: IncusClient): Engine {
  const { instances } = client;

  const create = async (
    source: InstanceSource,
    { name, config, devices, start }: InstancePlan,
    signal: AbortSignal,
  ): Promise<void> => {
    try {
      // No profile is used: an instance's own config says all.
      await instances.create({ name, source, config, devices, profiles: [], start }, signal);
    } catch (error) {
      if (isAddressConflict(error)) throw new AddressTaken(name, { cause: error });
      if (isIncusConflict(error) || isNameBusy(error)) throw new NameTaken(name, { cause: error });
      throw error;
    }
  };

  const status = async (name: string, signal: AbortSignal): Promise<InstanceStatus | "gone"> => {
    try {
      return statusOf(await instances.get(name, signal));
    } catch (error) {
      if (isIncusNotFound(error)) return "gone";
      throw error;
    }
  };

  const stateOf = async (name: string, signal: AbortSignal): Promise<InstanceState> => {
    try {
      return await instances.state(name, signal);
    } catch (cause) {
      if (!isEnding(cause) && !isIncusNotFound(cause)) throw cause;
      throw new WebservError("sandbox-failed", `the container ${name} has ended`, { cause });
    }
  };

  return {
    async list(signal) {
      return (await instances.list(signal)).map((each) => factsOf(each));
    },
    async copy(from, plan, signal) {
      await create({ type: "copy", source: from, instance_only: true }, plan, signal);
    },
    async createFromImage(fingerprint, plan, signal) {
      await create({ type: "image", fingerprint }, plan, signal);
    },
    start: async (name, signal) => instances.start(name, signal),
    async shutDown(name, timeoutMs, signal) {
      try {
        await instances.stop(name, signal, { timeoutS: Math.ceil(timeoutMs / 1000) });
        return true;
      } catch {
        signal.throwIfAborted();
        // It may have ended while Incus gave up.
        return (await status(name, signal)) === "stopped";
      }
    },
    freeze: async (name, signal) => instances.freeze(name, signal),
    thaw: async (name, signal) => instances.unfreeze(name, signal),
    snapshot: async (name, snapshot, signal) => instances.snapshots.create(name, snapshot, signal),
    setLabels: async (name, config, signal) => instances.patch(name, { config }, signal),
    async labels(name, signal) {
      try {
        return (await instances.get(name, signal)).config;
      } catch (error) {
        if (isIncusNotFound(error)) return undefined;
        throw error;
      }
    },
    status,
    async pid(name, signal) {
      try {
        const { pid } = await stateOf(name, signal);
        return pid > 1 ? pid : undefined;
      } catch (error) {
        if (error instanceof WebservError && error.code === "sandbox-failed") return undefined;
        throw error;
      }
    },
    async remove(name, signal) {
      for (;;) {
        try {
          await instances.delete(name, signal, { force: true });
          return;
        } catch (error) {
          signal.throwIfAborted();
          if (isIncusNotFound(error)) return;
          // Somebody's operation on it, such as the creation this undoes, has yet to end.
          if (!isIncusBusy(error) && !isRunning(error)) throw error;
        }
        await delay(RETRY_MS, undefined, { signal });
      }
    },
    async use(name, signal) {
      const { memory, disk, cpu, processes } = await stateOf(name, signal);
      return {
        memoryMiB: memory.usage / MIB,
        diskMiB: (disk?.["root"]?.usage ?? 0) / MIB,
        cpuSeconds: cpu.usage / 1e9,
        processes: Math.max(0, processes),
      };
    },
  };
}

function factsOf(instance: Instance): InstanceFacts {
  return { name: instance.name, status: statusOf(instance), config: instance.config };
}

function statusOf({ status }: Instance): InstanceStatus {
  if (status === "Running") return "running";
  if (status === "Frozen") return "frozen";
  if (status === "Stopped") return "stopped";
  return "changing";
}

function isAddressConflict(error: unknown): boolean {
  // The latter words mean that another container has left a port of that name.
  const words = /address .* already (defined|in use)|host_name|RTNETLINK answers: File exists/i;
  return error instanceof IncusError && words.test(error.words);
}

/** Tells whether Incus says that an instance ended while it was asked about. */
function isEnding(error: unknown): boolean {
  return error instanceof IncusError && error.words.includes("Invalid PID");
}

/** Tells whether somebody else is making or ending one of that name; other operations do not concern the name. */
function isNameBusy(error: unknown): boolean {
  const words = /creating instance record: Instance is busy|busy running a "?create"? operation/i;
  return error instanceof IncusError && words.test(error.words);
}

function isRunning(error: unknown): boolean {
  return error instanceof Error && /is running|currently running/i.test(error.message);
}
