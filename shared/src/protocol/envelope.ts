// Describes every message on every link: JSON-RPC 2.0, with a deadline beside the request.
import * as z from "zod/mini";

const id = z.union([z.string().check(z.maxLength(64)), z.int()]);

/** The longest deadline that a call may have, in ms. */
export const MAX_TIMEOUT_MS = 86_400_000;

export const requestEnvelope = z.object({
  jsonrpc: z.literal("2.0"),
  /** Absent in a notification. */
  id: z.optional(id),
  method: z.string().check(z.minLength(1), z.maxLength(64)),
  params: z.optional(z.unknown()),
  /**
   * The time that the caller will wait, in ms from now; if it is absent, the receiver's default holds. JSON-RPC has no
   * such member.
   */
  timeoutMs: z.optional(z.int().check(z.positive(), z.maximum(MAX_TIMEOUT_MS))),
});
export type RequestEnvelope = z.infer<typeof requestEnvelope>;

export const errorObject = z.object({
  code: z.int(),
  message: z.string(),
  data: z.optional(
    z.object({
      code: z.string(),
      next: z.string(),
      details: z.record(z.string(), z.unknown()),
    }),
  ),
});
export type ErrorObject = z.infer<typeof errorObject>;

export const resultEnvelope = z.object({
  jsonrpc: z.literal("2.0"),
  id,
  result: z.unknown(),
});
export const errorEnvelope = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.nullable(id),
  error: errorObject,
});
export type ResponseEnvelope = z.infer<typeof resultEnvelope> | z.infer<typeof errorEnvelope>;

/** JSON-RPC's numbers for the codes that have one; everything else is -32000 with `data.code`. */
export const jsonRpcNumbers: Readonly<Record<string, number>> = {
  "parse-error": -32700,
  "unknown-method": -32601,
  "invalid-params": -32602,
  internal: -32603,
};
export const APPLICATION_ERROR = -32000;

/** The notification that cancels a request; `params.id` is the request's id. */
export const CANCEL_METHOD = "$/cancelRequest";
