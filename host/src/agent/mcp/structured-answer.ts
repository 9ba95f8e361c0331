// Describes the part of a tool's answer for programs: what was done and where it led, without the page's contents.
import * as z from "zod/mini";

import { sessionBrowser } from "@webserv/shared/model/browser.ts";
import { observation } from "@webserv/shared/model/page/observation.ts";
import { sessionId } from "@webserv/shared/model/session.ts";
import { settleReport } from "@webserv/shared/model/page/settle.ts";
import { step, stepError } from "@webserv/shared/model/step.ts";

/** The schema of all tools' answers; values may be made from objects that hold more. */
export const structuredAnswer = z.object({
  /** The id by which other connections to the daemon know the session; absent before `open`. */
  sessionId: z.optional(sessionId),
  /** The browser in which `open` has opened the session, and the owner of its cookies and logins. */
  browser: z.optional(sessionBrowser),
  /** The steps, one for each action that was carried out or failed; empty for `open` and `look`. */
  steps: z.array(
    z.extend(
      z.pick(step, {
        step: true,
        status: true,
        target: true,
        input: true,
        inputReason: true,
        effects: true,
        error: true,
        changed: true,
        roundTripMs: true,
      }),
      {
        settle: z.nullable(
          z.pick(settleReport, {
            status: true,
            waitedMs: true,
            waitedFor: true,
            pending: true,
            unlisted: true,
            reasons: true,
          }),
        ),
      },
    ),
  ),
  /** Null if no page was read. */
  page: z.nullable(
    z.pick(observation, { url: true, title: true, tabs: true, dialog: true, omitted: true }),
  ),
  /** The reason why the call led to no step. */
  error: z.optional(z.pick(stepError, { code: true, message: true, next: true })),
});
export type StructuredAnswer = z.input<typeof structuredAnswer>;
