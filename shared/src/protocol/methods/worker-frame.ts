// Declares what the service worker calls on the content script of a frame.
import * as z from "zod/mini";

import { settleOptions, settleReport } from "../../model/page/settle.ts";
import { frameActingMethods } from "./frame-acting.ts";
import { frameFilesMethods } from "./frame-files.ts";
import { framePointingMethods, watch } from "./frame-pointing.ts";
import { frameReadingMethods } from "./frame-reading.ts";
import { nothing } from "./method-spec.ts";
import type { MethodSpec } from "./method-spec.ts";

export const workerFrameMethods = {
  ...frameReadingMethods,
  ...frameActingMethods,
  ...frameFilesMethods,
  ...framePointingMethods,
  "frame.watch": {
    link: "worker-frame",
    summary: "Begin to note the page's work, before the input of an action",
    params: watch,
    result: z.object({}),
  },
  "frame.settle": {
    link: "worker-frame",
    summary: "Wait until the frame has finished reacting",
    params: z.extend(settleOptions, {
      /** True if workers that can't be followed are at work: their replies are waited for from now on. */
      awaitsWorkers: z._default(z.boolean(), false),
      /** True if the action is a click, to which the page is to answer. */
      awaitsAnswer: z.optional(z.boolean()),
      /** The time when a script came that no element has asked for, in ms since 1970: its code may be yet to run. */
      scriptAt: z.optional(z.number()),
    }),
    result: z.extend(settleReport, {
      /** True if the action's work went on during the wait: another frame may have been led to more. */
      worked: z.boolean(),
      /** True if a worker had not replied by the time that replies are waited for. */
      unanswered: z.boolean(),
      /** The words that came and went again since the action. */
      passed: z._default(z.array(z.string()), []),
    }),
  },
  "frame.unexplained": {
    link: "worker-frame",
    summary: "Tell which scripts and stylesheets no element of the document has asked for",
    params: z.strictObject({ urls: z.array(z.string()) }),
    result: z.object({ unexplained: z.array(z.string()) }),
  },
  "frame.rest": {
    link: "worker-frame",
    summary: "Note nothing of the page's work any longer: the step is over",
    params: nothing,
    result: z.object({}),
  },
} as const satisfies Record<string, MethodSpec>;
