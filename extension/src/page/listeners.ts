// Notes the elements that listen for the pointer, and those with a click handler of their own.
import type { Channel } from "./channel.ts";
import type { Hooks } from "./hooks.ts";
import { isInstance, natives, PrivateMap } from "./natives.ts";

/** A target with more listeners than this listens on behalf of others (React's root has over 100). */
const DELEGATE_LISTENERS = 40;

export function hookListeners(hooks: Hooks, channel: Channel): void {
  const counts = new PrivateMap<number>();
  hooks.around(EventTarget.prototype, "addEventListener", "value", (call) => {
    const result = call.run();
    if (!isInstance(natives.Element, call.self) || typeof call.args[0] !== "string") return result;
    const count = (counts.get(call.self) ?? 0) + 1;
    counts.set(call.self, count);
    if (count === DELEGATE_LISTENERS) channel.element("delegate", call.self);
    if (isHover(call.args[0])) channel.element("hover", call.self);
    else if (call.args[0] === "click") channel.element("click", call.self);
    return result;
  });
  for (const name of [
    "onmouseenter",
    "onmouseover",
    "onpointerenter",
    "onpointerover",
    "onclick",
  ]) {
    hooks.around(HTMLElement.prototype, name, "set", (call) => {
      const result = call.run();
      if (isInstance(natives.Element, call.self) && typeof call.args[0] === "function") {
        channel.element(name === "onclick" ? "click" : "hover", call.self);
      }
      return result;
    });
  }
}

function isHover(type: string): boolean {
  switch (type) {
    case "mouseenter":
    case "mouseover":
    case "pointerenter":
    case "pointerover":
      return true;
    default:
      return false;
  }
}
