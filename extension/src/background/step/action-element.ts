// Tells which element an action, or a call to a frame, is about.
import type { Asked } from "@webserv/shared/model/action.ts";
import { DEFAULT_WAIT_MS } from "@webserv/shared/model/actions/action-spec.ts";

/** Returns the time for which the action holds the button or the key, in ms. */
export function holdMsOf(action: Asked): number {
  return "holdMs" in action ? (action.holdMs ?? 0) : 0;
}

/** Returns the time for which the action waits on purpose, in ms. */
export function ownMsOf(action: Asked): number {
  return action.type === "wait" ? (action.ms ?? DEFAULT_WAIT_MS) : holdMsOf(action);
}

/** Returns the id of the element that an action is about; undefined also if that is named by words yet. */
export function elementOf(action: Asked): string | undefined {
  return "id" in action && typeof action.id === "string" ? action.id : undefined;
}

/** Returns the id of the element that a call is about. */
export function idIn(params: object): string | undefined {
  return "id" in params && typeof params.id === "string" ? params.id : undefined;
}
