// Declares what the daemon sends to an agent that subscribed, over the agent's own WebSocket.
import * as z from "zod/mini";

import { event } from "../../model/event.ts";
import { subscriptionId } from "./agent-events.ts";
import type { MethodSpec } from "./method-spec.ts";

/** The caller's own name for the progress it wants to receive. */
export const progressId = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(64),
    z.describe("Be told how far it is, by import.progress with this id"),
  );

export const daemonAgentMethods = {
  "import.progress": {
    link: "daemon-agent",
    summary: "Tell how far the import of a site, or the opening of a session, is",
    params: z.strictObject({
      progressId,
      /** The present work, in words for a person. */
      text: z.string(),
      /** The completed share of the whole work, from 0 to 1, if it is known. */
      share: z.optional(z.number().check(z.minimum(0), z.maximum(1))),
    }),
    result: z.object({}),
  },
  "events.told": {
    link: "daemon-agent",
    summary: "Tell of what a subscription is for; a notification",
    params: z.strictObject({ subscriptionId, event }),
    result: z.object({}),
  },
} as const satisfies Record<string, MethodSpec>;
