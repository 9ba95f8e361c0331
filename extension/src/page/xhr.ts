// Notes each XMLHttpRequest from `send` to `loadend`, whichever way it ends.
import type { Channel } from "./channel.ts";
import type { Hooks } from "./hooks.ts";
import { isInstance, natives, PrivateMap } from "./natives.ts";

interface Sent {
  address: string;
  /** Number of the request under way. */
  id: number | undefined;
}

export function hookXhr(hooks: Hooks, channel: Channel): void {
  const sent = new PrivateMap<Sent>();
  const end = (request: Sent): void => {
    if (request.id === undefined) return;
    channel.note("end", request.id);
    request.id = undefined;
  };
  hooks.around(XMLHttpRequest.prototype, "open", "value", (call) => {
    const result = call.run();
    if (!isInstance(natives.XMLHttpRequest, call.self)) return result;
    const known = sent.get(call.self);
    // Opening again drops the request under way without a word.
    if (known !== undefined) end(known);
    const address = addressOf(call.args[1]);
    if (known !== undefined) known.address = address;
    else {
      const request: Sent = { address, id: undefined };
      sent.set(call.self, request);
      natives.apply(natives.addEventListener, call.self, ["loadend", () => end(request)]);
    }
    return result;
  });
  hooks.around(XMLHttpRequest.prototype, "send", "value", (call) => {
    const request = sent.get(call.self);
    // `send` during a request throws and leaves that request as it is.
    if (request === undefined || request.id !== undefined) return call.run();
    request.id = channel.begin("xhr", request.address);
    try {
      return call.run();
    } catch (error) {
      end(request);
      throw error;
    }
  });
}

function addressOf(input: unknown): string {
  if (typeof input === "string") return input;
  return isInstance(natives.URL, input) ? String(natives.apply(natives.urlHref, input, [])) : "";
}
