// Follows each fetch from its call until its body has been consumed.
import { followOperation } from "../cause/async-operation.ts";
import { callSiteOfAddress } from "../cause/call-sites.ts";
import type { Causes } from "../cause/causes.ts";
import type { NewWork } from "../cause/new-work.ts";
import { addressOf, ownValue } from "../cause/page-values.ts";
import type { OpenRequest, PushWays } from "../cause/push-ways.ts";
import { isChanging } from "../cause/push-ways.ts";
import { isUnready, isUnreadyStatus } from "../cause/unready-answers.ts";
import type { Hooks } from "../platform/hooks.ts";
import { isInstance, natives, PrivateMap } from "../platform/natives.ts";
import type { Source } from "./streams.ts";
import { BROWSERS_OWN, Streams } from "./streams.ts";

/** A body that was asked for as a stream may stay without a reader for so long, in ms. */
const UNREAD_STREAM_MS = 100;
/** The lowest status that tells of an error: such a request is often made again. */
const FIRST_ERROR = 400;

/**
 * Hooks `fetch`. A fetch ends when a body reader (`json`, `text`, …) has delivered, when it fails, or with its
 * headers if there is no body. If nobody begins to read the body, the content script stops waiting a short time after
 * the headers. Only a clone could tell whether its bytes still come, and that would buffer what the page throws away.
 * A body read as a stream ends with the read that says so (`streams.ts`), or when the browser reports its transfer
 * complete, which the content script hears.
 */
export function hookFetch(hooks: Hooks, causes: Causes, ways: PushWays): void {
  const works = new PrivateMap<number>();
  const parents = new PrivateMap<number>();
  const requests = new PrivateMap<OpenRequest>();
  const streams = new Streams(hooks, causes);
  /** Its pieces go on for whatever has begun it, or tell what came of another request. */
  const sourceOf = (work: number, response: unknown): Source => {
    const own = parents.get(response) ?? 0;
    const asked = requests.get(response);
    let isOpen = true;
    ways.opened();
    return {
      work,
      cause: () => (asked === undefined ? own : ways.causeOf(asked, own, "fetch")),
      ended: () => {
        if (isOpen) ways.closed();
        isOpen = false;
      },
    };
  };
  hooks.around(window, "fetch", "value", (native, self, args) => {
    const parent = causes.now();
    // This is followed also while nobody waits: it may be under way still when an action begins.
    const work = causes.isActive ? causes.begin(request(args), parent) : 0;
    const own = parent === 0 ? 0 : work;
    const asked = ways.began(addressOf(args[0]), work, isAsking(args));
    let cause = own;
    return causes.followed(
      natives.apply(native, self, args),
      () => cause,
      (response) => {
        ways.ended(asked);
        cause = ways.causeOf(asked, own, "fetch");
        const status = statusOf(response);
        if (status >= FIRST_ERROR) causes.note("failed", work);
        else if (own !== 0 && isAsking(args)) ways.asked(asked);
        if (isUnreadyStatus(status)) causes.note("unready", own);
        if (
          !isInstance(natives.Response, response) ||
          natives.apply(natives.responseBody, response, []) === null
        ) {
          causes.note("end", work);
          return;
        }
        works.set(response, work);
        parents.set(response, cause);
        requests.set(response, asked);
        causes.note("headers", work);
      },
      () => {
        ways.ended(asked);
        causes.note("failed", work);
        causes.note("end", work);
      },
    );
  });
  for (const reader of ["arrayBuffer", "blob", "bytes", "formData", "json", "text"]) {
    hooks.around(Response.prototype, reader, "value", (native, self, args) => {
      const work = works.get(self);
      const read = (): unknown => natives.apply(native, self, args);
      // This body was not fetched: the page made it out of a text, a file or a stream, or keeps it in a cache.
      if (work === undefined) return followOperation(causes, "file", read);
      causes.note("reading", work);
      const cause = parents.get(self) ?? 0;
      const end = (): void => causes.note("end", work);
      const onBody = (body: unknown): void => {
        if (causes.isCurrent(cause) && isUnready(body)) causes.note("unready", work);
        end();
      };
      return causes.followed(read(), cause, onBody, end);
    });
  }
  hooks.around(Response.prototype, "clone", "value", (native, self, args) => {
    const clone = natives.apply(native, self, args);
    const work = works.get(self);
    if (work !== undefined && isInstance(natives.Response, clone)) {
      works.set(clone, work);
      parents.set(clone, parents.get(self) ?? 0);
      const asked = requests.get(self);
      if (asked !== undefined) requests.set(clone, asked);
    }
    return clone;
  });
  // A response that is given a stream of another one, or what a stream was piped through, goes on with that one's
  // work.
  hooks.aroundNew(window, "Response", (construction) => {
    const response = construction.run();
    const source = streams.get(construction.args.length > 0 ? construction.args[0] : undefined);
    if (source !== undefined && source !== BROWSERS_OWN) {
      works.set(response, source.work);
      parents.set(response, source.cause());
    }
    return response;
  });
  hooks.around(Response.prototype, "body", "get", (native, self, args) => {
    const stream = natives.apply(native, self, args);
    const work = works.get(self);
    if (!isInstance(natives.ReadableStream, stream)) return stream;
    if (work === undefined) {
      if (streams.get(stream) === undefined) streams.set(stream, BROWSERS_OWN);
      return stream;
    }
    causes.note("streaming", work);
    if (streams.get(stream) === undefined) streams.set(stream, sourceOf(work, self));
    const onGrace = (): void => {
      if (natives.apply(natives.streamLocked, stream, []) !== true) causes.note("end", work);
    };
    natives.apply(natives.setTimeout, window, [onGrace, UNREAD_STREAM_MS]);
    return stream;
  });
}

function request(args: readonly unknown[]): NewWork {
  const url = addressOf(args[0]);
  return { kind: "fetch", url, callSite: callSiteOfAddress(url), unseen: isUnseen(args[1]) };
}

/** Returns the status of an answer; 0 if it has none. */
function statusOf(response: unknown): number {
  return isInstance(natives.Response, response)
    ? Number(natives.apply(natives.responseStatus, response, []))
    : 0;
}

/** Tells whether the request is to change something at the server: it is not for reading alone. */
function isAsking([input, init]: readonly unknown[]): boolean {
  const written = ownValue(init, "method");
  const method =
    typeof written !== "string" && isInstance(natives.Request, input)
      ? natives.apply(natives.requestMethod, input, [])
      : written;
  return isChanging(method);
}

/** Tells whether nobody looks for what comes of the request: it outlives the page, or can wait. */
function isUnseen(init: unknown): boolean {
  return (
    ownValue(init, "keepalive") === true ||
    ownValue(init, "priority") === "low" ||
    ownValue(init, "mode") === "no-cors"
  );
}
