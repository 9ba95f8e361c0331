// Password hashes: scrypt, stored as "salt:hash" in hex.
import { randomBytes, scryptSync, timingSafeEqual } from "node:crypto";

const KEY_BYTES = 32;

/** A fixed salt keeps the seeded database the same on every build. */
export function hashPassword(password: string, salt: Buffer = randomBytes(16)): string {
  return `${salt.toString("hex")}:${scryptSync(password, salt, KEY_BYTES).toString("hex")}`;
}

export function isPassword(password: string, stored: string): boolean {
  const [salt, hash] = stored.split(":");
  if (salt === undefined || hash === undefined) return false;
  const expected = Buffer.from(hash, "hex");
  const actual = scryptSync(password, Buffer.from(salt, "hex"), KEY_BYTES);
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
