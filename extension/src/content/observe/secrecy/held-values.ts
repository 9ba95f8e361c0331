// Knows again what secret fields of this document held, without keeping it: a page may show it in another field.
import { isSeen } from "../visibility/is-seen.ts";

/** Values known; the oldest are forgotten. */
const MAX_VALUES = 100;
/** A shorter value stands in too many other fields. */
const SHORTEST_VALUE = 3;
/** Fields known for one value, such as a password and its repetition; the oldest are forgotten. */
const MAX_FIELDS = 10;

interface Holder {
  readonly mark: string;
  readonly field: WeakRef<Element>;
}

/** Which fields held which values, by marks of the values. */
const held = new Map<string, readonly WeakRef<Element>[]>();
/** Of the field that is written in: half of a password is a word that stands elsewhere. */
let current: Holder | undefined;

/** Of a field that is secret. What it held before is forgotten if it was never left with that. */
export function noteValue(field: Element, value: string, isLeft: boolean): void {
  const former = current?.field.deref();
  if (current !== undefined && former !== field) keep(current);
  current = undefined;
  if (value.length < SHORTEST_VALUE) return;
  const holder = { mark: markOf(value), field: new WeakRef(field) };
  if (isLeft) keep(holder);
  else current = holder;
}

/**
 * Whether a secret field held `value` that a person does not see any more, by whatever means the page hides it. Of one
 * that is still seen nothing is shown in another place: a name may be the same as its password.
 */
export function wasHeld(value: string): boolean {
  if (held.size === 0 && current === undefined) return false;
  const mark = markOf(value);
  const fields = [...(held.get(mark) ?? [])];
  if (current?.mark === mark) fields.push(current.field);
  return fields.some((each) => {
    const field = each.deref();
    return field === undefined || !isSeen(field);
  });
}

function keep({ mark, field }: Holder): void {
  const others = (held.get(mark) ?? []).filter((each) => each.deref() !== field.deref());
  held.delete(mark);
  held.set(mark, [...others, field].slice(-MAX_FIELDS));
  const oldest = held.keys().next();
  if (held.size > MAX_VALUES && oldest.done !== true) held.delete(oldest.value);
}

/** Of this document alone, so that nobody can look a mark up. */
const salt = crypto.getRandomValues(new Uint32Array(2));

/** Two 32-bit hashes (MurmurHash3's mixing), each from a start of its own. The platform's digests take a turn. */
function markOf(value: string): string {
  return Array.from(salt, (start) => hashOf(value, start).toString(36)).join(".");
}

function hashOf(value: string, start: number): number {
  let hash = start;
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
