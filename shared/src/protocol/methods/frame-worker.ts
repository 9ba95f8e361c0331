// Declares what the content script of a frame sends the service worker by itself.
import * as z from "zod/mini";

import { pageAsk } from "../../model/page/page-ask.ts";
import { nothing } from "./method-spec.ts";
import type { MethodSpec } from "./method-spec.ts";

export const frameWorkerMethods = {
  "frame.asked": {
    link: "frame-worker",
    summary: "Tell what the page has asked the browser to open over it",
    params: z.strictObject({ ask: pageAsk }),
    result: z.object({}),
  },
  "frame.sending": {
    link: "frame-worker",
    summary: "Tell that events of a script are about to reach the page, which may lead it away",
    params: nothing,
    result: z.object({}),
  },
  "frame.reading": {
    link: "frame-worker",
    summary: "Tell that the reading of the page begins, which takes as long as the page is large",
    params: nothing,
    result: z.object({}),
  },
} as const satisfies Record<string, MethodSpec>;
