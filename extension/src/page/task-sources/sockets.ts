// Follows the cause to servers that write whenever they like: web sockets and event sources.
import { callSiteOfAddress } from "../cause/call-sites.ts";
import type { Causes } from "../cause/causes.ts";
import { Correspondence } from "../cause/message-exchange.ts";
import { addressOf } from "../cause/page-values.ts";
import type { Hooks } from "../hooks.ts";
import { hear, type Listening } from "../listeners/listening.ts";
import { bareRecord, natives, PrivateMap } from "../natives.ts";

export function hookSockets(hooks: Hooks, listening: Listening, causes: Causes): void {
  hookWebSockets(hooks, causes);
  hookEventSources(hooks, listening, causes);
}

function hookWebSockets(hooks: Hooks, causes: Causes): void {
  const sockets = new PrivateMap<Correspondence>();
  hooks.aroundNew(window, "WebSocket", (construction) => {
    const socket = construction.run();
    const letters = lettersOf(causes, construction.args);
    sockets.set(socket, letters);
    // Its opening is the answer to its construction.
    letters.send();
    hear(socket, ["open", "message"], () => letters.receive());
    hear(socket, ["error", "close"], () => {
      letters.receive();
      letters.close();
    });
    return socket;
  });
  hooks.around(WebSocket.prototype, "send", "value", (native, self, args) => {
    const result = natives.apply(native, self, args);
    sockets.get(self)?.send();
    return result;
  });
}

/** The first event is the answer to the construction: that it is open says nothing yet. */
function hookEventSources(hooks: Hooks, listening: Listening, causes: Causes): void {
  const sources = new PrivateMap<Correspondence>();
  let hasSources = false;
  const heardNames = new PrivateMap<Record<string, true>>();
  hooks.aroundNew(window, "EventSource", (construction) => {
    const source = construction.run();
    const letters = lettersOf(causes, construction.args);
    sources.set(source, letters);
    hasSources = true;
    letters.send();
    hear(source, ["open"], () => letters.pass());
    hear(source, ["message"], () => letters.receive());
    hear(source, ["error"], () => {
      letters.receive();
      // The browser connects again by itself: what comes then is no answer.
      letters.close();
    });
    return source;
  });
  // Events come by whatever names the server gives them.
  listening.onAny((target, type) => {
    const letters = hasSources ? sources.get(target) : undefined;
    if (letters === undefined || type === "open" || type === "error" || type === "message") return;
    const names = heardNames.get(target) ?? bareRecord<true>();
    if (names[type] === true) return;
    names[type] = true;
    heardNames.set(target, names);
    hear(target, [type], () => letters.receive());
  });
}

function lettersOf(causes: Causes, args: readonly unknown[]): Correspondence {
  const url = args.length > 0 ? addressOf(args[0]) : "";
  return new Correspondence(causes, { kind: "socket", url, callSite: callSiteOfAddress(url) });
}
