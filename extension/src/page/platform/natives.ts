// Gives what is saved of the browser's own functions, and what is made of it.
import * as natives from "./saved.ts";

// The build gives the members of a namespace short names, and every frame of every page has to read this script.
export { natives };
export { isNative, type Native } from "./methods.ts";

/** Maps objects to values; the page can't watch its use by replacing WeakMap's methods. */
export class PrivateMap<V> {
  readonly #map = new WeakMap<object, V>();

  get(key: unknown): V | undefined {
    // WeakMap's get gives undefined for anything that is no object.
    const value: unknown = natives.apply(natives.weakGet, this.#map, [key]);
    // Only what `set` put there can come out.
    return value as V | undefined;
  }

  set(key: object, value: V): void {
    natives.apply(natives.weakSet, this.#map, [key, value]);
  }
}

/** Does what `instanceof` does, and no replaced `Symbol.hasInstance` can watch it. */
export function isInstance<T>(
  type: abstract new (...args: never[]) => T,
  value: unknown,
): value is T {
  return Boolean(natives.apply(natives.hasInstance, type, [value]));
}

/** Makes a record without a prototype: what the page adds to Object.prototype is not in it. */
export function bareRecord<T>(members: Readonly<Record<string, T>> = {}): Record<string, T> {
  const record = { ...members };
  natives.setPrototypeOf(record, null);
  return record;
}

/** Returns an interface's prototype; undefined if the browser, or a page that is not secure, has no such interface. */
export function prototypeOf(name: string): object | undefined {
  const type: unknown = Reflect.get(window, name);
  const prototype: unknown =
    typeof type === "function" ? Reflect.get(type, "prototype") : undefined;
  return typeof prototype === "object" && prototype !== null ? prototype : undefined;
}
