// Declares what WebServ asks of Incus for instances, in its own words: each piece of work whole or undone.
export type InstanceStatus = "running" | "frozen" | "stopped" | "changing";

export interface InstanceFacts {
  readonly name: string;
  readonly status: InstanceStatus;
  readonly config: Readonly<Record<string, string>>;
}

export type Device = Readonly<Record<string, string>>;

export interface InstancePlan {
  readonly name: string;
  /** Added to what is copied. */
  readonly config: Readonly<Record<string, string>>;
  /** Added to what is copied, or in place of a device of that name. */
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
  /** Every instance of the project. */
  list(signal: AbortSignal): Promise<readonly InstanceFacts[]>;
  /** Throws `NameTaken` where there is one of this name. May leave a half-made one behind. */
  copy(from: string, plan: InstancePlan, signal: AbortSignal): Promise<void>;
  /** Makes an instance of an image, and does not start it. May leave a half-made one behind. */
  createFromImage(fingerprint: string, plan: InstancePlan, signal: AbortSignal): Promise<void>;
  start(instance: string, signal: AbortSignal): Promise<void>;
  /** Asks it to end by itself; false where it did not within `timeoutMs`. */
  shutDown(instance: string, timeoutMs: number, signal: AbortSignal): Promise<boolean>;
  freeze(instance: string, signal: AbortSignal): Promise<void>;
  thaw(instance: string, signal: AbortSignal): Promise<void>;
  snapshot(instance: string, name: string, signal: AbortSignal): Promise<void>;
  setLabels(
    instance: string,
    labels: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<void>;
  /** Its config; undefined where there is no such instance. */
  labels(
    instance: string,
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, string>> | undefined>;
  status(instance: string, signal: AbortSignal): Promise<InstanceStatus | "gone">;
  /** Pid of its init on the machine Incus runs on; undefined while it does not run. */
  pid(instance: string, signal: AbortSignal): Promise<number | undefined>;
  /** Ends and deletes it whatever state it is in; there being none is fine. */
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
