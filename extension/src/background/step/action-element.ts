// Tells which element an action, or a call to a frame, is about.
import type { Action } from "@webserv/shared/model/action.ts";

/** Returns the time for which the action holds the button, in ms. */
export function holdMsOf(action: Action): number {
  return "holdMs" in action ? (action.holdMs ?? 0) : 0;
}

/** Returns the id of the element that an action is about. */
export function elementOf(action: Action): string | undefined {
  return "id" in action ? action.id : undefined;
}

/** Returns the id of the element that a call is about. */
export function idIn(params: object): string | undefined {
  return "id" in params && typeof params.id === "string" ? params.id : undefined;
}
