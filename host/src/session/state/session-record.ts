// Describes the record of a session on disk, by which a daemon that starts after a crash can take it over.
import * as z from "zod/mini";

import { recordedAction } from "@webserv/shared/model/recorded-action.ts";
import { filesFrom, session, sessionLifetime } from "@webserv/shared/model/session.ts";
import { settleOptions } from "@webserv/shared/model/page/settle.ts";

export const pendingAction = z.object({
  actionId: z.string(),
  /** The number of its step. */
  step: z.int(),
  /** Without the entered text: nobody knows yet whether that is a secret. */
  action: recordedAction,
  /** The worker it was sent to, which alone can still finish it. */
  workerId: z.string(),
  /** The time when it was sent, in ISO 8601. */
  at: z.string(),
});
export type PendingAction = z.infer<typeof pendingAction>;

export const sessionRecord = z.object({
  version: z.literal(1),
  /** A session in another phase than `open` is being made or closed; what is left of it is to be undone. */
  phase: z.enum(["opening", "open", "closing"]),
  session,
  lifetime: sessionLifetime,
  /** True if its browser was launched by the daemon and ended with it. */
  launched: z.boolean(),
  /** Sandboxes that were started for this session and are deleted with it. */
  ownSandboxes: z.array(z.string()),
  filesFrom: z.optional(filesFrom),
  /** The options for the wait after an action that gives none of its own. */
  settle: z.optional(settleOptions),
  terminated: z.boolean(),
  answer: z.optional(z.string()),
  /** Written before an action is sent; removed when its outcome is known. */
  pending: z.nullable(pendingAction),
  /** The observation that the agent was shown last, if the trajectory has it. */
  shown: z.optional(z.object({ url: z.string(), hash: z.string() })),
});
export type SessionRecord = z.infer<typeof sessionRecord>;
