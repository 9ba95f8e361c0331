// Tells whether two actions under one id are the same, without keeping what was typed.
import type { Action } from "@webserv/shared/model/action.ts";

/** Half of the SHA-256 of the action, in hex. Members in any order give the same digest. */
export async function actionDigest(action: Action): Promise<string> {
  const members = Object.entries(action).filter(([, value]) => value !== undefined);
  members.sort(([left], [right]) => (left < right ? -1 : 1));
  const bytes = new TextEncoder().encode(JSON.stringify(members));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest.subarray(0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
