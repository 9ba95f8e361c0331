// Writes a value as one text, whatever the order its members were made in, and hashes texts.
import { createHash } from "node:crypto";

/** Returns JSON with the members of every object sorted by name. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) => ordered(member));
}

/** Returns the SHA-256 of a text or of bytes, in hex. */
export function contentHash(contents: string | Uint8Array): string {
  return createHash("sha256").update(contents).digest("hex");
}

function ordered(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).sort(([first], [second]) => (first < second ? -1 : 1)),
  );
}
