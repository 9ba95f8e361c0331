// Tells whether an action asks the browser to open links in background tabs.
import type { Action } from "@webserv/shared/model/action.ts";

export function opensBehind(action: Action): boolean {
  if (action.type === "press") return /^(?:Control|Meta|Ctrl|Cmd)\+.*Enter$/i.test(action.key);
  if (action.type !== "click") return false;
  const { button, modifiers = [] } = action;
  // With Shift, a new tab comes to the front.
  if (modifiers.includes("Shift")) return false;
  return button === "middle" || modifiers.includes("Control") || modifiers.includes("Meta");
}
