// Lists instances of our project by label, and makes, changes, starts, freezes and deletes them.
import * as z from "zod/mini";

import { apiPath } from "./transport/connection.ts";
import type { IncusConnection, RunOptions } from "./transport/connection.ts";
import { isIncusNotFound } from "./transport/errors.ts";
import { execIn } from "./exec.ts";
import type { ExecOutcome, ExecRequest } from "./exec.ts";
import { instanceFiles } from "./instance-files.ts";
import type { InstanceFiles } from "./instance-files.ts";
import { instanceLogs } from "./instance-logs.ts";
import type { InstanceLogs } from "./instance-logs.ts";
import { instance, instanceState } from "./instance-model.ts";
import type {
  Config,
  Devices,
  Instance,
  InstanceSpec,
  InstanceState,
  InstanceWritable,
} from "./instance-model.ts";
import { instanceSnapshots } from "./snapshots.ts";
import type { InstanceSnapshots } from "./snapshots.ts";

export interface ListOptions {
  /** Configuration keys, such as `user.webserv.owner`, and the values they must have. */
  readonly labels?: Config;
  /** True if state and snapshots are wanted, for which Incus has to look at each instance. */
  readonly full?: boolean;
}

export interface StopOptions {
  /** True if it is ended at once, without asking the instance's init. */
  readonly force?: boolean;
  /** The time its init may take, in s; unlimited if left out. */
  readonly timeoutS?: number;
}

/** All but `list` throw IncusError 404 for a name that is not there; see `isIncusNotFound`. */
export interface IncusInstances {
  list(signal: AbortSignal, options?: ListOptions): Promise<Instance[]>;
  get(name: string, signal: AbortSignal): Promise<Instance>;
  /** Returns the instance and its ETag, for `replace`. */
  getTagged(name: string, signal: AbortSignal): Promise<{ value: Instance; etag: string }>;
  create(
    spec: InstanceSpec,
    signal: AbortSignal,
    options?: Pick<RunOptions, "progress">,
  ): Promise<void>;
  /** Keys and devices not named stay as they are. */
  patch(
    name: string,
    change: { readonly config?: Config; readonly devices?: Devices; readonly description?: string },
    signal: AbortSignal,
  ): Promise<void>;
  /** Replaces all of it at once; with `etag`, only if nobody has changed it since (else Incus answers 412). */
  replace(name: string, whole: InstanceWritable, signal: AbortSignal, etag?: string): Promise<void>;
  rename(name: string, newName: string, signal: AbortSignal): Promise<void>;
  /** Deletes a stopped instance; with `force` also one that runs. One that is gone already is fine. */
  delete(name: string, signal: AbortSignal, options?: { readonly force?: boolean }): Promise<void>;

  state(name: string, signal: AbortSignal): Promise<InstanceState>;
  start(name: string, signal: AbortSignal): Promise<void>;
  stop(name: string, signal: AbortSignal, options?: StopOptions): Promise<void>;
  freeze(name: string, signal: AbortSignal): Promise<void>;
  unfreeze(name: string, signal: AbortSignal): Promise<void>;

  exec(name: string, request: ExecRequest, signal: AbortSignal): Promise<ExecOutcome>;
  readonly snapshots: InstanceSnapshots;
  readonly files: InstanceFiles;
  readonly logs: InstanceLogs;
}

const LIST_MAX_BYTES = 128 * 1024 * 1024;

export function incusInstances(connection: IncusConnection): IncusInstances {
  const path = (name: string, ...rest: string[]): string => apiPath("instances", name, ...rest);

  const changeState = async (
    name: string,
    change: { action: string; force?: boolean; timeout?: number },
    signal: AbortSignal,
  ): Promise<void> => {
    await connection.run("PUT", path(name, "state"), change, signal);
  };

  const remove = async (name: string, signal: AbortSignal): Promise<void> => {
    try {
      await connection.run("DELETE", path(name), undefined, signal);
    } catch (thrown) {
      if (!isIncusNotFound(thrown)) throw thrown;
    }
  };

  return {
    async list(signal, { labels = {}, full = false } = {}) {
      const filter = Object.entries(labels).map(([key, value]) => `config.${key} eq ${value}`);
      const all = await connection.ask(z.array(instance), apiPath("instances"), signal, {
        query: {
          recursion: full ? "2" : "1",
          ...(filter.length === 0 ? {} : { filter: filter.join(" and ") }),
        },
        maxBytes: LIST_MAX_BYTES,
      });
      // The labels are checked again here, since the caller may delete what is in this list.
      return all.filter((one) =>
        Object.entries(labels).every(([key, value]) => one.config[key] === value),
      );
    },
    get: (name, signal) => connection.ask(instance, path(name), signal),
    getTagged: (name, signal) => connection.askTagged(instance, path(name), signal),
    async create(spec, signal, options) {
      const body = { type: "container", ...spec };
      await connection.run("POST", apiPath("instances"), body, signal, options);
    },
    async patch(name, change, signal) {
      await connection.run("PATCH", path(name), change, signal);
    },
    async replace(name, whole, signal, etag) {
      const headers = etag === undefined ? {} : { "If-Match": etag };
      await connection.run("PUT", path(name), whole, signal, { headers });
    },
    async rename(name, newName, signal) {
      await connection.run("POST", path(name), { name: newName }, signal);
    },
    async delete(name, signal, { force = false } = {}) {
      if (force) {
        try {
          await changeState(name, { action: "stop", force: true, timeout: -1 }, signal);
        } catch (thrown) {
          // It may be stopped already, gone or half made: the deletion tells.
          signal.throwIfAborted();
          if (isIncusNotFound(thrown)) return;
        }
      }
      await remove(name, signal);
    },

    state: (name, signal) => connection.ask(instanceState, path(name, "state"), signal),
    start: (name, signal) => changeState(name, { action: "start", timeout: -1 }, signal),
    stop: (name, signal, { force = false, timeoutS = -1 } = {}) =>
      changeState(name, { action: "stop", force, timeout: timeoutS }, signal),
    freeze: (name, signal) => changeState(name, { action: "freeze", timeout: -1 }, signal),
    unfreeze: (name, signal) => changeState(name, { action: "unfreeze", timeout: -1 }, signal),

    exec: (name, request, signal) => execIn(connection, name, request, signal),
    snapshots: instanceSnapshots(connection),
    files: instanceFiles(connection),
    logs: instanceLogs(connection),
  };
}
