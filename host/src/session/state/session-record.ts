// What is kept of a session on disk, so that a daemon that starts after a crash can take it back.
import * as z from "zod/mini";

import { recordedAction } from "@webserv/shared/model/recorded-action.ts";
import { filesFrom, session, sessionLifetime } from "@webserv/shared/model/session.ts";
import { settleOptions } from "@webserv/shared/model/settle.ts";

export const pendingAction = z.object({
  actionId: z.string(),
  /** Number of its step. */
  step: z.int(),
  /** Without what it enters: nobody knows yet whether that is a secret. */
  action: recordedAction,
  /** The worker it was sent to: only that one can still finish it. */
  workerId: z.string(),
  /** When it was sent, ISO 8601. */
  at: z.string(),
});
export type PendingAction = z.infer<typeof pendingAction>;

export const sessionRecord = z.object({
  version: z.literal(1),
  /** All but open: being made or being closed; what is left of it is to be undone. */
  phase: z.enum(["opening", "open", "closing"]),
  session,
  lifetime: sessionLifetime,
  /** Its browser was launched by the daemon and ended with it. */
  launched: z.boolean(),
  /** Sandboxes that were started for this session and are deleted with it. */
  ownSandboxes: z.array(z.string()),
  filesFrom: z.optional(filesFrom),
  /** How its pages are waited for, where an action does not say it. */
  settle: z.optional(settleOptions),
  terminated: z.boolean(),
  answer: z.optional(z.string()),
  /** Written before an action is sent; removed when what became of it is known. */
  pending: z.nullable(pendingAction),
  /** The observation the agent was shown last, where the trajectory has it. */
  shown: z.optional(z.object({ url: z.string(), hash: z.string() })),
});
export type SessionRecord = z.infer<typeof sessionRecord>;
