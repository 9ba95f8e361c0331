// Makes digests that tell whether two actions under one id are the same, without the text that was typed.
import type { Asked } from "@webserv/shared/model/action.ts";
import { withheldAction } from "@webserv/shared/model/recorded-action.ts";

/**
 * Returns half of the SHA-256 of the action, in hex, whatever the order of its members. Of an entered text only the
 * length counts, since a short secret could be guessed from a digest, which is stored. The daemon compares more.
 */
export async function actionDigest(action: Asked): Promise<string> {
  const kept = withheldAction(action, "unsure");
  const members = Object.entries(kept).filter(([, value]) => value !== undefined);
  members.sort(([left], [right]) => (left < right ? -1 : 1));
  const bytes = new TextEncoder().encode(JSON.stringify(members));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest.subarray(0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
