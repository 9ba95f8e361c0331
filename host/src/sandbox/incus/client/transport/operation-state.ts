// How far an operation of Incus is, as its answers and its events tell.
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
  /** Member of a cluster. */
  location: z._default(z.string(), ""),
});
export type OperationState = z.infer<typeof operationState>;

export function hasEnded({ status_code: code }: OperationState): boolean {
  return code >= 200;
}

export interface OperationProgress {
  /** In Incus's words, such as `Unpack: 45% (12.3MB/s)`. */
  readonly text: string;
  /** From 0 to 1, where Incus tells a percentage. */
  readonly share?: number;
}

/** Tells the operation's progress in its own words; undefined if it says nothing. */
export function progressOf({ metadata }: OperationState): OperationProgress | undefined {
  for (const [key, value] of Object.entries(metadata ?? {})) {
    // Such as download_progress, create_instance_from_image_unpack_progress, fs_progress.
    if (!key.endsWith("_progress") || typeof value !== "string") continue;
    const percent = /(\d+(?:\.\d+)?)%/.exec(value)?.[1];
    return percent === undefined
      ? { text: value }
      : { text: value, share: Math.min(Number(percent) / 100, 1) };
  }
  return undefined;
}
