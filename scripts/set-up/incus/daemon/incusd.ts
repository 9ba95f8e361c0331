// Finds Incus's daemon among the places that packages put it at.
import { exists } from "../commands.ts";

export const incusdPlaces = [
  "/usr/libexec/incus/incusd",
  "/usr/lib/incus/incusd",
  "/opt/incus/bin/incusd",
] as const;

/** Resolves with undefined if there is none. */
export async function findIncusd(): Promise<string | undefined> {
  for (const place of incusdPlaces) if (await exists(place)) return place;
  return undefined;
}
