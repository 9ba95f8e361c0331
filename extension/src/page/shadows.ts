// Notes the elements that scripts give shadow roots: to ask the browser of every element takes longer
// than all the rest of a reading.
import type { Channel } from "./channel.ts";
import type { Hooks } from "./hooks.ts";
import { isInstance, natives } from "./natives.ts";

export function hookShadows(hooks: Hooks, channel: Channel): void {
  hooks.around(Element.prototype, "attachShadow", "value", (call) => {
    const root = call.run();
    if (isInstance(natives.Element, call.self)) channel.element("host", call.self);
    return root;
  });
}
