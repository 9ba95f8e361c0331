// Declares what the daemon calls on the extension, over native messaging.
import * as z from "zod/mini";

import { action } from "../../model/action.ts";
import { answerMs, DEFAULT_ANSWER_MS, dialogRule } from "../../model/page/dialog.ts";
import { observation, observeOptions, tab } from "../../model/page/observation.ts";
import { screenshot, screenshotOptions } from "../../model/page/screenshot.ts";
import { sessionId } from "../../model/session.ts";
import { settleOptions } from "../../model/page/settle.ts";
import { canonicalHost } from "../../model/site.ts";
import { inputMode, stepOutcome } from "../../model/step.ts";
import { actionId, nothing, shortText, startUrl } from "./method-spec.ts";
import type { MethodSpec } from "./method-spec.ts";

export const daemonExtensionMethods = {
  "lease.open": {
    link: "daemon-extension",
    summary: "Open a tab for a session and attach to it",
    params: z.strictObject({
      sessionId,
      agent: shortText,
      url: startUrl,
      input: inputMode,
      dialogs: z._default(dialogRule, "ask"),
      answerMs: z._default(answerMs, DEFAULT_ANSWER_MS),
      /** The options for the wait until the first page is at rest. */
      settle: z._default(settleOptions, {}),
      observe: z._default(observeOptions, {}),
    }),
    result: z.object({
      tabs: z.array(tab),
      input: inputMode,
      inputReason: z.optional(z.string()),
      observation: z.nullable(observation),
    }),
  },
  "lease.close": {
    link: "daemon-extension",
    summary: "Detach from a session's tabs and close them",
    params: z.strictObject({ sessionId }),
    result: z.object({}),
  },
  "lease.observe": {
    link: "daemon-extension",
    summary: "Read a session's current page",
    params: z.strictObject({ sessionId, observe: observeOptions }),
    result: observation,
  },
  "lease.screenshot": {
    link: "daemon-extension",
    summary: "Take a picture of a session's current page",
    params: z.strictObject({ sessionId, screenshot: screenshotOptions }),
    result: screenshot,
  },
  "lease.act": {
    link: "daemon-extension",
    summary: "Carry out one action of a session",
    params: z.strictObject({
      sessionId,
      actionId,
      /** Number of the step, shown in the panel. */
      step: z.int(),
      action,
      settle: settleOptions,
      observe: observeOptions,
    }),
    result: stepOutcome,
  },
  "lease.outcome": {
    link: "daemon-extension",
    summary: "Say what became of an action, after a lost connection or a restarted worker",
    params: z.strictObject({ sessionId, actionId }),
    result: z.object({
      /** never: it has not begun and will not begin; begun: it may have happened; finished: `outcome` tells. */
      state: z.enum(["never", "begun", "finished"]),
      outcome: z.optional(stepOutcome),
    }),
  },
  "lease.ping": {
    link: "daemon-extension",
    summary: "Go to the session's page and back",
    params: z.strictObject({ sessionId }),
    result: z.object({}),
  },
  "lease.list": {
    link: "daemon-extension",
    summary: "Say which sessions hold which tabs",
    params: nothing,
    result: z.object({
      leases: z.array(
        z.object({
          sessionId: z.string(),
          tabs: z.array(tab),
          stopped: z.boolean(),
          /**
           * The time when the person stopped it, in ms since 1970; absent if they have let agents begin again since.
           */
          stoppedAt: z.optional(z.number()),
        }),
      ),
    }),
  },
  "environments.carry": {
    link: "daemon-extension",
    summary: "Let the browser's other contexts be environments, which connect by themselves",
    params: z.strictObject({
      /** The secret by which the daemon admits them. */
      token: z.string().check(z.minLength(32), z.maxLength(200), z.regex(/^[\w-]+$/)),
    }),
    result: z.object({}),
  },
  "environments.focus": {
    link: "daemon-extension",
    summary: "Have all pages take themselves for shown, as while an agent acts, or let go of that",
    params: z.strictObject({ shown: z.boolean() }),
    result: z.object({}),
  },
  "proxy.set": {
    link: "daemon-extension",
    summary: "Route the hosts of sandboxes to the router; no hosts: route nothing",
    params: z.strictObject({
      hosts: z.array(canonicalHost).check(z.maxLength(1000)),
      /** The router's port for this browser, on 127.0.0.1. */
      port: z.int().check(z.minimum(1), z.maximum(65_535)),
    }),
    result: z.object({}),
  },
} as const satisfies Record<string, MethodSpec>;
