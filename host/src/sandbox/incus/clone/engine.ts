// Declares the work on instances that WebServ needs from Incus; each piece of it is done wholly or undone.
export type InstanceStatus = "running" | "frozen" | "stopped" | "changing";

export interface InstanceFacts {
  readonly name: string;
  readonly status: InstanceStatus;
  readonly config: Readonly<Record<string, string>>;
}

export type Device = Readonly<Record<string, string>>;

export interface InstancePlan {
  readonly name: string;
  /** Keys added to those of the source. */
  readonly config: Readonly<Record<string, string>>;
  /** Devices added to those of the source, or in place of one of that name. */
  readonly devices: Readonly<Record<string, Device>>;
  readonly start: boolean;
}

export interface InstanceUse {
  readonly memoryMiB: number;
  readonly diskMiB: number;
  readonly cpuSeconds: number;
  readonly processes: number;
}

/** Errors are WebservErrors: `backend-unavailable`, `limit-reached`, `sandbox-failed`. */
export interface Engine {
  /** Lists every instance of the project. */
  list(signal: AbortSignal): Promise<readonly InstanceFacts[]>;
  /** Copies an instance; throws `NameTaken` if there is one of this name. It may leave a half-made one behind. */
  copy(from: string, plan: InstancePlan, signal: AbortSignal): Promise<void>;
  /** Makes an instance of an image, and does not start it. May leave a half-made one behind. */
  createFromImage(fingerprint: string, plan: InstancePlan, signal: AbortSignal): Promise<void>;
  start(instance: string, signal: AbortSignal): Promise<void>;
  /** Asks it to end by itself; resolves with false if it did not within `timeoutMs`. */
  shutDown(instance: string, timeoutMs: number, signal: AbortSignal): Promise<boolean>;
  freeze(instance: string, signal: AbortSignal): Promise<void>;
  thaw(instance: string, signal: AbortSignal): Promise<void>;
  snapshot(instance: string, name: string, signal: AbortSignal): Promise<void>;
  setLabels(
    instance: string,
    labels: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<void>;
  /** Returns its config; undefined if there is no such instance. */
  labels(
    instance: string,
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, string>> | undefined>;
  status(instance: string, signal: AbortSignal): Promise<InstanceStatus | "gone">;
  /** Returns the pid of its init on the machine Incus runs on; undefined while it does not run. */
  pid(instance: string, signal: AbortSignal): Promise<number | undefined>;
  /** Ends and deletes it whatever state it is in; does nothing if there is none. */
  remove(instance: string, signal: AbortSignal): Promise<void>;
  use(instance: string, signal: AbortSignal): Promise<InstanceUse>;
}

/** Another instance has this name already. */
export class NameTaken extends Error {
  override readonly name = "NameTaken";
}

/** The instance was made, but another one has its address. */
export class AddressTaken extends Error {
  override readonly name = "AddressTaken";
}
