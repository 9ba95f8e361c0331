// Follows the cause through messages between windows: to this one from itself, from frames, from other tabs.
import type { Causes } from "../cause/causes.ts";
import { MessageExchange } from "../cause/message-exchange.ts";
import { hear, type Listening } from "../listeners/listening.ts";
import type { Hooks } from "../platform/hooks.ts";
import { natives, PrivateMap } from "../platform/natives.ts";

/**
 * A message that the window sends to itself comes at once: it follows from what ran last, in ms. Its `postMessage`
 * can't be hooked: code of ours between the browser and the caller would be taken for the caller, and messages that
 * frames send to this window would name this window as their source.
 */
const OWN_MS = 50;

export function hookWindowMessages(hooks: Hooks, listening: Listening, causes: Causes): void {
  const sources = new PrivateMap<MessageExchange>();
  const elsewhere = (): MessageExchange =>
    new MessageExchange(causes, { kind: "message", callSite: "window", comesByItself: true });
  const unnamed = elsewhere();
  listening.hearAll("window", ["message", "messageerror"], (event) => {
    const source: unknown = natives.apply(natives.messageSource, event, []);
    if (source === window) {
      const parent = causes.recent(OWN_MS);
      causes.run(causes.beginCaused({ kind: "message", callSite: "own window" }, parent));
      return;
    }
    if (typeof source !== "object" || source === null) {
      unnamed.receive();
      return;
    }
    let known = sources.get(source);
    if (known === undefined) {
      known = elsewhere();
      sources.set(source, known);
    }
    known.receive();
  });
  hookBroadcasts(hooks, listening, causes);
}

function hookBroadcasts(hooks: Hooks, listening: Listening, causes: Causes): void {
  const channels = new PrivateMap<MessageExchange>();
  const heard = new PrivateMap<true>();
  listening.on("message", [BroadcastChannel.prototype], (target) => heard.set(target, true));
  hooks.around(BroadcastChannel.prototype, "postMessage", "value", (native, self, args) => {
    const result = natives.apply(native, self, args);
    // A page that doesn't listen expects no answer.
    if (heard.get(self) === true) channels.get(self)?.send();
    return result;
  });
  hooks.aroundNew(window, "BroadcastChannel", (construction) => {
    const channel = construction.run();
    // The sender can't be told: the action's own event may have gone to a frame that shares the channel.
    const exchange = new MessageExchange(causes, {
      kind: "message",
      asks: "worker",
      callSite: "broadcast",
      comesByItself: true,
    });
    channels.set(channel, exchange);
    hear(channel, ["message", "messageerror"], () => exchange.receive());
    return channel;
  });
}
