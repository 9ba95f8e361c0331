// Follows each XMLHttpRequest from `send` to `loadend`, whichever way it ends.
import { callSiteOfAddress } from "../cause/call-sites.ts";
import type { Causes } from "../cause/causes.ts";
import { addressOf } from "../cause/page-values.ts";
import type { Hooks } from "../platform/hooks.ts";
import { isInstance, natives, PrivateMap } from "../platform/natives.ts";

/** Lists the events of a request, in the order in which they may come. */
const EVENTS = ["readystatechange", "load", "error", "abort", "timeout", "loadend"] as const;

interface SentRequest {
  address: string;
  /** The work of the request under way. */
  work: number | undefined;
  /** The work that its events run under; 0 if no action has led to it. */
  cause: number;
  /** True while a call of the page's is the reason for the event. */
  isCalled: boolean;
}

export function hookXhr(hooks: Hooks, causes: Causes): void {
  const sent = new PrivateMap<SentRequest>();
  const end = (request: SentRequest): void => {
    if (request.work === undefined) return;
    causes.note("end", request.work);
    request.work = undefined;
  };
  hooks.aroundNew(window, "XMLHttpRequest", (construction) => {
    const xhr = construction.run();
    const request: SentRequest = { address: "", work: undefined, cause: 0, isCalled: false };
    sent.set(xhr, request);
    const onEvent = (): void => {
      // This event comes within another task, and the rest of that task belongs to what it belonged to.
      if (!request.isCalled) causes.run(request.cause);
    };
    // This listener comes before any listener of the page.
    for (let index = 0; index < EVENTS.length; index++) {
      natives.apply(natives.addEventListener, xhr, [EVENTS[index], onEvent]);
    }
    natives.apply(natives.addEventListener, xhr, ["loadend", () => end(request)]);
    return xhr;
  });
  hooks.around(XMLHttpRequest.prototype, "open", "value", (native, self, args) => {
    const request = sent.get(self);
    if (request === undefined) return natives.apply(native, self, args);
    const result = during(request, () => natives.apply(native, self, args));
    if (!isInstance(natives.XMLHttpRequest, self)) return result;
    // Opening again drops the request under way without a word.
    end(request);
    request.address = addressOf(args[1]);
    return result;
  });
  hooks.around(XMLHttpRequest.prototype, "send", "value", (native, self, args) => {
    const request = sent.get(self);
    // `send` during a request throws and leaves that request as it is.
    if (request === undefined || request.work !== undefined)
      return natives.apply(native, self, args);
    const parent = causes.now();
    const url = request.address;
    const work = causes.isActive
      ? causes.begin({ kind: "xhr", url, callSite: callSiteOfAddress(url) }, parent)
      : 0;
    request.work = work;
    request.cause = parent === 0 ? 0 : work;
    try {
      return during(request, () => natives.apply(native, self, args));
    } catch (error) {
      end(request);
      throw error;
    }
  });
  hooks.around(XMLHttpRequest.prototype, "abort", "value", (native, self, args) => {
    const request = sent.get(self);
    return request === undefined
      ? natives.apply(native, self, args)
      : during(request, () => natives.apply(native, self, args));
  });
}

function during(request: SentRequest, run: () => unknown): unknown {
  request.isCalled = true;
  try {
    return run();
  } finally {
    request.isCalled = false;
  }
}
