// Recognizes values that secret fields of this document held, without keeping them: a page may show one elsewhere.
import { isSeen } from "../visibility/is-seen.ts";

/** Hashes of values kept; the oldest are forgotten. */
const MAX_VALUES = 100;
/** A shorter value, in UTF-16 units, stands in too many other fields. */
const SHORTEST_VALUE = 3;
/** The most fields that are kept for one value, such as a password and its repetition; the oldest are forgotten. */
const MAX_FIELDS = 10;

interface ValueHolder {
  readonly hash: string;
  readonly field: WeakRef<Element>;
}

/** The fields that held each value, by the value's hash. */
const secretValues = new Map<string, readonly WeakRef<Element>[]>();
/** The field that is being written in. Its value is not kept yet: half of a password may be a word found elsewhere. */
let current: ValueHolder | undefined;

/** Notes the value of a secret field. Its former value is forgotten, unless the field was left with that. */
export function noteSecretValue(field: Element, value: string, isLeft: boolean): void {
  const former = current?.field.deref();
  if (current !== undefined && former !== field) keep(current);
  current = undefined;
  if (value.length < SHORTEST_VALUE) return;
  const holder = { hash: saltedHashOf(value), field: new WeakRef(field) };
  if (isLeft) keep(holder);
  else current = holder;
}

/**
 * Tells whether `value` was held by a secret field that a person does not see any more, however the page hides it.
 * While that field is still seen, an equal value is no copy of it: a name may be the same as its password.
 */
export function wasSecretValue(value: string): boolean {
  if (secretValues.size === 0 && current === undefined) return false;
  const hash = saltedHashOf(value);
  const fields = [...(secretValues.get(hash) ?? [])];
  if (current?.hash === hash) fields.push(current.field);
  return fields.some((each) => {
    const field = each.deref();
    return field === undefined || !isSeen(field);
  });
}

function keep({ hash, field }: ValueHolder): void {
  const others = (secretValues.get(hash) ?? []).filter((each) => each.deref() !== field.deref());
  secretValues.delete(hash);
  secretValues.set(hash, [...others, field].slice(-MAX_FIELDS));
  const oldest = secretValues.keys().next();
  if (secretValues.size > MAX_VALUES && oldest.done !== true) secretValues.delete(oldest.value);
}

/** The salt of this document, so that nobody can look a hash up. */
const salt = crypto.getRandomValues(new Uint32Array(2));

/** Joins two 32-bit hashes (MurmurHash3's mixing) with different seeds. The platform's digests are asynchronous. */
function saltedHashOf(value: string): string {
  return Array.from(salt, (seed) => hashOf(value, seed).toString(36)).join(".");
}

/** Returns one 32-bit hash. */
function hashOf(value: string, seed: number): number {
  let hash = seed;
  for (let at = 0; at < value.length; at++) {
    let unit = Math.imul(value.charCodeAt(at), 0xcc9e2d51);
    unit = Math.imul((unit << 15) | (unit >>> 17), 0x1b873593);
    hash ^= unit;
    hash = Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64;
  }
  hash ^= value.length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
