// Declares what the side panel and the service worker call on each other.
import * as z from "zod/mini";

import { sessionId } from "../../model/session.ts";
import { inputMode } from "../../model/step.ts";
import { nothing } from "./method-spec.ts";
import type { MethodSpec } from "./method-spec.ts";

export const panelMethods = {
  "panel.stop": {
    link: "panel-worker",
    summary: "Stop a session at once",
    params: z.strictObject({ sessionId }),
    result: z.object({}),
  },
  "panel.allow": {
    link: "panel-worker",
    summary: "Let agents begin again, though one was stopped a moment ago",
    params: nothing,
    result: z.object({}),
  },
  "panel.show": {
    link: "worker-panel",
    summary: "Show the state of the connection and of the sessions",
    params: z.strictObject({
      /** The connection's present state, as the heartbeat measures it. */
      connection: z.strictObject({
        state: z.enum(["connected", "connecting", "refused"]),
        /** Round trip of the last heartbeat, in ms. */
        beatMs: z.nullable(z.number()),
        /** The time when the last heartbeat was answered, in ms since 1970. */
        beatAt: z.nullable(z.number()),
        reason: z.string(),
        daemonVersion: z.string(),
      }),
      /** The time until which no agent can begin after a Stop, in ms since 1970; null if agents can. */
      pausedUntil: z.nullable(z.number()),
      sessions: z.array(
        z.strictObject({
          sessionId: z.string(),
          agent: z.string(),
          title: z.string(),
          url: z.string(),
          step: z.int(),
          /** away: its agent can't reach this browser now. */
          state: z.enum(["idle", "acting", "settling", "asking", "away", "stopped"]),
          /** The action under way or the last one, in words. */
          doing: z.string(),
          /** The dialog that waits for the agent, in words; empty if there is none. */
          dialog: z.string(),
          input: inputMode,
          inputReason: z.string(),
        }),
      ),
    }),
    result: z.object({}),
  },
} as const satisfies Record<string, MethodSpec>;
