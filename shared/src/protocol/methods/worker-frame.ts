// What the service worker asks the content script of a frame.
import * as z from "zod/mini";

import { settleOptions, settleReport } from "../../model/settle.ts";
import { frameActingMethods } from "./frame-acting.ts";
import { frameReadingMethods } from "./frame-reading.ts";
import { actionId } from "./method-spec.ts";
import type { MethodSpec } from "./method-spec.ts";

export const workerFrameMethods = {
  ...frameReadingMethods,
  ...frameActingMethods,
  "frame.watch": {
    link: "worker-frame",
    summary: "Begin to note the page's work, before the input of an action",
    params: z.strictObject({ actionId }),
    result: z.object({}),
  },
  "frame.settle": {
    link: "worker-frame",
    summary: "Wait until the frame has finished reacting",
    params: settleOptions,
    // Whether the action's work went on while it was waited for: another frame may have been led to more.
    result: z.extend(settleReport, { worked: z.boolean() }),
  },
} as const satisfies Record<string, MethodSpec>;
