// Follows each XMLHttpRequest from `send` to `loadend`, whichever way it ends.
import { callSiteOfAddress } from "../cause/call-sites.ts";
import type { Causes } from "../cause/causes.ts";
import { addressOf } from "../cause/page-values.ts";
import type { OpenRequest, PushWays } from "../cause/push-ways.ts";
import { isChanging } from "../cause/push-ways.ts";
import { isUnready, isUnreadyStatus } from "../cause/unready-answers.ts";
import type { Hooks } from "../platform/hooks.ts";
import { isInstance, natives, PrivateMap } from "../platform/natives.ts";

/** Lists the events of a request, in the order in which they may come. */
const EVENTS = ["readystatechange", "load", "error", "abort", "timeout", "loadend"] as const;

const DONE = 4;
/** The lowest status that tells of an error. */
const FIRST_ERROR = 400;

interface SentRequest {
  address: string;
  /** It is to change something at the server. */
  isAsking: boolean;
  open: OpenRequest | undefined;
  /** The work of the request under way. */
  work: number | undefined;
  /** The work that its events run under; 0 if no action has led to it. */
  cause: number;
  /** True while a call of the page's is the reason for the event. */
  isCalled: boolean;
}

export function hookXhr(hooks: Hooks, causes: Causes, ways: PushWays): void {
  const sent = new PrivateMap<SentRequest>();
  const end = (request: SentRequest): void => {
    if (request.work === undefined) return;
    causes.note("end", request.work);
    request.work = undefined;
    if (request.open !== undefined) ways.ended(request.open);
    request.open = undefined;
  };
  const loaded = (request: SentRequest, xhr: object): void => {
    const { work = 0, open } = request;
    if (open === undefined) return;
    const status = Number(natives.apply(natives.xhrStatus, xhr, []));
    if (request.cause === 0 || status >= FIRST_ERROR) return;
    if (request.isAsking) ways.asked(open);
    if (!causes.isCurrent(request.cause)) return;
    if (isUnreadyStatus(status) || isUnready(answerOf(xhr))) causes.note("unready", work);
  };
  hooks.aroundNew(window, "XMLHttpRequest", (construction) => {
    const xhr = construction.run();
    const request: SentRequest = {
      address: "",
      isAsking: false,
      open: undefined,
      work: undefined,
      cause: 0,
      isCalled: false,
    };
    sent.set(xhr, request);
    let isLoaded = false;
    const onEvent = (): void => {
      // This event comes within another task, and the rest of that task belongs to what it belonged to.
      if (request.isCalled) return;
      const isDone = natives.apply(natives.xhrState, xhr, []) === DONE;
      if (isDone && !isLoaded) {
        if (request.open !== undefined) {
          request.cause = ways.causeOf(request.open, request.cause, "xhr");
        }
        loaded(request, xhr);
      }
      isLoaded = isDone;
      causes.run(request.cause);
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
    request.isAsking = isChanging(args[0]);
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
    request.open = ways.began(url, work, request.isAsking);
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

/** Returns what the page gets of the answer, as far as that costs nothing. */
function answerOf(xhr: object): unknown {
  const type = natives.apply(natives.xhrType, xhr, []);
  if (type === "" || type === "text") return natives.apply(natives.xhrText, xhr, []);
  return type === "json" ? natives.apply(natives.xhrAnswer, xhr, []) : undefined;
}

function during(request: SentRequest, run: () => unknown): unknown {
  request.isCalled = true;
  try {
    return run();
  } finally {
    request.isCalled = false;
  }
}
