// Describes the state and progress of an operation of Incus, as its answers and its events report them.
import * as z from "zod/mini";

export const operationState = z.object({
  id: z.string().check(z.minLength(1)),
  class: z.string(),
  description: z._default(z.string(), ""),
  created_at: z._default(z.string(), ""),
  status: z.string(),
  /** 103 running, 105 pending; from 200 on it has ended: 200 success, 400 failure, 401 cancelled. */
  status_code: z.int(),
  metadata: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
  resources: z.optional(z.nullable(z.record(z.string(), z.array(z.string())))),
  may_cancel: z._default(z.boolean(), false),
  err: z._default(z.string(), ""),
  /** The member of a cluster that runs it. */
  location: z._default(z.string(), ""),
});
export type OperationState = z.infer<typeof operationState>;

export function hasEnded({ status_code: code }: OperationState): boolean {
  return code >= 200;
}

export interface OperationProgress {
  /** The progress in Incus's words, such as `Unpack: 45% (12.3MB/s)`. */
  readonly text: string;
  /** The share that is done, from 0 to 1, if Incus reports a percentage. */
  readonly share?: number;
}

/** Returns the operation's progress in its own words; undefined if it says nothing. */
export function progressOf({ metadata }: OperationState): OperationProgress | undefined {
  for (const [key, value] of Object.entries(metadata ?? {})) {
    // The keys are such as download_progress, create_instance_from_image_unpack_progress, fs_progress.
    if (!key.endsWith("_progress") || typeof value !== "string") continue;
    const percent = /(\d+(?:\.\d+)?)%/.exec(value)?.[1];
    return percent === undefined
      ? { text: value }
      : { text: value, share: Math.min(Number(percent) / 100, 1) };
  }
  return undefined;
}
