// Makes, restores and deletes snapshots of an instance.
import * as z from "zod/mini";

import { apiPath } from "./transport/connection.ts";
import type { IncusConnection } from "./transport/connection.ts";
import { isIncusNotFound } from "./transport/errors.ts";
import { snapshot } from "./instance-model.ts";
import type { Snapshot } from "./instance-model.ts";

export interface InstanceSnapshots {
  list(instance: string, signal: AbortSignal): Promise<Snapshot[]>;
  /** Keeps the disk, not the memory; freeze the instance before for a clean one. */
  create(instance: string, name: string, signal: AbortSignal): Promise<void>;
  /** Puts the instance's disk and configuration back; one that runs is stopped for it and started again. */
  restore(instance: string, name: string, signal: AbortSignal): Promise<void>;
  /** Deletes the snapshot; does nothing if it is gone already. */
  delete(instance: string, name: string, signal: AbortSignal): Promise<void>;
}

export function instanceSnapshots(connection: IncusConnection): InstanceSnapshots {
  const path = (instance: string, ...name: string[]): string =>
    apiPath("instances", instance, "snapshots", ...name);
  return {
    list: (instance, signal) =>
      connection.ask(z.array(snapshot), path(instance), signal, { query: { recursion: "1" } }),
    async create(instance, name, signal) {
      await connection.run("POST", path(instance), { name, stateful: false }, signal);
    },
    async restore(instance, name, signal) {
      const body = { restore: name, stateful: false };
      await connection.run("PUT", apiPath("instances", instance), body, signal);
    },
    async delete(instance, name, signal) {
      try {
        await connection.run("DELETE", path(instance, name), undefined, signal);
      } catch (thrown) {
        if (!isIncusNotFound(thrown)) throw thrown;
      }
    },
  };
}
