// Declares how agents subscribe to events.
import * as z from "zod/mini";

import { eventKind, eventPlace } from "../../model/event.ts";
import { sessionId } from "../../model/session.ts";
import type { MethodSpec } from "./method-spec.ts";

export const subscriptionId = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(64),
    z.describe("The caller's own name for what it asks to be told; one name, one subscription"),
  );

export const agentEventMethods = {
  "events.subscribe": {
    link: "agent-daemon",
    summary: "Be told by events.told of what happens, until the connection ends",
    params: z.strictObject({
      subscriptionId,
      kinds: z.optional(
        z
          .array(eventKind)
          .check(z.minLength(1), z.maxLength(20), z.describe("All kinds if left out")),
      ),
      sessionId: z.optional(sessionId),
      after: z
        .optional(eventPlace)
        .check(z.describe("Go on after this place; what is no longer known is told as missed")),
    }),
    /** The place after which events are sent. */
    result: eventPlace,
  },
  "events.unsubscribe": {
    link: "agent-daemon",
    summary: "Be told no more of what a subscription was for",
    params: z.strictObject({ subscriptionId }),
    result: z.object({}),
  },
} as const satisfies Record<string, MethodSpec>;
