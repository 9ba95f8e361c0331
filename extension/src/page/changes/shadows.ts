// Notes the elements that scripts give shadow roots: to ask the browser about every element takes longer than all
// the rest of a reading.
import type { Channel } from "../platform/channel.ts";
import type { Hooks } from "../platform/hooks.ts";
import { isInstance, natives } from "../platform/natives.ts";
import type { Changes } from "./changes.ts";

export function hookShadows(hooks: Hooks, channel: Channel, changes: Changes): void {
  hooks.around(Element.prototype, "attachShadow", "value", (native, self, args) => {
    const root = natives.apply(native, self, args);
    if (isInstance(natives.Element, self)) channel.host(self);
    if (isInstance(natives.DocumentFragment, root)) changes.add(root);
    return root;
  });
}
