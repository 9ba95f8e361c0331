// Instances of our project: listed by label, made, changed, started, frozen, and deleted.
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
  /** With state and snapshots, which costs Incus a look at each instance. */
  readonly full?: boolean;
}

export interface StopOptions {
  /** At once, rather than by asking the instance's init. */
  readonly force?: boolean;
  /** How long its init may take; without end where left out. */
  readonly timeoutS?: number;
}

/** All but `list` throw IncusError 404 for a name that is not there; see `isIncusNotFound`. */
export interface IncusInstances {
  list(signal: AbortSignal, options?: ListOptions): Promise<Instance[]>;
  get(name: string, signal: AbortSignal): Promise<Instance>;
  /** For `replace`: what it was made from, and its ETag. */
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
  /** All of it at once; with `etag`, only if nobody has changed it since (else Incus answers 412). */
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
      // Looked at again here, since what is done with this list may be a sweep.
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
          // Stopped already, or gone, or half made: what deleting says tells.
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
