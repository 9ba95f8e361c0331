// Keeps the pages of a session's tabs from bringing these to the front, as the person is at another one.
import type { Channel } from "../platform/channel.ts";
import type { Hooks } from "../platform/hooks.ts";
import { isInstance, natives } from "../platform/natives.ts";

/**
 * Hooks `focus`: a page that opened this one, or that this one opened, calls it as it likes, and so does the page
 * itself. Within the page all is as if it were in front, so the call only has to take the keyboard out of frames.
 */
export function hookWindowFocus(hooks: Hooks, channel: Channel): void {
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
