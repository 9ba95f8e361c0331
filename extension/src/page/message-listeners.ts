// Lets the content script listen for messages before the page does, also after `document.open()`, which
// takes every listener off the window: those that remain are called in the order they were added.
import type { Channel } from "./channel.ts";
import type { Hooks } from "./hooks.ts";

export function hookMessageListeners(hooks: Hooks, channel: Channel): void {
  hooks.around(EventTarget.prototype, "addEventListener", "value", (call) => {
    if (call.args[0] === "message") channel.beforeMessages();
    return call.run();
  });
  hooks.around(window, "onmessage", "set", (call) => {
    channel.beforeMessages();
    return call.run();
  });
}
