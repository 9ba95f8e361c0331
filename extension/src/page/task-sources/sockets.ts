// Follows the cause to servers that write whenever they like: web sockets and event sources.
import { callSiteOfAddress } from "../cause/call-sites.ts";
import type { Causes } from "../cause/causes.ts";
import { MessageExchange } from "../cause/message-exchange.ts";
import { lookOf } from "../cause/message-looks.ts";
import { addressOf } from "../cause/page-values.ts";
import type { PushWays } from "../cause/push-ways.ts";
import { hear, type Listening } from "../listeners/listening.ts";
import type { Hooks } from "../platform/hooks.ts";
import { bareRecord, natives, PrivateMap } from "../platform/natives.ts";

export function hookSockets(
  hooks: Hooks,
  listening: Listening,
  causes: Causes,
  ways: PushWays,
): void {
  hookWebSockets(hooks, causes, ways);
  hookEventSources(hooks, listening, causes, ways);
}

function hookWebSockets(hooks: Hooks, causes: Causes, ways: PushWays): void {
  const sockets = new PrivateMap<MessageExchange>();
  hooks.aroundNew(window, "WebSocket", (construction) => {
    const socket = construction.run();
    const exchange = exchangeOf(causes, ways, construction.args);
    sockets.set(socket, exchange);
    // Its opening is the answer to its construction.
    exchange.send();
    let isOpen = false;
    hear(socket, ["open"], () => {
      isOpen = true;
      ways.opened();
      exchange.open();
    });
    hear(socket, ["message"], (event) => exchange.receive(lookOf(event)));
    hear(socket, ["error", "close"], () => {
      if (isOpen) ways.closed();
      isOpen = false;
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
function hookEventSources(
  hooks: Hooks,
  listening: Listening,
  causes: Causes,
  ways: PushWays,
): void {
  const sources = new PrivateMap<MessageExchange>();
  const open = new PrivateMap<boolean>();
  const shut = (source: object): void => {
    if (open.get(source) !== true) return;
    open.set(source, false);
    ways.closed();
  };
  let hasSources = false;
  const heardNames = new PrivateMap<Record<string, true>>();
  hooks.aroundNew(window, "EventSource", (construction) => {
    const source = construction.run();
    const exchange = exchangeOf(causes, ways, construction.args);
    sources.set(source, exchange);
    hasSources = true;
    exchange.send();
    hear(source, ["open"], () => {
      open.set(source, true);
      ways.opened();
      exchange.pass();
    });
    hear(source, ["message"], (event) => exchange.receive(lookOf(event)));
    hear(source, ["error"], () => {
      shut(source);
      exchange.receive();
      // The browser connects again by itself: what comes then is no answer.
      exchange.close();
    });
    return source;
  });
  hooks.around(EventSource.prototype, "close", "value", (native, self, args) => {
    if (typeof self === "object" && self !== null) shut(self);
    return natives.apply(native, self, args);
  });
  // Events come by whatever names the server gives them.
  listening.onAny((target, type) => {
    const exchange = hasSources ? sources.get(target) : undefined;
    if (exchange === undefined || type === "open" || type === "error" || type === "message") return;
    const names = heardNames.get(target) ?? bareRecord<true>();
    if (names[type] === true) return;
    names[type] = true;
    heardNames.set(target, names);
    hear(target, [type], (event) => exchange.receive(`${type} ${lookOf(event)}`));
  });
}

function exchangeOf(causes: Causes, ways: PushWays, args: readonly unknown[]): MessageExchange {
  const url = args.length > 0 ? addressOf(args[0]) : "";
  const callSite = callSiteOfAddress(url);
  return new MessageExchange(causes, { kind: "socket", url, callSite, ways });
}
