// Declares what the content script of a frame sends the service worker by itself.
import * as z from "zod/mini";

import { pageAsk } from "../../model/page-ask.ts";
import { synthesized } from "./frame-acting.ts";
import type { MethodSpec } from "./method-spec.ts";

export const frameWorkerMethods = {
  "frame.asked": {
    link: "frame-worker",
    summary: "Tell what the page has asked the browser to open over it",
    params: z.strictObject({ ask: pageAsk }),
    result: z.object({}),
  },
  "frame.synthesizing": {
    link: "frame-worker",
    summary:
      "Tell what is known of the answer to frame.synthesize before input that may lead the page away",
    params: z.strictObject({ answer: synthesized }),
    result: z.object({}),
  },
} as const satisfies Record<string, MethodSpec>;
