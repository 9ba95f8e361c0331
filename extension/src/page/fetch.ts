// Notes each fetch from its call until its body has been consumed.
import type { Channel } from "./channel.ts";
import type { Hooks } from "./hooks.ts";
import { isInstance, natives, PrivateMap } from "./natives.ts";

/** How long a body that was asked for as a stream may stay without a reader, in ms. */
const UNREAD_STREAM_MS = 100;

/**
 * A fetch ends when a body reader (`json`, `text`, …) has delivered, when it fails, or with its
 * headers where there is no body. A body nobody begins to read is left to the content script, which
 * lets it go a short grace after the headers: whether its bytes still travel can't be known without
 * a clone, and a clone would buffer what the page throws away. A body read as a stream ends when the
 * browser reports its transfer complete, which the content script hears.
 */
export function hookFetch(hooks: Hooks, channel: Channel): void {
  const numbers = new PrivateMap<number>();
  hooks.around(window, "fetch", "value", (call) => {
    const id = channel.begin("fetch", addressOf(call.args[0]));
    return followed(
      call.run(),
      (response) => {
        if (
          !isInstance(natives.Response, response) ||
          natives.apply(natives.responseBody, response, []) === null
        ) {
          channel.note("end", id);
          return;
        }
        numbers.set(response, id);
        channel.note("headers", id);
      },
      () => channel.note("end", id),
    );
  });
  for (const reader of ["arrayBuffer", "blob", "bytes", "formData", "json", "text"]) {
    hooks.around(Response.prototype, reader, "value", (call) => {
      const id = numbers.get(call.self);
      if (id === undefined) return call.run();
      channel.note("reading", id);
      const end = (): void => channel.note("end", id);
      return followed(call.run(), end, end);
    });
  }
  hooks.around(Response.prototype, "clone", "value", (call) => {
    const clone = call.run();
    const id = numbers.get(call.self);
    if (id !== undefined && isInstance(natives.Response, clone)) numbers.set(clone, id);
    return clone;
  });
  hooks.around(Response.prototype, "body", "get", (call) => {
    const stream = call.run();
    const id = numbers.get(call.self);
    if (id === undefined || !isInstance(natives.ReadableStream, stream)) return stream;
    channel.note("streaming", id);
    const onGrace = (): void => {
      if (natives.apply(natives.streamLocked, stream, []) !== true) channel.note("end", id);
    };
    natives.apply(natives.setTimeout, window, [onGrace, UNREAD_STREAM_MS]);
    return stream;
  });
}

/**
 * The promise the page is given: one after `promise`, so that our listening does not count as
 * handling, and a rejection the page leaves alone is still reported as unhandled.
 */
function followed(
  promise: unknown,
  onValue: (value: unknown) => void,
  onError: () => void,
): unknown {
  return natives.apply(natives.promiseThen, promise, [
    (value: unknown): unknown => {
      onValue(value);
      return value;
    },
    (error: unknown): never => {
      onError();
      throw error;
    },
  ]);
}

/** Asks nothing of a value of the page's own making: its `toString` would be called twice. */
function addressOf(input: unknown): string {
  if (typeof input === "string") return input;
  if (isInstance(natives.URL, input)) return String(natives.apply(natives.urlHref, input, []));
  if (isInstance(natives.Request, input)) {
    return String(natives.apply(natives.requestUrl, input, []));
  }
  return "";
}
