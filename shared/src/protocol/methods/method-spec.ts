// Describes the declaration of a method, and the params that several methods share.
import * as z from "zod/mini";

import { MAX_ID } from "../../model/actions/action-spec.ts";

/**
 * The caller and the callee. `agent-daemon` and `daemon-agent`: the two directions of a WebSocket.
 * `extension-daemon` and `daemon-extension`: the two directions of native messaging. `worker-frame`
 * and `frame-worker`: service worker and content script. `panel-worker` and `worker-panel`: the
 * side panel's port.
 */
export type Link =
  | "agent-daemon"
  | "daemon-agent"
  | "extension-daemon"
  | "daemon-extension"
  | "worker-frame"
  | "frame-worker"
  | "panel-worker"
  | "worker-panel";

export interface MethodSpec {
  readonly link: Link;
  /** One sentence, in the imperative, for help texts and tool descriptions. */
  readonly summary: string;
  readonly params: z.ZodMiniType;
  readonly result: z.ZodMiniType;
  /** Params that are positionals on a command line, in order. */
  readonly positional?: readonly string[];
}

export const nothing = z.strictObject({});
export const version = z.object({ major: z.int(), minor: z.int() });
export const actionId = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(64),
    z.describe("Id of the action, the caller's choice; one id runs at most once"),
  );
export const browserId = z
  .string()
  .check(z.minLength(1), z.maxLength(64), z.describe("Id of the browser"));
export const shortText = z.string().check(z.maxLength(200));
export const startUrl = z.optional(
  z.string().check(z.minLength(1), z.maxLength(8192), z.describe("Address to open")),
);
export const elementId = z.string().check(z.minLength(1), z.maxLength(MAX_ID));
