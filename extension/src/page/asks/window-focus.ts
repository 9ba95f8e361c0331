// Keeps the pages of a session's tabs from bringing these to the front: the person is at another one.
import type { Channel } from "../channel.ts";
import type { Hooks } from "../hooks.ts";
import { isInstance, natives } from "../natives.ts";

/**
 * A page that opened this one, or that this one opened, calls its `focus` as it likes, and so does the page
 * itself. Within the page all is as if it were in front, so what is left for the call is to take the keyboard
 * out of frames.
 */
export function hookFronts(hooks: Hooks, channel: Channel): void {
  if (window !== window.top) return;
  const isHeld = channel.whetherHeld();
  hooks.around(window, "focus", "value", (native, self, args) => {
    if (!isHeld() || (self !== window && self !== undefined))
      return natives.apply(native, self, args);
    const active = natives.apply(natives.activeElement, document, []);
    if (isInstance(natives.HTMLIFrameElement, active)) natives.apply(natives.blur, active, []);
    return undefined;
  });
}
