// Follows the cause to servers that write whenever they like: web sockets and event sources.
import { callSiteOfAddress } from "../cause/call-sites.ts";
import type { Causes } from "../cause/causes.ts";
import { MessageExchange } from "../cause/message-exchange.ts";
import { addressOf } from "../cause/page-values.ts";
import { hear, type Listening } from "../listeners/listening.ts";
import type { Hooks } from "../platform/hooks.ts";
import { bareRecord, natives, PrivateMap } from "../platform/natives.ts";

export function hookSockets(hooks: Hooks, listening: Listening, causes: Causes): void {
  hookWebSockets(hooks, causes);
  hookEventSources(hooks, listening, causes);
}

function hookWebSockets(hooks: Hooks, causes: Causes): void {
  const sockets = new PrivateMap<MessageExchange>();
  hooks.aroundNew(window, "WebSocket", (construction) => {
    const socket = construction.run();
    const exchange = exchangeOf(causes, construction.args);
    sockets.set(socket, exchange);
    // Its opening is the answer to its construction.
    exchange.send();
    hear(socket, ["open", "message"], () => exchange.receive());
    hear(socket, ["error", "close"], () => {
      exchange.receive();
      exchange.close();
    });
    return socket;
  });
  hooks.around(WebSocket.prototype, "send", "value", (native, self, args) => {
    const result = natives.apply(native, self, args);
    sockets.get(self)?.send();
    return result;
  });
}

/**
 * Follows event sources. The first event is the answer to the construction: that the source is open says nothing yet.
 */
function hookEventSources(hooks: Hooks, listening: Listening, causes: Causes): void {
  const sources = new PrivateMap<MessageExchange>();
  let hasSources = false;
  const heardNames = new PrivateMap<Record<string, true>>();
  hooks.aroundNew(window, "EventSource", (construction) => {
    const source = construction.run();
    const exchange = exchangeOf(causes, construction.args);
    sources.set(source, exchange);
    hasSources = true;
    exchange.send();
    hear(source, ["open"], () => exchange.pass());
    hear(source, ["message"], () => exchange.receive());
    hear(source, ["error"], () => {
      exchange.receive();
      // The browser connects again by itself: what comes then is no answer.
      exchange.close();
    });
    return source;
  });
  // Events come by whatever names the server gives them.
  listening.onAny((target, type) => {
    const exchange = hasSources ? sources.get(target) : undefined;
    if (exchange === undefined || type === "open" || type === "error" || type === "message") return;
    const names = heardNames.get(target) ?? bareRecord<true>();
    if (names[type] === true) return;
    names[type] = true;
    heardNames.set(target, names);
    hear(target, [type], () => exchange.receive());
  });
}

function exchangeOf(causes: Causes, args: readonly unknown[]): MessageExchange {
  const url = args.length > 0 ? addressOf(args[0]) : "";
  return new MessageExchange(causes, { kind: "socket", url, callSite: callSiteOfAddress(url) });
}
